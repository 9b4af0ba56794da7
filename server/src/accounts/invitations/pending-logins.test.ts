import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Role } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { assertForbids, assertRefused } from '../../testing/assert-forbids.ts';
import { eventsOf } from '../../testing/events.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../../testing/test-app.ts';

/** Without a mail server, as most begin: links are copied by whoever invites. */
let app: TestApp;
let team: Team;
let path: string;
let guests = 0;

before(async () => {
  app = await startTestApp({ mails_prove_addresses: false });
});
beforeEach(async () => {
  team = await addTeam(app);
  path = `/api/v2/accounts/${team.account_uuid}`;
  app.mails.length = 0;
});
after(() => app.close());

const browser = (as: TestUser, body?: object) => ({ as, in_browser: true, body });
const add = (as: TestUser, email: string, role: Role = 'member', address_confirmed = true) =>
  app.call('POST', `${path}/logins`, browser(as, { email, role, address_confirmed }));
const answerOf = (as: TestUser, uuid: string, how: 'accept' | 'decline') =>
  how === 'accept'
    ? app.call('POST', `/api/v2/pending-logins/${uuid}/accept`, browser(as))
    : app.call('DELETE', `/api/v2/pending-logins/${uuid}`, browser(as));
const pendingOf = async (as: TestUser) =>
  (await app.call('GET', '/api/v2/pending-logins', { as })).body.data as { uuid: string }[];
const reads = async (as: TestUser) => (await app.call('GET', path, { as })).status === 200;

/** The code of the link that `as` takes and hands over themself. */
async function linkOf(as: TestUser, account_uuid: string, email: string, role: Role): Promise<string> {
  const invite = `/api/v2/accounts/${account_uuid}/invitations`;
  const { uuid } = (await app.call('POST', invite, browser(as, { email, role }))).body.data;
  const { link } = (await app.call('POST', `/api/v2/invitations/${uuid}/link`, browser(as))).body.data;
  return /code=(\w+)/.exec(link)![1]!;
}

function accept(code: string, more: object = {}, headers: Record<string, string> = {}) {
  const body = { code, ...more };
  return app.call('POST', '/web/invitations/accept', { headers: { origin: app.base_url, ...headers }, body });
}

test('a User whom somebody made for the address of another gets no Login by a link that the other opens', async () => {
  const email = `eli${++guests}@victim.example`;
  const own = await linkOf(team.stranger, team.stranger_account_uuid, email, 'viewer');
  assert.equal((await accept(own, { name: 'Eli', password: TEST_PASSWORD })).status, 200);

  const code = await linkOf(team.owner, team.account_uuid, email, 'admin');
  const headers = { origin: app.base_url };
  const lookUp = await app.call('POST', '/web/invitations/look-up', { headers, body: { code } });
  assert.deepEqual([lookUp.body.data.is_user, lookUp.body.data.is_signed_in], [true, false]);
  const refused = await accept(code, { name: 'Eli', password: 'another long password' });
  assertRefused(refused, 403, 'session_required');
  assert.match(refused.body.detail, /ask the operator of this Rapport to hand it over to you/);
  const { data } = (await app.call('GET', `${path}/logins`, { as: team.owner })).body;
  assert.ok(!data.some((login: { user: { email: string } }) => login.user.email === email));
});

test('an existing User accepts the link while signed in as that User, and not as another', async () => {
  const code = await linkOf(team.owner, team.account_uuid, team.stranger.email, 'member');
  const other = { ...browser(team.viewer), body: { code } };
  assertRefused(await app.call('POST', '/web/invitations/accept', other), 403, 'session_required');
  assert.equal(await reads(team.stranger), false);
  const own = { ...browser(team.stranger), body: { code } };
  assert.equal((await app.call('POST', '/web/invitations/accept', own)).status, 200);
  assert.equal(await reads(team.stranger), true);
});

test('a User who is added has no access, in no list, until they accept; then the event is recorded', async () => {
  const { stranger } = team;
  const added = await add(team.admin, stranger.email.toUpperCase());
  assert.equal(added.status, 201);
  const { uuid, status, email, email_verified, user_uuid } = added.body.data;
  assert.deepEqual(
    [status, email, email_verified, user_uuid],
    ['pending', stranger.email, false, stranger.uuid],
  );
  assert.equal(await reads(stranger), false);
  for (const version of ['v1', 'v2']) {
    const { data } = (await app.call('GET', `/api/${version}/logins`, { as: stranger })).body;
    assert.equal(data.length, 1);
  }
  assert.equal((await app.call('GET', `${path}/logins`, { as: team.owner })).body.data.length, 4);
  assert.deepEqual(
    (await pendingOf(stranger)).map((one) => one.uuid),
    [uuid],
  );
  const before = await eventsOf(app, team.account_uuid);
  assert.equal((await answerOf(stranger, uuid, 'accept')).status, 200);
  assert.equal(await reads(stranger), true);
  const after = await eventsOf(app, team.account_uuid);
  assert.deepEqual(after.slice(before.length), ['login.created']);
  assert.deepEqual(await pendingOf(stranger), []);
  assertRefused(await answerOf(stranger, uuid, 'accept'), 404, 'not_found');
});

test('a User whose address nobody has proven is added only by a caller who has asked the person', async () => {
  const { stranger } = team;
  for (const role of ['viewer', 'admin'] as const) {
    const refused = await add(team.owner, stranger.email, role, false);
    assertRefused(refused, 422, 'fields_invalid');
    assert.deepEqual(refused.body.errors[0].pointer, '/address_confirmed');
  }
  assert.deepEqual(await pendingOf(stranger), []);
  await app.db.query(sql`UPDATE users SET email_verified_at = now() WHERE uuid = ${stranger.uuid}`);
  assert.equal((await add(team.owner, stranger.email, 'admin', false)).status, 201);
});

