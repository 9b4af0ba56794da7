import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ListField } from '@rapport/contract/list-definition';
import { RECORDS } from '@rapport/contract/records/all';
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '@rapport/contract/records/declared-fields';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { TestApp, TestUser } from '../../testing/test-app.ts';

/** Two Users, Ada and Eve, each with an Account of their own that has a record of every kind. */
export type World = {
  app: TestApp;
  ada: TestUser;
  eve: TestUser;
  /** A Client of Ada's Account. */
  client_uuid: string;
  /** Records of Eve's Account, by kind; also a stage. */
  foreign: Record<string, string>;
};

const SECRET = 'Unter vier Augen';

export async function worldOf(app: TestApp): Promise<World> {
  const [ada, eve] = [await app.addUser(), await app.addUser()];
  await app.addAccount(ada);
  await app.addAccount(eve);
  for (const { name, fields } of RECORDS as readonly RecordDefinition[])
    if (fields.custom) await declareAll(app, ada, name);
  const client_uuid = (await app.call('POST', '/api/v2/clients', { as: ada, body: { name: '3M' } })).body.data
    .uuid;
  const foreign: Record<string, string> = { user: eve.uuid };
  for (const definition of RECORDS as readonly RecordDefinition[]) {
    const body = required(definition, SECRET, foreign.client ?? '');
    const { data } = (await app.call('POST', definition.path, { as: eve, body })).body;
    foreign[definition.name] = data.uuid;
    if (data.stages) foreign.stage = data.stages[0].uuid;
  }
  return { app, ada, eve, client_uuid, foreign };
}

/** The fields that a new record of a kind requires. */
function required({ named_by, fields }: RecordDefinition, title: string, client_uuid: string) {
  return {
    [named_by]: title,
    ...(fields.client_uuid && { client_uuid }),
    ...(fields.records && { records: [{ resource: 'client', uuid: client_uuid }] }),
  };
}

/** The options of declared choices. */
const OPTIONS = [{ label: 'Gold' }, { label: 'Silver' }];

/** A value of each type of declared field, and what is none. */
const OWN: Record<CustomFieldType, { good: unknown; bad: unknown }> = {
  text: { good: 'Own', bad: 1 },
  long_text: { good: 'Own\nlines', bad: 1 },
  number: { good: 1.5, bad: 'many' },
  money: { good: { amount: '2.50', currency: 'EUR' }, bad: 3 },
  date: { good: '2027-01-15', bad: 'soon' },
  time: { good: '2027-01-15T09:00:00.000+00:00', bad: '2027-01-15' },
  choice: { good: 'gold', bad: 'iron' },
  choices: { good: ['silver', 'gold'], bad: 'gold' },
  boolean: { good: true, bad: 'true' },
  url: { good: 'https://example.com/own', bad: 'nowhere' },
  user: { good: 'of Ada', bad: 'nobody' },
};

/** Declares a field of each type, so that every test of the kind runs with declared fields. */
async function declareAll(app: TestApp, as: TestUser, resource: string): Promise<void> {
  for (const type of CUSTOM_FIELD_TYPES) {
    const options = type.startsWith('choice') ? { options: OPTIONS } : {};
    const body = { resource, label: `Own ${type}`, type, ...options };
    const { status } = await app.call('POST', '/api/v2/custom-fields', { as, body });
    assert.equal(status, 201, `${resource} ${type}`);
  }
}

type Row = Record<string, unknown> & { uuid: string };

