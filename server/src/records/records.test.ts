import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let eve: TestUser;
let client_uuid: string;

before(async () => {
  app = await startTestApp();
  [ada, eve] = [await app.addUser(), await app.addUser()];
  await app.addAccount(ada);
  await app.addAccount(eve);
  client_uuid = (await app.call('POST', '/api/v2/clients', { as: ada, body: { name: '3M' } })).body.data.uuid;
});
after(() => app.close());

/** What a new record of a kind needs at the least. */
function required({ name, named_by }: RecordDefinition, title: string): Record<string, unknown> {
  return {
    [named_by]: title,
    ...(name === 'deal' && { client_uuid }),
    ...(name === 'note' && { records: [{ resource: 'client', uuid: client_uuid }] }),
  };
}

for (const definition of RECORDS as readonly RecordDefinition[]) {
  const { name, path, named_by, default_sort } = definition;
  const create = (title: string, more: object = {}) =>
    app.call('POST', path, { as: ada, body: { ...required(definition, title), ...more } });
  const eventsOf = async (uuid: string) =>
    (await app.call('GET', `${path}/${uuid}/events`, { as: ada })).body.data.map(
      ({ event }: { event: string }) => event,
    );

  describe(`a ${name}`, () => {
    test('is created, read, changed, deleted and restored, each with one event', async () => {
      const created = await create('First');
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { uuid } = created.body.data;
      const read = await app.call('GET', `${path}/${uuid}`, { as: ada });
      assert.deepEqual(read.body.data, created.body.data);
      const changed = await app.call('PATCH', `${path}/${uuid}`, { as: ada, body: { [named_by]: 'Second' } });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual([changed.body.data[named_by], changed.body.data.version], ['Second', 2]);
      assert.equal((await app.call('DELETE', `${path}/${uuid}`, { as: ada })).status, 204);
      assert.equal((await app.call('GET', `${path}/${uuid}`, { as: ada })).status, 404);
      const deleted = await app.call('GET', `${path}/deleted`, { as: ada });
      assert.equal(deleted.body.data[0].uuid, uuid);
      const restored = await app.call('POST', `${path}/${uuid}/restore`, { as: ada });
      assert.deepEqual([restored.status, restored.body.data.version], [200, 3]);
      const events = ['restored', 'deleted', 'updated', 'created'].map((action) => `${name}.${action}`);
      assert.deepEqual(await eventsOf(uuid), events);
    });

    test('is not there for a User of another Account', async () => {
      const { uuid } = (await create('Secret')).body.data;
      const routes = [
        ['GET', `${path}/${uuid}`],
        ['PATCH', `${path}/${uuid}`, { [named_by]: 'Mine' }],
        ['DELETE', `${path}/${uuid}`],
        ['GET', `${path}/${uuid}/events`],
        ['POST', `${path}/${uuid}/restore`],
      ] as const;
      for (const [method, url, body] of routes) {
        const { status } = await app.call(method, url, { as: eve, body });
        assert.equal(status, 404, `${method} ${url}`);
      }
      const theirs = await app.call('GET', `${path}?limit=200`, { as: eve });
      assert.doesNotMatch(JSON.stringify(theirs.body), new RegExp(uuid));
    });

    test('is refused with the field that is wrong, and nothing is written', async () => {
      const before = (await app.call('GET', `${path}?include=total`, { as: ada })).body.total;
      for (const [body, pointer] of [
        [{ ...required(definition, '') }, `/${named_by}`],
        [{ ...required(definition, 'A'), owner_uuid: eve.uuid }, '/owner_uuid'],
        [{ ...required(definition, 'A'), colour: 'red' }, '/colour'],
        [{ ...required(definition, 'A'), version: 7 }, '/version'],
      ] as const) {
        const { status, body: problem } = await app.call('POST', path, { as: ada, body });
        assert.equal(status, 422, JSON.stringify(problem));
        assert.equal(problem.errors[0].pointer, pointer);
      }
      const after = (await app.call('GET', `${path}?include=total`, { as: ada })).body.total;
      assert.equal(after, before);
    });

    test('that two change at once is changed by one: If-Match answers 412 to the other', async () => {
      const { uuid } = (await create('Busy')).body.data;
      const change = (title: string) =>
        app.call('PATCH', `${path}/${uuid}`, {
          as: ada,
          body: { [named_by]: title },
          headers: { 'if-match': '"1"' },
        });
      assert.deepEqual([(await change('One')).status, (await change('Two')).status], [200, 412]);
    });

    test('is created once under one Idempotency-Key', async () => {
      const send = () =>
        app.call('POST', path, {
          as: ada,
          body: required(definition, 'Once'),
          headers: { 'idempotency-key': `once ${name}` },
        });
      assert.equal((await send()).body.data.uuid, (await send()).body.data.uuid);
    });

    test('with an external_id that another has is refused with its uuid', async () => {
      const { uuid } = (await create('Owner', { external_id: 'X-1' })).body.data;
      const second = await create('Second', { external_id: 'X-1' });
      assert.deepEqual([second.status, second.body.errors[0].uuid], [409, uuid]);
    });

    test('stands in lists that are walked page by page in every order, each record once', async () => {
      for (const title of ['A', 'b', 'C']) await create(title);
      const { fields } = definition.list;
      const sorts = Object.keys(fields).filter((field) => fields[field]!.sortable);
      const total = (await app.call('GET', `${path}?include=total`, { as: ada })).body.total;
      for (const sort of [default_sort, ...sorts.flatMap((field) => [field, `-${field}`])]) {
        const seen: string[] = [];
        let cursor = '';
        do {
          const { status, body } = await app.call('GET', `${path}?sort=${sort}&limit=2${cursor}`, {
            as: ada,
          });
          assert.equal(status, 200, JSON.stringify(body));
          seen.push(...body.data.map(({ uuid }: { uuid: string }) => uuid));
          cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
        } while (cursor);
        assert.deepEqual([seen.length, new Set(seen).size], [total, total], sort);
      }
    });

    test('is imported from CSV, and updated by its external_id', async () => {
      const row = {
        ...(named_by && { [named_by]: 'Imported' }),
        external_id: 'CSV-1',
        ...(name === 'deal' && { client: '3M' }),
        ...(name === 'note' && { client: '3M' }),
      };
      const file = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`;
      const send = () =>
        app.call('POST', `${path}/import`, {
          as: ada,
          body: file,
          headers: { 'content-type': 'text/csv' },
        });
      const first = await send();
      assert.equal(first.status, 200, JSON.stringify(first.body));
      assert.deepEqual([first.body.data.created, first.body.data.failures], [1, []]);
      assert.equal((await send()).body.data.unchanged, 1);
    });
  });
}