test('a User who declines gets no access, and can be asked again', async () => {
  const { stranger } = team;
  const { uuid } = (await add(team.owner, stranger.email)).body.data;
  assert.equal((await answerOf(stranger, uuid, 'decline')).status, 204);
  assertRefused(await answerOf(stranger, uuid, 'accept'), 404, 'not_found');
  assert.equal(await reads(stranger), false);
  assert.equal((await add(team.owner, stranger.email)).status, 201);
});

test('nobody but the User accepts, and no token does it for them', async () => {
  const { stranger } = team;
  const { uuid } = (await add(team.owner, stranger.email)).body.data;
  for (const as of [team.owner, team.viewer])
    assertRefused(await answerOf(as, uuid, 'accept'), 404, 'not_found', as.name);
  const byToken = await app.call('POST', `/api/v2/pending-logins/${uuid}/accept`, { as: stranger });
  assertRefused(byToken, 403, 'session_required');
  const read = { method: 'GET', path: `/api/v2/pending-logins/${uuid}` };
  assert.equal((await app.call('GET', read.path, { as: team.viewer })).status, 403);
  assert.equal((await app.call('GET', read.path, { as: team.admin })).status, 200);
  assert.equal(await reads(stranger), false);
});

test('the Account sees whom it waits for, and withdraws it', async () => {
  const { stranger } = team;
  const { uuid } = (await add(team.owner, stranger.email)).body.data;
  const [shown] = (await app.call('GET', `${path}/invitations`, { as: team.admin })).body.data;
  assert.deepEqual([shown.uuid, shown.user_uuid, shown.email_verified], [uuid, stranger.uuid, false]);
  assertRefused(
    await app.call('POST', `/api/v2/invitations/${uuid}/link`, browser(team.admin)),
    409,
    'conflict',
  );
  assert.equal((await app.call('DELETE', `/api/v2/invitations/${uuid}`, browser(team.admin))).status, 204);
  assertRefused(await answerOf(stranger, uuid, 'accept'), 404, 'not_found');
});

test('a pending Login ends when the member who asked may no longer ask', async () => {
  const { stranger } = team;
  const { uuid } = (await add(team.admin, stranger.email)).body.data;
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${team.admin.uuid}`);
  assert.deepEqual(await pendingOf(stranger), []);
  assertRefused(await answerOf(stranger, uuid, 'accept'), 404, 'not_found');
});

test('an unknown or deactivated User, a second Login, and a wrong role are refused', async () => {
  const nobody = await add(team.owner, 'nobody@example.com');
  assertRefused(nobody, 422, 'fields_invalid');
  assert.deepEqual([nobody.body.errors[0].pointer, nobody.body.errors[0].code], ['/email', 'not_found']);
  const gone = await app.addUser();
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${gone.uuid}`);
  assertRefused(await add(team.owner, gone.email), 422, 'fields_invalid');
  assertRefused(await add(team.owner, team.member.email, 'admin'), 409, 'conflict');
  assertRefused(await add(team.owner, gone.email, 'boss' as Role), 422, 'fields_invalid');
});

test('admins can ask Users, and only owners can ask somebody to be an owner', async () => {
  const friend = await app.addUser();
  const body = { email: friend.email, role: 'viewer', address_confirmed: true };
  const ask = { method: 'POST', path: `${path}/logins`, body };
  await assertForbids(app, team, ask, 'admin', [friend.uuid]);
  assertRefused(await add(team.admin, friend.email, 'owner'), 403, 'role_insufficient');
  assert.equal((await add(team.owner, friend.email, 'owner')).status, 201);
});

test('an address is proven by a link that was mailed, and not by one that was handed over before', async (t) => {
  const mailed = await startTestApp();
  t.after(() => mailed.close());
  const owner = await mailed.addUser();
  const account = `/api/v2/accounts/${await mailed.addAccount(owner)}`;
  const email = 'grace@example.org';
  const invitation = { email, role: 'viewer' };
  await mailed.call('POST', `${account}/invitations`, { ...browser(owner), body: invitation });
  await mailed.jobs.finished();
  const code = /code=(\w+)/.exec(mailed.mails.at(-1)!.text)![1]!;
  // As if it had been made before the mail server was set up.
  const acceptIn = (asked: string, name: string) =>
    mailed.call('POST', '/web/invitations/accept', {
      headers: { origin: mailed.base_url },
      body: { code: asked, name, password: TEST_PASSWORD },
    });
  assert.equal((await acceptIn(code, 'Grace')).status, 200);
  const second = { email: 'later@example.org', role: 'viewer' };
  await mailed.call('POST', `${account}/invitations`, { ...browser(owner), body: second });
  await mailed.jobs.finished();
  await mailed.db.query(sql`UPDATE invitations SET is_mailed = false WHERE email = ${second.email}`);
  const later = /code=(\w+)/.exec(mailed.mails.at(-1)!.text)![1]!;
  assert.equal((await acceptIn(later, 'Later')).status, 200);
  const { data } = (await mailed.call('GET', `${account}/logins`, { as: owner })).body;
  const proven = data.map(({ user }: { user: { email: string; email_verified: boolean } }) => [
    user.email,
    user.email_verified,
  ]);
  assert.deepEqual(Object.fromEntries(proven), {
    [owner.email]: false,
    [email]: true,
    [second.email]: false,
  });
});
