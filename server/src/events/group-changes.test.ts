import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Event } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { loneUuid } from '../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  bob = await app.addUser('Bob');
  account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, bob, 'member');
});
after(() => app.close());

const create = (as: TestUser, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/v2/clients', { as, body: { account_uuid, name: 'Change' }, headers });

async function eventsOf(uuid: string): Promise<Event[]> {
  return (await app.call('GET', `/api/v2/clients/${uuid}/events`, { as: ada })).body.data;
}

test('each request that writes is a change of its own, which its answer and its event name', async () => {
  const [one, other] = [await create(ada), await create(ada)];
  const change_uuid = one.headers.get('x-change-uuid');
  assert.notEqual(change_uuid, other.headers.get('x-change-uuid'));
  assert.deepEqual(
    (await eventsOf(one.body.data.uuid)).map((event) => event.change_uuid),
    [change_uuid],
  );
});

test('a request that only reads is no change', async () => {
  const { headers } = await app.call('GET', '/api/v2/clients', { as: ada });
  assert.equal(headers.get('x-change-uuid'), null);
});

test('a request that changes nothing names a change that is not found, until another of it writes', async () => {
  const { uuid } = (await create(ada)).body.data;
  const rename = (name: string, headers = {}) =>
    app.call('PATCH', `/api/v2/clients/${uuid}`, { as: ada, body: { name }, headers });
  const nothing = await rename('Change');
  const change_uuid = nothing.headers.get('x-change-uuid')!;
  const status = async () => (await app.call('GET', `/api/v2/changes/${change_uuid}`, { as: ada })).status;
  assert.deepEqual([nothing.status, await status()], [200, 404]);
  // So a program can take the header of its first request for those that follow.
  assert.equal((await rename('Changed', { 'x-change-uuid': change_uuid })).status, 200);
  assert.equal(await status(), 200);
});

test('several requests of one User become one change by their header', async () => {
  const change_uuid = loneUuid(app.clock.now());
  const headers = { 'x-change-uuid': change_uuid.toUpperCase() };
  const created = await create(ada, headers);
  const { uuid } = created.body.data;
  await app.call('PATCH', `/api/v2/clients/${uuid}`, { as: ada, body: { name: 'Other' }, headers });
  assert.equal(created.headers.get('x-change-uuid'), change_uuid);
  assert.deepEqual(
    (await eventsOf(uuid)).map((event) => event.change_uuid),
    [change_uuid, change_uuid],
  );
});

test('a request cannot join the change of somebody else', async () => {
  const headers = { 'x-change-uuid': loneUuid(app.clock.now()) };
  await create(ada, headers);
  assert.equal((await create(bob, headers)).status, 409);
});

for (const [what, header] of [
  ['text', 'mine'],
  ['a uuid without a time', '3f0a8e5e-9f3c-4b0e-9d0b-6a3b2f1c4d5e'],
  ['the uuid of a change that began two days ago', loneUuid(new Date('2026-11-18T09:00:00Z'))],
  ['a uuid of tomorrow', loneUuid(new Date('2026-11-21T09:00:00Z'))],
] as const) {
  test(`X-Change-Uuid must not be ${what}`, async () => {
    const { status, body } = await create(ada, { 'x-change-uuid': header });
    assert.deepEqual([status, body.code], [400, 'header_invalid']);
  });
}

test('an event says in the database from where its change came', async () => {
  const batch = await app.call('POST', '/api/v2/clients/batch', {
    as: ada,
    body: { account_uuid, operations: [{ action: 'create', data: { name: 'Batch' } }] },
  });
  const sources = await app.db.query<{ source: string }>(
    sql`SELECT source FROM events WHERE change_uuid = ${batch.headers.get('x-change-uuid')}`,
  );
  assert.deepEqual(sources, [{ source: 'batch' }]);
});