/** The tests that every kind of record passes alike. */
export function describeKind(definition: RecordDefinition, world: () => World): void {
  const { name, title, plural, path, named_by, default_sort, list, csv_columns } = definition;
  const fields = definition.fields as Record<string, RecordField>;
  const call = (method: string, url: string, options: Parameters<TestApp['call']>[2] = {}) =>
    world().app.call(method, url, { as: world().ada, ...options });
  const minimum = (named: string) => required(definition, named, world().client_uuid);
  const create = (named: string, more: object = {}) =>
    call('POST', path, { body: { ...minimum(named), ...more } });
  const eventsOf = async (uuid: string) =>
    (await call('GET', `${path}/${uuid}/events`)).body.data.map(({ event }: { event: string }) => event);
  const total = async () => (await call('GET', `${path}?include=total`)).body.total;
  const minimumRow = (named: string) => ({
    [named_by]: named,
    ...((fields.client_uuid || fields.records) && { client: '3M' }),
  });
  const importFile = (row: Record<string, string>, query = '') =>
    call('POST', `${path}/import${query}`, {
      body: `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`,
      headers: { 'content-type': 'text/csv' },
    });

  describe(`a ${name}`, () => {
    test('is created, read, changed, deleted and restored, each with one event', async () => {
      const created = await create('First');
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { uuid } = created.body.data;
      const read = await call('GET', `${path}/${uuid}`);
      assert.deepEqual(read.body.data, created.body.data);
      const changed = await call('PATCH', `${path}/${uuid}`, { body: { [named_by]: 'Second' } });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual([changed.body.data[named_by], changed.body.data.version], ['Second', 2]);
      assert.equal((await call('DELETE', `${path}/${uuid}`)).status, 204);
      assert.equal((await call('GET', `${path}/${uuid}`)).status, 404);
      const deleted = await call('GET', `${path}/deleted`);
      assert.equal(deleted.body.data[0].uuid, uuid);
      const restored = await call('POST', `${path}/${uuid}/restore`);
      assert.deepEqual([restored.status, restored.body.data.version], [200, 3]);
      const events = ['restored', 'deleted', 'updated', 'created'].map((action) => `${name}.${action}`);
      assert.deepEqual(await eventsOf(uuid), events);
    });

    if (definition.searchable !== false)
      test('is found by a word of its name', async () => {
        const { uuid } = (await create('Anything Quintessential')).body.data;
        const found = (await call('GET', `${path}?q=quintess`)).body.data;
        assert.deepEqual(
          found.map((row: Row) => row.uuid),
          [uuid],
          `The search of ${plural} leaves out ${named_by}.`,
        );
      });

    test('is answered as it was at any moment, and in words when it was not there', async () => {
      const { app, eve } = world();
      const tick = () => {
        const at = app.clock.now().toISOString();
        app.clock.advance(60_000);
        return at;
      };
      const never = tick();
      const created = await create('As it was');
      const { uuid } = created.body.data;
      const first = tick();
      await call('PATCH', `${path}/${uuid}`, { body: { [named_by]: 'As it is', tags: ['later'] } });
      const second = tick();
      await call('DELETE', `${path}/${uuid}`);
      const third = tick();
      await call('POST', `${path}/${uuid}/restore`);
      const as = (at: string, as?: TestUser) => call('GET', `${path}/${uuid}?at=${at}`, as && { as });
      assert.deepEqual((await as(first)).body.data, created.body.data);
      assert.deepEqual((await as(second)).body.data.tags, ['later']);
      assert.match((await as(never)).body.detail, /was not there yet: its history begins at/);
      assert.match((await as(third)).body.detail, /had been deleted at/);
      for (const at of [never, third]) assert.equal((await as(at)).status, 404);
      assert.equal((await as(app.clock.now().toISOString())).body.data.version, 3);
      assert.equal((await as(first, eve)).status, 404);
      for (const at of ['2999-01-01', 'soon', '2026-02-31']) assert.equal((await as(at)).status, 400);
    });

    test('is not there for a User of another Account', async () => {
      const { eve } = world();
      const { uuid } = (await create('Secret')).body.data;
      const routes = [
        ['GET', `${path}/${uuid}`],
        ['PATCH', `${path}/${uuid}`, { [named_by]: 'Mine' }],
        ['DELETE', `${path}/${uuid}`],
        ['GET', `${path}/${uuid}/events`],
        ['POST', `${path}/${uuid}/restore`],
      ] as const;
      for (const [method, url, body] of routes) {
        const { status } = await call(method, url, { as: eve, body });
        assert.equal(status, 404, `${method} ${url}`);
      }
      const theirs = await call('GET', `${path}?limit=200`, { as: eve });
      assert.doesNotMatch(JSON.stringify(theirs.body), new RegExp(uuid));
      const operations = [{ action: 'delete', uuid }];
      const batch = await call('POST', `${path}/batch`, { as: eve, body: { operations } });
      assert.equal(batch.body.data.outcomes[0].status, 404);
    });

    test('is refused with the field that is wrong, and nothing is written', async () => {
      const before = await total();
      for (const [body, pointer] of [
        [minimum(''), `/${named_by}`],
        [{ ...minimum('A'), colour: 'red' }, '/colour'],
        [{ ...minimum('A'), version: 7 }, '/version'],
      ] as const) {
        const { status, body: problem } = await call('POST', path, { body });
        assert.equal(status, 422, JSON.stringify(problem));
        assert.equal(problem.errors[0].pointer, pointer);
      }
      assert.equal(await total(), before);
    });

    test('takes no reference into another Account: as to what never was, and with no byte of it', async () => {
      const { uuid } = (await create('Refers')).body.data;
      const before = await total();
      for (const [field, { type, to, by, resources, key }] of Object.entries(fields)) {
        if (by !== 'caller' || !(type === 'uuid' || type === 'links')) continue;
        for (const resource of type === 'uuid' ? [to!] : resources!) {
          const naming = (uuid: string): unknown =>
            type === 'uuid' ? uuid : [key === 'uuid' ? { resource, uuid } : { [key!]: uuid }];
          const answers = [];
          for (const target of [world().foreign[resource]!, randomUUID()]) {
            const given = { [field]: naming(target) };
            const { outcomes } = (
              await call('POST', `${path}/batch`, {
                body: { operations: [{ action: 'update', uuid, data: given }] },
              })
            ).body.data;
            const row = { ...minimumRow('Row'), external_id: 'R-1', ...columnFor(field, resource, target) };
            const { failures } = (await importFile(row, '?strict=true')).body.data;
            const refused = [
              (await call('POST', path, { body: { ...minimum('Refers'), ...given } })).body,
              (await call('PATCH', `${path}/${uuid}`, { body: given })).body,
            ];
            const errors = [...refused.map((problem) => problem.errors), outcomes[0].problem?.errors];
            for (const [first] of errors)
              assert.deepEqual([first.code, first.pointer.split('/')[1]], ['not_found', field]);
            assert.equal(failures[0].code, 'not_found');
            const said = JSON.stringify([errors, failures]);
            assert.ok(!said.includes(SECRET), said);
            answers.push(said.replaceAll(target, 'the uuid'));
          }
          assert.equal(answers[0], answers[1]);
        }
      }
      assert.equal(await total(), before);
      assert.deepEqual(await eventsOf(uuid), [`${name}.created`]);
    });

    /** The cell of a CSV file that names a record. */
    function columnFor(field: string, resource: string, cell: string): Record<string, string> {
      const columns = Object.entries(csv_columns).filter(([, column]) => column.field === field);
      const [column] = columns.find(([, { part }]) => part === resource) ?? columns[0]!;
      return { [column]: cell };
    }

    test('that two change at once is changed by one: If-Match answers 412 to the other', async () => {
      const { uuid } = (await create('Busy')).body.data;
      const headers = { 'if-match': '"1"' };
      const change = (named: string) =>
        call('PATCH', `${path}/${uuid}`, { body: { [named_by]: named }, headers });
      assert.deepEqual([(await change('One')).status, (await change('Two')).status], [200, 412]);
      assert.equal((await call('DELETE', `${path}/${uuid}`, { headers })).status, 412);
    });

    test('that has not changed is not sent again: its ETag answers 304', async () => {
      const { uuid } = (await create('Same')).body.data;
      const { headers } = await call('GET', `${path}/${uuid}`);
      assert.equal(headers.get('etag'), '"1"');
      const again = await call('GET', `${path}/${uuid}`, { headers: { 'if-none-match': '"1"' } });
      assert.deepEqual([again.status, again.body], [304, null]);
    });

    test('is created once under one Idempotency-Key', async () => {
      const headers = { 'idempotency-key': `once ${name}` };
      const send = () => call('POST', path, { body: minimum('Once'), headers });
      assert.equal((await send()).body.data.uuid, (await send()).body.data.uuid);
    });

    test('with an external_id that another has is refused with its uuid', async () => {
      const { uuid } = (await create('Owner', { external_id: 'X-1' })).body.data;
      const second = await create('Second', { external_id: 'X-1' });
      assert.deepEqual([second.status, second.body.errors[0].uuid], [409, uuid]);
    });

    test('stands in lists that are walked page by page in every order, each record once', async () => {
      for (const named of ['A', 'b', 'C']) await create(named);
      const sorts = Object.keys(list.fields).filter((field) => list.fields[field]!.sortable);
      const all = await total();
      for (const sort of [default_sort, ...sorts.flatMap((field) => [field, `-${field}`])]) {
        const seen = (await walk(`sort=${sort}`)).map(({ uuid }) => uuid);
        assert.deepEqual([seen.length, new Set(seen).size], [all, all], sort);
      }
    });

    test('is missed by no page of a list, and given twice by none, while others come', async () => {
      const there = (await walk('limit=200')).map(({ uuid }) => uuid);
      for (const sort of [named_by, '-created_at', 'created_at', '-updated_at']) {
        if (!list.fields[sort.replace('-', '')]?.sortable) continue;
        const seen = (await walk(`sort=${sort}`, () => create('a new one'))).map(({ uuid }) => uuid);
        assert.equal(new Set(seen).size, seen.length, sort);
        assert.deepEqual(
          there.filter((uuid) => !seen.includes(uuid)),
          [],
          sort,
        );
      }
    });

    /** Reads a whole list page by page, and calls `between` after each page. */
    async function walk(query: string, between: () => Promise<unknown> = async () => null): Promise<Row[]> {
      const rows: Row[] = [];
      for (let cursor = ''; ; ) {
        const limit = query.includes('limit') ? '' : '&limit=4';
        const { status, body } = await call('GET', `${path}?${query}${limit}${cursor}`);
        assert.equal(status, 200, JSON.stringify(body));
        rows.push(...body.data);
        if (body.next_cursor === null) return rows;
        cursor = `&cursor=${body.next_cursor}`;
        if (rows.length < 16) await between();
      }
    }

    test('is found by the value of each field that a list can be filtered by, and by no other value', async () => {
      const more = { tags: ['red', 'blue'], external_id: 'F-1', custom: { colour: 'red' }, ...entries() };
      const { data } = (await create('Filtered', more)).body;
      for (const [field, inList] of Object.entries(list.fields)) {
        const { type, nullable, choices } = inList;
        const value = filtered(data, field, inList);
        const isFoundBy = async (operator: string, given: unknown) => {
          const named = type === 'custom' ? `${field}.colour` : field;
          const query = `filter[${named}]${operator}=${encodeURIComponent(String(given))}&limit=200`;
          const { status, body } = await call('GET', `${path}?${query}`);
          assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
          return body.data.some(({ uuid }: Row) => uuid === data.uuid);
        };
        if (nullable) assert.equal(await isFoundBy('[is_null]', value === null), true, field);
        if (nullable) assert.equal(await isFoundBy('[is_null]', value !== null), false, field);
        if (value !== null && value !== undefined) assert.equal(await isFoundBy('', value), true, field);
        const other = otherThan(type, value, choices);
        if (other !== undefined) assert.equal(await isFoundBy('', other), false, field);
      }
    });

    /**
     * A body with an entry in each list of e-mail addresses, phone numbers and postal addresses.
     */
    function entries(): object {
      const given = Object.entries(fields).map(([field, { type, of }]) => {
        if (type === 'addresses') return [field, [{ city: 'Berlin', country: 'DE' }]];
        if (type !== 'points') return [];
        return [field, [{ value: of === 'email' ? 'ada@example.com' : '+49 30 1234567' }]];
      });
      return Object.fromEntries(given.filter((entry) => entry.length > 0));
    }

    test('is added up by currency where it has an amount, and only what the list finds', async () => {
      const tag = randomUUID().slice(0, 8);
      const address = `${path}?filter[tags]=${tag}&include=amounts`;
      if (!list.amount) return assert.equal((await call('GET', address)).status, 400);
      const { field, currency } = list.amount;
      for (const [amount, code] of [
        ['0.10', 'EUR'],
        ['0.20', 'EUR'],
        ['7.00', 'USD'],
        [null, 'EUR'],
      ])
        await create('Summed', { tags: [tag], [field]: amount, ...(currency && { [currency]: code }) });
      await create('Other', { tags: ['other'], [field]: '100.00' });
      const { count, amounts } = (await call('GET', address)).body;
      const euros = { currency: 'EUR', amount: '0.30' };
      const dollars = { currency: 'USD', amount: '7.00' };
      assert.deepEqual(amounts, currency ? [euros, dollars] : [{ currency: null, amount: '7.30' }]);
      assert.equal(count, 4);
      assert.deepEqual((await call('GET', address, { as: world().eve })).body.amounts, []);
    });

    test('is imported from CSV, and updated by its external_id', async () => {
      const row = { ...minimumRow('Imported'), external_id: 'CSV-1' };
      const first = await importFile(row);
      assert.equal(first.status, 200, JSON.stringify(first.body));
      assert.deepEqual([first.body.data.created, first.body.data.failures], [1, []]);
      assert.equal((await importFile(row)).body.data.unchanged, 1);
    });

    test('has declared fields of every type, which are checked, filtered, sorted and imported', async () => {
      if (!fields.custom) return;
      const own = Object.entries(OWN).map(([type, { good, bad }]): [string, unknown, unknown] => [
        `own_${type}`,
        type === 'user' ? world().ada.uuid : good,
        bad,
      ]);
      const custom = Object.fromEntries(own.map(([key, good]) => [key, good]));
      const { status, body } = await create('Own fields', { custom });
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(Object.entries(body.data.custom).sort(), Object.entries(custom).sort());
      const { uuid } = body.data;
      for (const [key, , bad] of own) {
        const given = { custom: { ...custom, [key]: bad } };
        const operations = [{ action: 'update', uuid, data: given }];
        const { outcomes } = (await call('POST', `${path}/batch`, { body: { operations } })).body.data;
        for (const { errors } of [
          (await call('POST', path, { body: { ...minimum('Bad'), ...given } })).body,
          (await call('PATCH', `${path}/${uuid}`, { body: given })).body,
          outcomes[0].problem,
        ])
          assert.equal(errors[0].pointer, `/custom/${key}`);
      }
      const found = async (query: string) =>
        (await call('GET', `${path}?${query}`)).body.data?.map((one: Row) => one.uuid);
      for (const condition of [
        'date]=2027-01-15',
        'number][gte]=1.5',
        'choice]=gold',
        'choices]=silver',
        'boolean]=true',
      ])
        assert.deepEqual(await found(`filter[custom.own_${condition}`), [uuid], condition);
      for (const key of ['date', 'number', 'money', 'time', 'text', 'choice'])
        assert.equal((await found(`sort=custom.own_${key}`))[0], uuid, key);
      await call('DELETE', `${path}/${uuid}`);
      assert.deepEqual(await found('filter[custom.own_choice]=gold'), []);
      await call('POST', `${path}/${uuid}/restore`);
      assert.deepEqual(await found('filter[custom.own_choice]=gold'), [uuid]);
      const cells = { 'Own date': '16.01.2027', own_number: '7', 'Own choice': 'Silver' };
      const imported = await importFile({ ...minimumRow('Own row'), external_id: 'OWN-1', ...cells });
      assert.deepEqual(imported.body.data.failures, [], JSON.stringify(imported.body));
      const [row] = (await call('GET', `${path}?filter[external_id]=OWN-1`)).body.data;
      assert.deepEqual(row.custom, { own_date: '2027-01-16', own_number: 7, own_choice: 'silver' });
    });

    test('has its routes and events in the API description, and in the catalogue of events', async () => {
      const { paths, webhooks } = world().app.description;
      const described = Object.entries(paths).flatMap(([url, operations]) =>
        url === path || url.startsWith(`${path}/`)
          ? Object.keys(operations).map((method) => `${method} ${url}`)
          : [],
      );
      for (const route of [
        ...['get ', 'post '].map((verb) => `${verb}${path}`),
        ...['get', 'patch', 'delete'].map((verb) => `${verb} ${path}/{uuid}`),
        `get ${path}/deleted`,
        `get ${path}/{uuid}/events`,
        ...['{uuid}/restore', 'import', 'batch'].map((last) => `post ${path}/${last}`),
      ]) {
        assert.ok(described.includes(route), `${route} is not described`);
      }
      const actions = ['created', 'updated', 'deleted', 'restored', ...Object.keys(definition.events ?? {})];
      const events = (await call('GET', '/api/v2/event-types')).body.data as {
        event: string;
        sample: { data: object };
      }[];
      for (const action of actions) {
        const found = events.find(({ event }) => event === `${name}.${action}`);
        assert.deepEqual(
          Object.keys(found!.sample.data),
          Object.keys((await create('Sample')).body.data),
          action,
        );
        assert.ok(webhooks![`${name}.${action}`], action);
      }
      assert.ok(world().app.description.components.schemas[title], plural);
    });
  });
}

/** The value by which a list filters the record. Of several entries it is the first. */
function filtered(record: Row, field: string, { type, within }: ListField): unknown {
  if (type === 'custom') return (record.custom as Row).colour;
  const value = record[within?.column ?? field];
  const first = Array.isArray(value) ? value[0] : value;
  if (within) return first?.[within.part] ?? null;
  return type === 'links' ? (first?.uuid ?? first?.client_uuid ?? first?.contact_uuid) : first;
}

/** A value of the type that the record does not have; undefined for types that have none. */
function otherThan(type: string, value: unknown, choices: readonly string[] = []): unknown {
  if (type === 'choice') return choices.find((choice) => choice !== value);
  if (type === 'boolean') return !value;
  if (type === 'uuid' || type === 'links') return randomUUID();
  if (type === 'number') return 987654;
  if (type === 'date') return '1901-01-01';
  if (type === 'time') return '1901-01-01T00:00:00Z';
  return 'none of these';
}
