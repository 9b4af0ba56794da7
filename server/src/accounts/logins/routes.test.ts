import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Role } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { assertForbids, assertRefused } from '../../testing/assert-forbids.ts';
import { eventsOf } from '../../testing/events.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let team: Team;
let loginsPath: string;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
  loginsPath = `/api/v2/accounts/${team.account_uuid}/logins`;
});
after(() => app.close());

const add = (as: TestUser, email: string, role: Role) =>
  app.call('POST', loginsPath, { as, in_browser: true, body: { email, role, address_confirmed: true } });
const remove = async (as: TestUser, of: TestUser) =>
  app.call('DELETE', await loginPath(of), { as, in_browser: true });
const change = async (as: TestUser, of: TestUser, role: Role) =>
  app.call('PATCH', await loginPath(of), { as, in_browser: true, body: { role } });

async function loginPath(user: TestUser): Promise<string> {
  const found = await app.call('GET', `${loginsPath}?filter[user_uuid]=${user.uuid}`, { as: team.owner });
  return `/api/v2/logins/${found.body.data[0].uuid}`;
}

for (const version of ['v1', 'v2']) {
  test(`GET /api/${version}/logins lists one Login for each Account of the caller, with User and Account nested`, async () => {
    const second = await app.addAccount(team.owner, 'A second one');
    const list = await app.call('GET', `/api/${version}/logins?sort=created_at`, { as: team.owner });
    assert.equal(list.body.data.length, 2);
    const [login] = list.body.data;
    assert.deepEqual(
      [
        login.role,
        login.account_uuid,
        login.account.uuid,
        login.user_uuid,
        login.user.uuid,
        login.user.email,
      ],
      ['owner', team.account_uuid, team.account_uuid, team.owner.uuid, team.owner.uuid, team.owner.email],
    );
    assert.equal('password_hash' in login.user, false);
    const one = await app.call('GET', `/api/${version}/logins?account_uuid=${second}`, { as: team.owner });
    assert.deepEqual(
      one.body.data.map((login: { account_uuid: string }) => login.account_uuid),
      [second],
    );
    const own = { method: 'GET', path: `/api/${version}/logins?account_uuid=${team.account_uuid}` };
    await assertForbids(app, team, own, 'viewer', [team.account_uuid]);
  });
}

test('every member of an Account sees all of its Logins, and can filter them by role', async () => {
  const list = await app.call('GET', `${loginsPath}?sort=role`, { as: team.viewer });
  const roles = list.body.data.map((login: { role: string }) => login.role);
  assert.deepEqual(roles, ['admin', 'member', 'owner', 'viewer']);
  const owners = await app.call('GET', `${loginsPath}?filter[role]=owner`, { as: team.viewer });
  assert.deepEqual(
    owners.body.data.map((login: { user: { email: string } }) => login.user.email),
    [team.owner.email],
  );
  await assertForbids(app, team, { method: 'GET', path: loginsPath }, 'viewer', [
    team.owner.email,
    team.owner.name,
  ]);
  assertRefused(
    await app.call('GET', `${loginsPath}?filter[role]=boss`, { as: team.owner }),
    400,
    'query_invalid',
  );
});

test('the path alone chooses the Account of a list of Logins: account_uuid is refused by name', async () => {
  const refused = await app.call('GET', `${loginsPath}?account_uuid=${team.account_uuid}`, {
    as: team.owner,
  });
  assertRefused(refused, 400, 'query_invalid');
  assert.deepEqual(
    [refused.body.errors[0].pointer, refused.body.errors[0].code],
    ['account_uuid', 'unknown_field'],
  );
});

test('every member of an Account can read its Logins, and nobody else can', async () => {
  const path = await loginPath(team.member);
  const read = await app.call('GET', path, { as: team.viewer });
  assert.deepEqual([read.status, read.body.data.role], [200, 'member']);
  await assertForbids(app, team, { method: 'GET', path }, 'viewer', [team.member.email]);
});

