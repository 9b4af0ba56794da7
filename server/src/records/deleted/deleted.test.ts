import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { clients } from '../../crm/clients/kind.ts';
import { assertForbids, assertRefused } from '../../testing/assert-forbids.ts';
import { addApplication, callWith, connect, signedIn } from '../../testing/oauth-flow.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { purgeRecordsOf } from '../purge.ts';

const CLIENTS = '/api/v2/clients';
const DELETED = '/api/v2/clients/deleted';
const MINUTE_MS = 60_000;
const DAYS_30_MS = 30 * 86_400_000;

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
});
after(() => app.close());

/** Creates a Client, deletes it and returns its uuid. */
async function deleted(as: TestUser, fields: object): Promise<string> {
  const { body } = await app.call('POST', CLIENTS, { as, body: fields });
  assert.equal((await app.call('DELETE', `${CLIENTS}/${body.data.uuid}`, { as })).status, 204);
  return body.data.uuid;
}

async function names(as: TestUser, query = ''): Promise<string> {
  const { status, body } = await app.call('GET', DELETED + query, { as });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name).join(' ');
}

const restore = (as: TestUser, uuid: string) => app.call('POST', `${CLIENTS}/${uuid}/restore`, { as });

/** A User with an Account of their own. */
async function addOwner(): Promise<TestUser> {
  const user = await app.addUser();
  await app.addAccount(user);
  return user;
}

test('deleted Clients are listed page by page, latest deletion first, without other Clients', async () => {
  const ada = await addOwner();
  for (const name of ['First', 'Second', 'Third']) {
    await deleted(ada, { name });
    app.clock.advance(MINUTE_MS);
  }
  await app.call('POST', CLIENTS, { as: ada, body: { name: 'Alive' } });
  const first = await app.call('GET', `${DELETED}?limit=2&include=total`, { as: ada });
  assert.deepEqual([first.body.data.length, first.body.total], [2, 3]);
  const last = await app.call('GET', `${DELETED}?limit=2&cursor=${first.body.next_cursor}`, { as: ada });
  const all = [...first.body.data, ...last.body.data].map(({ name }) => name);
  assert.deepEqual([all, last.body.next_cursor], [['Third', 'Second', 'First'], null]);
  assert.equal(await names(ada, '?sort=deleted_at'), 'First Second Third');
});

test('a deleted Client has its former fields, the time of its deletion and the end of the 30 days', async () => {
  const ada = await addOwner();
  const { data } = (await app.call('POST', CLIENTS, { as: ada, body: { name: '3M', tags: ['a'] } })).body;
  const deleted_at = app.clock.now();
  await app.call('DELETE', `${CLIENTS}/${data.uuid}`, { as: ada });
  const [listed] = (await app.call('GET', DELETED, { as: ada })).body.data;
  const inApi = (time: Date) => time.toISOString().replace('Z', '+00:00');
  const { deleted_by, ...rest } = listed;
  assert.equal(deleted_by.user_uuid, ada.uuid);
  assert.deepEqual(rest, {
    ...data,
    deleted_at: inApi(deleted_at),
    restorable_until: inApi(new Date(deleted_at.getTime() + DAYS_30_MS)),
  });
});

test('a deleted Client shows who deleted it last, and by which token', async () => {
  const account_uuid = team.account_uuid;
  const uuid = await deleted(team.member, { account_uuid, name: 'Deleted twice' });
  const deletedBy = async () => {
    const { body } = await app.call('GET', `${DELETED}?q=twice`, { as: team.viewer });
    const { user_uuid, type, name } = body.data[0].deleted_by;
    return { user_uuid, type, name };
  };
  const by = (user: TestUser) => ({ user_uuid: user.uuid, type: 'personal_access_token', name: 'test' });
  assert.deepEqual(await deletedBy(), by(team.member));
  await restore(team.owner, uuid);
  await app.call('DELETE', `${CLIENTS}/${uuid}`, { as: team.owner });
  assert.deepEqual(await deletedBy(), by(team.owner));
});

test('deleted Clients can be searched, and filtered by the time of their deletion', async () => {
  const ada = await addOwner();
  await deleted(ada, { name: 'Estée Lauder', external_id: 'EL-1' });
  app.clock.advance(MINUTE_MS);
  const between = encodeURIComponent(app.clock.now().toISOString());
  await deleted(ada, { name: 'Delta' });
  assert.equal(await names(ada, '?q=estee'), 'Estée Lauder');
  assert.equal(await names(ada, '?q=EL-1'), 'Estée Lauder');
  assert.equal(await names(ada, '?q=nobody'), '');
  assert.equal(await names(ada, `?filter[deleted_at][gte]=${between}`), 'Delta');
  assert.equal(await names(ada, `?filter[deleted_at][lt]=${between}`), 'Estée Lauder');
  assertRefused(await app.call('GET', `${DELETED}?sort=name`, { as: ada }), 400, 'query_invalid');
  assertRefused(await app.call('GET', `${DELETED}?filter[name]=Delta`, { as: ada }), 400, 'query_invalid');
});

test('a deleted Client is listed exactly as long as it can be restored, even before it is purged', async () => {
  const ada = await addOwner();
  const [one, other] = [await deleted(ada, { name: 'One' }), await deleted(ada, { name: 'Other' })];
  app.clock.advance(DAYS_30_MS);
  await purgeRecordsOf(clients, app.db, app.clock);
  assert.equal((await names(ada)).length, 'One Other'.length);
  assert.equal((await restore(ada, one)).status, 200);
  assert.equal(await names(ada), 'Other');
  app.clock.advance(1);
  const over = await app.call('GET', `${DELETED}?include=total`, { as: ada });
  assert.deepEqual([over.body.data, over.body.total], [[], 0]);
  assertRefused(await restore(ada, other), 404, 'not_found');
});

