import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { sendCsv } from './import/testing/import-requests.ts';
import { describeKind, type World, worldOf } from './testing/kind-suite.ts';

let app: TestApp;
let ada: TestUser;
let eve: TestUser;
let client_uuid: string;
let world: World;

before(async () => {
  app = await startTestApp();
  world = await worldOf(app);
  ({ ada, eve, client_uuid } = world);
});
after(() => app.close());

for (const definition of RECORDS as readonly RecordDefinition[]) describeKind(definition, () => world);

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

  test('finds what has all the words, in whatever order, however many have the longest of them', async () => {
    const rows = Array.from({ length: 4100 }, (_, index) => `Wholesaler ${index + 1}`);
    assert.equal((await sendCsv(app, ada, `name\n${rows.join('\n')}\n`)).status, 200);
    assert.deepEqual(await search('q=4077 whole'), ['client Wholesaler 4077']);
    assert.deepEqual(await search('q=company zebra the'), ['client The Zebra Company']);
    assert.deepEqual(await search('q=zebra nobody'), []);
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

test('a stage of the board has the last that entered it first, and goes on to the last one', async () => {
  const [{ uuid, stages }] = (await app.call('GET', '/api/v2/pipelines', { as: ada })).body.data;
  const [, , from, to] = stages;
  const create = (title: string, stage_uuid: string) => ({
    action: 'create',
    fields: { title, stage_uuid, client_uuid },
  });
  const client_uuid = (await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Many' } })).body
    .data.uuid;
  const old = (await app.call('POST', '/api/v2/deals', { as: ada, body: create('Old', from.uuid).fields }))
    .body.data;
  for (const [first, count] of [
    [0, 100],
    [100, 7],
  ] as const) {
    app.clock.advance(1000);
    for (let n = 0; n < count; n += 1)
      await app.call('POST', '/api/v2/deals', { as: ada, body: create(`N ${first + n}`, to.uuid).fields });
  }
  app.clock.advance(1000);
  await app.call('PATCH', `/api/v2/deals/${old.uuid}`, { as: ada, body: { stage_uuid: to.uuid } });
  const path = `/api/v2/deals/board?pipeline_uuid=${uuid}`;
  const stage = (body: { data: { stages: Record<string, never>[] } }) =>
    body.data.stages.find(({ stage_uuid }) => stage_uuid === to.uuid) as unknown as {
      count: number;
      next_cursor: string | null;
      deals: { title: string }[];
    };
  let read = stage((await app.call('GET', path, { as: ada })).body);
  assert.deepEqual([read.count, read.deals.length, read.deals[0]!.title], [108, 50, 'Old']);
  const seen = read.deals.map(({ title }) => title);
  while (read.next_cursor) {
    const { body } = await app.call('GET', `${path}&stage_uuid=${to.uuid}&cursor=${read.next_cursor}`, {
      as: ada,
    });
    assert.equal(body.data.stages.length, 1);
    read = stage(body);
    seen.push(...read.deals.map(({ title }) => title));
  }
  assert.deepEqual([seen.length, new Set(seen).size], [108, 108]);
  for (const query of [
    '&cursor=abc',
    `&stage_uuid=${client_uuid}`,
    `&cursor=${'A'.repeat(20)}&stage_uuid=${to.uuid}`,
  ])
    assert.equal((await app.call('GET', `${path}${query}`, { as: ada })).status, 400, query);
});
