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

describe('a batch', () => {
  const PATH = '/api/v2/clients';
  const run = (operations: object[], headers = {}) =>
    app.call('POST', `${PATH}/batch`, { as: ada, body: { operations }, headers });
  const statuses = ({ body }: { body: { data: { outcomes: { status: number }[] } } }) =>
    body.data.outcomes.map(({ status }) => status);

  test('creates, changes, deletes and restores in one request, each with its outcome and its event', async () => {
    const made = await run([
      { action: 'create', data: { name: 'One' } },
      { action: 'create', data: { name: '' } },
      { action: 'create', data: { name: 'Three', external_id: 'B-3' } },
      { action: 'create', data: { name: 'Four', external_id: 'B-3' } },
    ]);
    assert.deepEqual(statuses(made), [201, 422, 201, 409]);
    const [one, refused, three, taken] = made.body.data.outcomes;
    assert.equal(refused.problem.errors[0].pointer, '/name');
    assert.equal(taken.problem.errors[0].uuid, three.uuid);
    const changed = await run([
      { action: 'update', uuid: one.uuid, version: 1, data: { tags: ['seen'] } },
      { action: 'delete', uuid: three.uuid },
      { action: 'update', uuid: one.uuid, data: { name: 'Twice' } },
      { action: 'update', uuid: eve.uuid, data: { name: 'None' } },
      { action: 'create', data: { name: 'Five', external_id: 'B-3' } },
    ]);
    assert.deepEqual(statuses(changed), [200, 204, 422, 404, 201], JSON.stringify(changed.body));
    const back = await run([
      { action: 'restore', uuid: three.uuid },
      { action: 'update', uuid: one.uuid, version: 1, data: { tags: [] } },
    ]);
    assert.deepEqual(statuses(back), [409, 412]);
    const events = await app.call('GET', `${PATH}/${one.uuid}/events`, { as: ada });
    const told = events.body.data.map(({ event }: { event: string }) => event);
    assert.deepEqual(told, ['client.updated', 'client.created']);
  });

  test('is done once under one Idempotency-Key', async () => {
    const operations = [{ action: 'create', data: { name: 'Only once' } }];
    const send = () => run(operations, { 'idempotency-key': 'batch' });
    assert.deepEqual((await send()).body, (await send()).body);
  });

  test('of more than 200, or for another Account, is refused whole', async () => {
    const operations = Array.from({ length: 201 }, () => ({ action: 'create', data: { name: 'X' } }));
    assert.equal((await run(operations)).status, 422);
    const theirs = (await app.call('GET', '/api/v2/accounts', { as: eve })).body.data[0].uuid;
    const body = { account_uuid: theirs, operations: operations.slice(0, 1) };
    assert.equal((await app.call('POST', `${PATH}/batch`, { as: ada, body })).status, 404);
  });

  test('of deals tells a move, and keeps a stage from being removed', async () => {
    const { data } = (
      await app.call('GET', '/api/v2/pipelines?filter[archived_at][is_null]=true', { as: ada })
    ).body;
    const stages = data[0].stages;
    const deals = await app.call('POST', '/api/v2/deals/batch', {
      as: ada,
      body: {
        operations: [{ action: 'create', data: { title: 'D', client_uuid, stage_uuid: stages[0].uuid } }],
      },
    });
    const { uuid } = deals.body.data.outcomes[0];
    await app.call('POST', '/api/v2/deals/batch', {
      as: ada,
      body: { operations: [{ action: 'update', uuid, data: { stage_uuid: stages[1].uuid } }] },
    });
    const events = await app.call('GET', `/api/v2/deals/${uuid}/events`, { as: ada });
    assert.equal(events.body.data[0].event, 'deal.moved');
    const removal = await app.call('POST', '/api/v2/pipelines/batch', {
      as: ada,
      body: { operations: [{ action: 'delete', uuid: data[0].uuid }] },
    });
    assert.equal(removal.body.data.outcomes[0].status, 409);
  });
});

describe('the search', () => {
  const search = async (query: string, as = ada) => {
    const { status, body } = await app.call('GET', `/api/v2/search?${query}`, { as });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ resource, title }: Record<string, string>) => `${resource} ${title}`);
  };

  test('finds records of all kinds, those first whose name begins so, and none of another Account', async () => {
    const add = (plural: string, body: object) => app.call('POST', `/api/v2/${plural}`, { as: ada, body });
    await add('clients', { name: 'The Zebra Company' });
    await add('clients', { name: 'Zebra' });
    await add('contacts', { name: 'Zoe', description: 'likes zebras' });
    await add('deals', { title: 'Zebra crossing', client_uuid });
    await add('notes', { body: 'A zebra', records: [{ resource: 'client', uuid: client_uuid }] });
    assert.deepEqual(await search('q=zebra'), [
      'client Zebra',
      'client The Zebra Company',
      'contact Zoe',
      'deal Zebra crossing',
      'note A zebra',
    ]);
    assert.deepEqual(await search('q=zebra&resources=deal,note&limit=1'), [
      'deal Zebra crossing',
      'note A zebra',
    ]);
    assert.deepEqual(await search('q=zebra', eve), []);
  });

  test('is refused for a kind that is none', async () => {
    const { status, body } = await app.call('GET', '/api/v2/search?q=a&resources=pipeline', { as: ada });
    assert.deepEqual([status, body.errors[0].pointer], [400, 'resources']);
  });
});

test('the board shows the open deals of each stage, how many they are and what they are worth', async () => {
  const { uuid, stages } = (await app.call('POST', '/api/v2/pipelines', { as: ada, body: { name: 'Board' } }))
    .body.data;
  const add = (title: string, more: object) =>
    app.call('POST', '/api/v2/deals', {
      as: ada,
      body: { title, client_uuid, stage_uuid: stages[0].uuid, ...more },
    });
  await add('A', { amount: '10.50', currency: 'EUR' });
  await add('B', { amount: '2', currency: 'EUR', owner_uuid: ada.uuid });
  await add('C', { amount: '7', currency: 'USD' });
  await add('Won', { amount: '99', currency: 'EUR', status: 'won' });
  const board = async (query = '', as = ada) =>
    app.call('GET', `/api/v2/deals/board?pipeline_uuid=${uuid}${query}`, { as });
  const [first, second] = (await board()).body.data.stages;
  assert.deepEqual(first.amounts, [
    { currency: 'EUR', amount: '12.50' },
    { currency: 'USD', amount: '7.00' },
  ]);
  assert.deepEqual(
    [first.count, first.deals.map(({ title }: { title: string }) => title)],
    [3, ['C', 'B', 'A']],
  );
  assert.deepEqual([second.count, second.deals], [0, []]);
  const mine = (await board('&filter[owner_uuid]=me')).body.data.stages[0];
  assert.deepEqual([mine.count, mine.deals[0].title], [1, 'B']);
  assert.equal((await board('', eve)).status, 404);
});