test('adding an unknown or deactivated User, a second Login, or a wrong role is refused', async () => {
  const nobody = await add(team.owner, 'nobody@example.com', 'member');
  assertRefused(nobody, 422, 'fields_invalid');
  assert.deepEqual([nobody.body.errors[0].pointer, nobody.body.errors[0].code], ['/email', 'not_found']);
  const gone = await app.addUser();
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${gone.uuid}`);
  assertRefused(await add(team.owner, gone.email, 'member'), 422, 'fields_invalid');
  assertRefused(await add(team.owner, team.member.email, 'admin'), 409, 'conflict');
  assertRefused(await add(team.owner, gone.email, 'boss' as Role), 422, 'fields_invalid');
});

test('admins can add Users, and only owners can add owners', async () => {
  const friend = await app.addUser();
  const body = { email: friend.email, role: 'viewer', address_confirmed: true };
  await assertForbids(app, team, { method: 'POST', path: loginsPath, body }, 'admin', [friend.uuid]);
  assertRefused(await add(team.admin, friend.email, 'owner'), 403, 'role_insufficient');
  assert.equal((await add(team.owner, friend.email, 'owner')).status, 201);
});

test('an admin changes a role, and the event has the old role', async () => {
  const changed = await change(team.admin, team.viewer, 'member');
  assert.deepEqual([changed.status, changed.body.data.role], [200, 'member']);
  const [event] = await app.db.query<{ body: string }>(
    sql`SELECT body FROM events WHERE resource_uuid = ${changed.body.data.uuid} AND event = 'login.updated'`,
  );
  const { previous, changed_fields, data } = JSON.parse(event!.body);
  assert.deepEqual([previous, changed_fields, data.role], [{ role: 'viewer' }, ['role'], 'member']);
  assert.equal((await change(team.admin, team.viewer, 'member')).status, 200);
  const told = (await eventsOf(app, team.account_uuid)).filter((name) => name === 'login.updated');
  assert.equal(told.length, 1);
});

test('admins can change roles, and only owners can change those of owners', async () => {
  const path = await loginPath(team.viewer);
  await assertForbids(app, team, { method: 'PATCH', path, body: { role: 'admin' } }, 'admin');
  assertRefused(await change(team.admin, team.owner, 'viewer'), 403, 'role_insufficient');
  assertRefused(await change(team.admin, team.admin, 'owner'), 403, 'role_insufficient');
  assertRefused(await change(team.owner, team.viewer, 'boss' as Role), 422, 'fields_invalid');
});

test('the last owner cannot lose that role, and one of two owners can', async () => {
  assertRefused(await change(team.owner, team.owner, 'admin'), 422, 'last_owner');
  assert.equal((await change(team.owner, team.admin, 'owner')).status, 200);
  assert.equal((await change(team.owner, team.owner, 'admin')).status, 200);
});

test('a removed User loses the Account at the next request, and keeps their other Accounts', async () => {
  const own = await app.addAccount(team.member, 'Their own');
  assert.equal((await remove(team.admin, team.member)).status, 204);
  assert.equal((await app.call('GET', `/api/v2/accounts/${own}`, { as: team.member })).status, 200);
  const lost = await app.call('GET', `/api/v2/accounts/${team.account_uuid}`, { as: team.member });
  assertRefused(lost, 404, 'not_found');
  assert.equal((await eventsOf(app, team.account_uuid)).at(-1), 'login.deleted');
});

test('admins can remove members, and only owners can remove owners', async () => {
  const friend = await app.addUser();
  await app.addLogin(team.account_uuid, friend, 'viewer');
  await assertForbids(app, team, { method: 'DELETE', path: await loginPath(friend) }, 'admin');
  assertRefused(await remove(team.admin, team.owner), 403, 'role_insufficient');
  assert.equal((await app.call('GET', loginsPath, { as: team.owner })).body.data.length, 5);
});

test('every member can leave by themself, except the last owner', async () => {
  for (const user of [team.viewer, team.member, team.admin]) {
    assert.equal((await remove(user, user)).status, 204, user.name);
  }
  assertRefused(await remove(team.owner, team.owner), 422, 'last_owner');
  const friend = await app.addUser();
  await app.addLogin(team.account_uuid, friend, 'owner');
  assert.equal((await remove(team.owner, team.owner)).status, 204);
});

test('a deactivated owner does not count: the last active one cannot leave', async () => {
  const friend = await app.addUser();
  await app.addLogin(team.account_uuid, friend, 'owner');
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${friend.uuid}`);
  assertRefused(await remove(team.owner, team.owner), 422, 'last_owner');
});

test('of two owners who leave at the same moment, one stays', async () => {
  const friend = await app.addUser();
  await app.addLogin(team.account_uuid, friend, 'owner');
  const paths = [await loginPath(team.owner), await loginPath(friend)];
  const answers = await Promise.all([
    app.call('DELETE', paths[0]!, { as: team.owner, in_browser: true }),
    app.call('PATCH', paths[1]!, { as: friend, in_browser: true, body: { role: 'viewer' } }),
  ]);
  const refused = answers.filter(({ status }) => status === 422);
  assert.equal(refused.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body])));
  assertRefused(refused[0]!, 422, 'last_owner');
});