test('a Client restored at the last moment is not purged', async () => {
  const ada = await addOwner();
  const uuid = await deleted(ada, { name: 'Saved' });
  app.clock.advance(DAYS_30_MS);
  const purge = await app.db.transaction(async (tx) => {
    await tx.query(sql`UPDATE clients SET deleted_at = NULL WHERE uuid = ${uuid}`);
    app.clock.advance(1);
    const purging = purgeRecordsOf(clients, app.db, app.clock);
    await until('the purge to wait', async () => {
      const waiting = await app.db.query(sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return waiting.length > 0;
    });
    return { purging };
  });
  await purge.purging;
  assert.equal((await app.call('GET', `${CLIENTS}/${uuid}`, { as: ada })).status, 200);
});

test('a cursor still works after the Client it came from is restored', async () => {
  const ada = await addOwner();
  for (const name of ['Last', 'Next', 'First']) {
    await deleted(ada, { name });
    app.clock.advance(MINUTE_MS);
  }
  const { data, next_cursor } = (await app.call('GET', `${DELETED}?limit=1`, { as: ada })).body;
  await restore(ada, data[0].uuid);
  assert.equal(await names(ada, `?limit=1&cursor=${next_cursor}`), 'Next');
});

test('the cursor of another list is refused', async () => {
  const ada = await addOwner();
  for (const name of ['A', 'B']) {
    await deleted(ada, { name });
    await app.call('POST', CLIENTS, { as: ada, body: { name } });
  }
  for (const [from, to] of [
    [CLIENTS, DELETED],
    [DELETED, CLIENTS],
  ]) {
    const { next_cursor } = (await app.call('GET', `${from}?limit=1`, { as: ada })).body;
    const refused = await app.call('GET', `${to}?limit=1&cursor=${next_cursor}`, { as: ada });
    assertRefused(refused, 400, 'cursor_invalid');
  }
});

test('viewers can read deleted Clients, members can restore them, and nobody else sees them', async () => {
  const { account_uuid } = team;
  const name = 'Very private';
  const uuid = await deleted(team.member, { account_uuid, name });
  const listed = { method: 'GET', path: `${DELETED}?account_uuid=${account_uuid}` };
  await assertForbids(app, team, listed, 'viewer', [name]);
  assert.equal(await names(team.viewer, `?account_uuid=${account_uuid.toUpperCase()}`), name);
  assert.equal(await names(team.stranger, '?q=private'), '');
  assertRefused(await restore(team.viewer, uuid), 403, 'role_insufficient');
  assertRefused(await restore(team.stranger, uuid), 404, 'not_found');
  assert.equal((await restore(team.member, uuid.toUpperCase())).status, 200);
});

test('deleted Clients are hidden from former members, and when the Account itself is deleted', async () => {
  const ada = await addOwner();
  const grace = await app.addUser();
  const kept = await app.addAccount(grace, 'Kept');
  const lost = await app.addAccount(ada, 'Lost');
  await app.addLogin(lost, grace, 'member');
  await deleted(grace, { account_uuid: kept, name: 'Mine' });
  app.clock.advance(MINUTE_MS);
  for (const name of ['Theirs', 'Newest']) {
    await deleted(grace, { account_uuid: lost, name });
    app.clock.advance(MINUTE_MS);
  }
  const { access_token } = await connect(app, await signedIn(app, grace), await addApplication(app));
  const seenByApplication = async () =>
    (await callWith(app, access_token, DELETED)).body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await seenByApplication(), ['Newest', 'Theirs', 'Mine']);
  const { next_cursor } = (await app.call('GET', `${DELETED}?limit=1`, { as: grace })).body;

  const logins = (await app.call('GET', `/api/v2/accounts/${lost}/logins`, { as: ada })).body.data;
  const { uuid } = logins.find(({ user }: { user: { uuid: string } }) => user.uuid === grace.uuid);
  assert.equal(
    (await app.call('DELETE', `/api/v2/logins/${uuid}`, { as: ada, in_browser: true })).status,
    204,
  );
  assert.equal(await names(grace, `?limit=1&cursor=${next_cursor}`), 'Mine');
  assert.deepEqual(await seenByApplication(), ['Mine']);
  assertRefused(await app.call('GET', `${DELETED}?account_uuid=${lost}`, { as: grace }), 404, 'not_found');

  await app.call('DELETE', `/api/v2/accounts/${kept}?confirm_name=Kept`, { as: grace, in_browser: true });
  const none = await app.call('GET', `${DELETED}?include=total`, { as: grace });
  assert.deepEqual([none.body.data, none.body.total], [[], 0]);
});

test('a Client whose external_id was taken meanwhile stays deleted, and the refusal says what to do', async () => {
  const ada = await addOwner();
  const uuid = await deleted(ada, { name: 'Before', external_id: 'X-1' });
  await app.call('POST', CLIENTS, { as: ada, body: { name: 'After', external_id: 'X-1' } });
  const refused = await restore(ada, uuid);
  assertRefused(refused, 409, 'conflict');
  assert.match(refused.body.detail, /"X-1".*[Cc]hange it there, then restore/);
  assert.equal(await names(ada), 'Before');
});
