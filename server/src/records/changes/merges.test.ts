import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
});
after(() => app.close());

/** Calls the API; returns the data and the change. */
async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v2/${path}`, { as: ada, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return { data: answer.body?.data, change: answer.headers.get('x-change-uuid')! };
}

const add = async (plural: string, fields: object) => (await call('POST', plural, fields)).data;
const read = (path: string) => app.call('GET', `/api/v2/${path}`, { as: ada, redirect: 'manual' });
const undo = async (change: string) => (await call('POST', `changes/${change}/undo`)).data;
const merge = async (into: string, from_uuid: string, more: object = {}) =>
  (await call('POST', `clients/${into}/merge`, { from_uuid, ...more })).change;

/** A record without what every change of it moves. */
function valuesOf({ version: _, updated_at: __, ...values }: Record<string, unknown>) {
  return values;
}

test('a merge in which the one that stays took the external_id is taken back whole', async () => {
  const stays = await add('clients', { name: 'Stays' });
  const goes = await add('clients', { name: 'Goes', external_id: 'E-1', industry: 'Tools' });
  const deal = await add('deals', { title: 'Website', client_uuid: goes.uuid });
  const change = await merge(stays.uuid, goes.uuid);
  assert.equal((await read(`clients/${stays.uuid}`)).body.data.external_id, 'E-1');
  const { undone, kept } = await undo(change);
  assert.deepEqual([undone, kept], [3, []]);
  for (const [path, before] of [
    ['clients', stays],
    ['clients', goes],
    ['deals', deal],
  ]) {
    const { body } = await read(`${path}/${before.uuid}`);
    assert.deepEqual(valuesOf(body.data), valuesOf(before));
  }
});

test('the one that stayed has its own next task and last contact again', async () => {
  const stays = await add('clients', { name: 'Has no task' });
  const goes = await add('clients', { name: 'Has tasks', industry: 'Tools' });
  const about = [{ resource: 'client', uuid: goes.uuid }];
  await add('tasks', { title: 'Call', due_on: '2031-05-06', records: about });
  await add('tasks', { title: 'Met', type: 'meeting', status: 'completed', records: about });
  const before = [
    (await read(`clients/${stays.uuid}`)).body.data,
    (await read(`clients/${goes.uuid}`)).body.data,
  ];
  const change = await merge(stays.uuid, goes.uuid);
  assert.equal((await read(`clients/${stays.uuid}`)).body.data.next_task_due_on, '2031-05-06');
  assert.deepEqual((await undo(change)).kept, []);
  for (const { uuid, next_task_due_on, last_activity_at } of before) {
    const { data } = (await read(`clients/${uuid}`)).body;
    assert.deepEqual([data.next_task_due_on, data.last_activity_at], [next_task_due_on, last_activity_at]);
  }
});

test('a chain of merges is taken back from its end, to what was before each', async () => {
  const made = await add('clients', { name: 'A', external_id: 'A-1', tags: ['a'] });
  const b = await add('clients', { name: 'B', industry: 'Tools' });
  const c = await add('clients', { name: 'C', emails: [{ value: 'c@chain.example' }] });
  const note = await add('notes', { body: 'Seen', records: [{ resource: 'client', uuid: made.uuid }] });
  // The note has told it of an activity.
  const a = (await read(`clients/${made.uuid}`)).body.data;
  const first = await merge(b.uuid, a.uuid);
  const second = await merge(c.uuid, b.uuid);
  assert.deepEqual((await undo(second)).kept, []);
  assert.equal((await read(`clients/${a.uuid}`)).headers.get('location'), `/api/v2/clients/${b.uuid}`);
  assert.deepEqual((await undo(first)).kept, []);
  for (const before of [a, b, c]) {
    assert.deepEqual(valuesOf((await read(`clients/${before.uuid}`)).body.data), valuesOf(before));
  }
  assert.deepEqual((await read(`notes/${note.uuid}`)).body.data.records, note.records);
});

test('the first of two merges is taken back alone, and names what the second has moved on', async () => {
  const [a, b, c] = [
    await add('clients', { name: 'A' }),
    await add('clients', { name: 'B' }),
    await add('clients', { name: 'C' }),
  ];
  const deal = await add('deals', { title: 'Website', client_uuid: a.uuid });
  const first = await merge(b.uuid, a.uuid);
  await merge(c.uuid, b.uuid);
  const { kept } = await undo(first);
  assert.deepEqual(
    kept.map(({ uuid, field, reason }: Record<string, string>) => [uuid, field, reason]),
    [
      [deal.uuid, 'client_uuid', 'It has changed since.'],
      [b.uuid, null, 'The record was deleted since.'],
    ],
  );
  assert.equal((await read(`clients/${a.uuid}`)).body.data.name, 'A');
  assert.equal((await read(`clients/${b.uuid}`)).headers.get('location'), `/api/v2/clients/${c.uuid}`);
  assert.equal((await read(`deals/${deal.uuid}`)).body.data.client_uuid, c.uuid);
});

test('what was edited after a merge stays and is named, and the rest is as before', async () => {
  const stays = await add('clients', { name: 'Stays', industry: null });
  const goes = await add('clients', { name: 'Goes', industry: 'Tools', tags: ['x'] });
  const deal = await add('deals', { title: 'Website', client_uuid: goes.uuid });
  const change = await merge(stays.uuid, goes.uuid, { take: { name: 'from' } });
  await call('PATCH', `clients/${stays.uuid}`, { industry: 'Hammers' });
  await call('PATCH', `deals/${deal.uuid}`, { title: 'Shop' });
  const { kept } = await undo(change);
  assert.deepEqual(kept, [
    { resource: 'client', uuid: stays.uuid, field: 'industry', reason: 'It has changed since.' },
  ]);
  const now = (await read(`clients/${stays.uuid}`)).body.data;
  assert.deepEqual([now.name, now.industry, now.tags], ['Stays', 'Hammers', []]);
  const moved = (await read(`deals/${deal.uuid}`)).body.data;
  assert.deepEqual([moved.title, moved.client_uuid], ['Shop', goes.uuid]);
});

test('an undone merge that is done again leads from the one that goes to the one that stays', async () => {
  const stays = await add('clients', { name: 'Stays' });
  const goes = await add('clients', { name: 'Goes', external_id: 'E-2' });
  const deal = await add('deals', { title: 'Website', client_uuid: goes.uuid });
  const undone = await undo(await merge(stays.uuid, goes.uuid, { take: { external_id: 'into' } }));
  const again = await undo(undone.change_uuid);
  assert.deepEqual(again.kept, []);
  const led = await read(`clients/${goes.uuid}`);
  assert.deepEqual([led.status, led.headers.get('location')], [301, `/api/v2/clients/${stays.uuid}`]);
  assert.equal((await read(`deals/${deal.uuid}`)).body.data.client_uuid, stays.uuid);
  const found = (await read('clients?filter[external_id]=E-2')).body.data;
  assert.deepEqual(found.length, 0, 'the one that stays has no external_id to find it by in a list');
  const taken = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { name: 'O', external_id: 'E-2' },
  });
  assert.deepEqual([taken.status, taken.body.errors[0].uuid], [409, stays.uuid]);
  await undo(again.change_uuid);
  assert.deepEqual(valuesOf((await read(`clients/${goes.uuid}`)).body.data), valuesOf(goes));
});
