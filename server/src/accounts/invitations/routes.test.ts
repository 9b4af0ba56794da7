import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Role } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { overtake } from '../../testing/overtake.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let team: Team;
let guests = 0;
/** The address of the invited person. */
let email: string;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
  email = `guest${++guests}@example.com`;
  await app.jobs.finished();
  app.mails.length = 0;
});
after(() => app.close());

async function invite(as: TestUser, role: Role, headers = {}) {
  const path = `/api/v2/accounts/${team.account_uuid}/invitations`;
  const answer = await app.call('POST', path, { as, in_browser: true, body: { email, role }, headers });
  await app.jobs.finished();
  return answer;
}

const newestCode = () => /code=(\w+)/.exec(app.mails.at(-1)!.text)![1]!;

function accept(code: string, headers: Record<string, string> = {}, name = 'Guest') {
  const body = { code, name, password: TEST_PASSWORD };
  return app.call('POST', '/web/invitations/accept', { headers: { origin: app.base_url, ...headers }, body });
}

const acceptAs = (as: TestUser, code: string) =>
  app.call('POST', '/web/invitations/accept', { as, in_browser: true, body: { code } });

async function listed(as: TestUser): Promise<string[]> {
  const answer = await app.call('GET', `/api/v2/accounts/${team.account_uuid}/invitations`, { as });
  return answer.body.data.map((invitation: { uuid: string }) => invitation.uuid);
}

async function withdraw(as: TestUser, uuid: string) {
  return app.call('DELETE', `/api/v2/invitations/${uuid}`, { as, in_browser: true });
}

async function loginOf(user: TestUser): Promise<string> {
  const path = `/api/v2/accounts/${team.account_uuid}/logins`;
  const { data } = (await app.call('GET', path, { as: team.owner })).body;
  return data.find((login: { user_uuid: string }) => login.user_uuid === user.uuid).uuid;
}

async function changeRole(user: TestUser, role: Role): Promise<void> {
  const path = `/api/v2/logins/${await loginOf(user)}`;
  assert.equal(
    (await app.call('PATCH', path, { as: team.owner, in_browser: true, body: { role } })).status,
    200,
  );
}

async function auditOf(user: TestUser, action: string): Promise<{ account_uuid: string; details: object }[]> {
  return app.db.query(sql`
    SELECT account_uuid, details FROM audit_log WHERE user_uuid = ${user.uuid} AND action = ${action}`);
}

test('an invitation shows the name of the User who sends it, not of their token', async () => {
  assert.equal((await invite(team.admin, 'member')).status, 201);
  const [mail] = app.mails;
  assert.equal(mail!.to, email);
  assert.ok(mail!.text.startsWith(`${team.admin.name} invites you`), mail!.text);
});

test('a name can add neither lines nor links to the mail', async () => {
  const name = 'Eve\n\nYou have won: https://evil.example';
  await app.db.query(sql`UPDATE users SET name = ${name} WHERE uuid = ${team.admin.uuid}`);
  await invite(team.admin, 'member');
  const [first = ''] = app.mails[0]!.text.split('\n');
  assert.match(first.replaceAll('\u2060', ''), /^Eve You have won: https:\/\/evil\.example invites you to/);
  assert.doesNotMatch(first, /\w\.\w|:\/|www\./);
});

test('a new User accepts an invitation with a visible name and is signed in; the link works once', async () => {
  await invite(team.admin, 'member');
  const code = newestCode();
  for (const blank of ['', '  ', '\u00a0']) {
    const refused = await accept(code, {}, blank);
    assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, '/name']);
  }
  const accepted = await accept(code);
  assert.deepEqual(
    [accepted.status, accepted.body.data],
    [200, { account_uuid: team.account_uuid, is_signed_in: true }],
  );
  assertRefused(await accept(code), 410, 'link_invalid');
});

test('a deactivated User is invited like others, and only the link says that the operator must let them in', async () => {
  const { stranger } = team;
  email = stranger.email;
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${stranger.uuid}`);
  assert.equal((await invite(team.admin, 'member')).status, 201);
  const code = newestCode();
  const lookUp = () =>
    app.call('POST', '/web/invitations/look-up', { headers: { origin: app.base_url }, body: { code } });
  for (const refused of [await lookUp(), await accept(code)]) {
    assertRefused(refused, 409, 'conflict');
    assert.match(refused.body.detail, /Ask the operator of this Rapport to reactivate it/);
  }
  await app.db.query(sql`UPDATE users SET deactivated_at = NULL WHERE uuid = ${stranger.uuid}`);
  assert.deepEqual((await lookUp()).body.data, {
    account_name: (await app.call('GET', `/api/v2/accounts/${team.account_uuid}`, { as: team.owner })).body
      .data.name,
    role: 'member',
    email,
    is_user: true,
    is_signed_in: false,
  });
});

test('joining in a browser in which another User is signed in ends that session', async () => {
  const { headers } = await app.call('POST', '/web/sign-in', {
    headers: { origin: app.base_url },
    body: { email: team.viewer.email, password: TEST_PASSWORD },
  });
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  await invite(team.admin, 'member');
  assert.equal((await accept(newestCode(), { cookie })).status, 200);
  assert.equal((await app.call('GET', '/api/v2/me', { headers: { cookie } })).status, 401);
});

test('an admin can neither replace nor withdraw an invitation to become an owner', async () => {
  const sent = (await invite(team.owner, 'owner')).body.data;
  const code = newestCode();
  assertRefused(await invite(team.admin, 'viewer'), 403, 'role_insufficient');
  assertRefused(await withdraw(team.admin, sent.uuid), 403, 'role_insufficient');
  assert.deepEqual(await listed(team.admin), [sent.uuid]);
  assert.equal((await accept(code)).status, 200);
});

test("an admin cannot replace an owner's invitation even when both invite at the same moment", async () => {
  const token_hash = Buffer.from(email);
  const refused = await overtake(
    app.db,
    'accounts',
    async (tx) => {
      await tx.query(sql`SELECT 1 FROM accounts WHERE uuid = ${team.account_uuid} FOR NO KEY UPDATE`);
      await tx.query(sql`
        INSERT INTO invitations (uuid, account_uuid, email, role, sender_uuid, token_hash, expires_at, created_at)
        VALUES (gen_random_uuid(), ${team.account_uuid}, ${email}, 'owner', ${team.owner.uuid}, ${token_hash},
          'infinity', now())`);
    },
    () => invite(team.admin, 'viewer'),
  );
  assertRefused(refused, 403, 'role_insufficient');
});

for (const [what, lose] of [
  ['is no admin any more', () => changeRole(team.admin, 'member')],
  [
    'has been removed',
    async () => {
      const path = `/api/v2/logins/${await loginOf(team.admin)}`;
      assert.equal((await app.call('DELETE', path, { as: team.owner, in_browser: true })).status, 204);
    },
  ],
  [
    'has been deactivated',
    () => app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${team.admin.uuid}`),
  ],
] as const) {
  test(`an invitation is void when its sender ${what}`, async () => {
    await invite(team.admin, 'admin');
    const code = newestCode();
    await lose();
    assert.deepEqual(await listed(team.owner), []);
    const lookUp = await app.call('POST', '/web/invitations/look-up', {
      headers: { origin: app.base_url },
      body: { code },
    });
    assertRefused(lookUp, 410, 'link_invalid');
    assertRefused(await accept(code), 410, 'link_invalid');
    assert.equal((await invite(team.owner, 'viewer')).status, 201, 'somebody else may invite instead');
    assert.equal((await accept(newestCode())).status, 200);
  });
}

test('when an owner becomes an admin, their invitation of an owner is void, and that of a member is not', async () => {
  await app.addLogin(team.account_uuid, team.stranger, 'owner');
  await invite(team.stranger, 'owner');
  const ownerCode = newestCode();
  email = `member.${email}`;
  await invite(team.stranger, 'member');
  const memberCode = newestCode();
  await changeRole(team.stranger, 'admin');
  assertRefused(await accept(ownerCode), 410, 'link_invalid');
  assert.equal((await accept(memberCode)).status, 200);
});

test('a member cannot be invited', async () => {
  email = team.viewer.email.toUpperCase();
  const refused = await invite(team.admin, 'member');
  assertRefused(refused, 409, 'conflict');
  assert.match(refused.body.detail, /has a login to this Account already\. Change its role instead\./);
  assert.deepEqual([app.mails.length, await listed(team.admin)], [0, []]);
});

test('a User who accepts an invitation during a second one is not invited again', async () => {
  email = team.stranger.email;
  await invite(team.admin, 'viewer');
  const refused = await overtake(
    app.db,
    'invitations',
    async (tx) => {
      await tx.query(sql`DELETE FROM invitations WHERE email = ${email}`);
      await tx.query(sql`
        INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at)
        VALUES (gen_random_uuid(), ${team.account_uuid}, ${team.stranger.uuid}, 'viewer', now(), now())`);
    },
    () => invite(team.admin, 'viewer'),
  );
  assertRefused(refused, 409, 'conflict');
});

test('a User who became a member otherwise is told so by the link, without advice for admins', async () => {
  email = team.stranger.email;
  await invite(team.admin, 'viewer');
  await app.addLogin(team.account_uuid, team.stranger, 'member');
  const refused = await acceptAs(team.stranger, newestCode());
  assertRefused(refused, 409, 'conflict');
  assert.ok(refused.body.detail.endsWith(`already. Sign in as ${email}.`), refused.body.detail);
});

test('an old invitation does not let a removed member in again', async () => {
  email = team.stranger.email;
  await invite(team.admin, 'admin');
  await app.addLogin(team.account_uuid, team.stranger, 'viewer');
  const path = `/api/v2/logins?account_uuid=${team.account_uuid}`;
  const [login] = (await app.call('GET', path, { as: team.stranger })).body.data;
  assert.equal(
    (await app.call('DELETE', `/api/v2/logins/${login.uuid}`, { as: team.owner, in_browser: true })).status,
    204,
  );
  assertRefused(await acceptAs(team.stranger, newestCode()), 410, 'link_invalid');
});

test('an invitation repeated under its Idempotency-Key is mailed once, and its link stays valid', async () => {
  const key = { 'idempotency-key': 'invite-once' };
  const [first, second] = [await invite(team.admin, 'member', key), await invite(team.admin, 'member', key)];
  assert.deepEqual([second.status, second.body], [201, first.body]);
  assert.equal(app.mails.length, 1);
  assert.equal((await accept(newestCode())).status, 200);
});

test('sending and withdrawing an invitation is in the audit log', async () => {
  const { uuid } = (await invite(team.admin, 'viewer')).body.data;
  assert.equal((await withdraw(team.admin, uuid)).status, 204);
  const entry = { account_uuid: team.account_uuid, details: { email, role: 'viewer' } };
  assert.deepEqual(await auditOf(team.admin, 'invitation.sent'), [entry]);
  assert.deepEqual(await auditOf(team.admin, 'invitation.withdrawn'), [entry]);
  assertRefused(await withdraw(team.admin, uuid), 404, 'not_found');
  assert.equal((await auditOf(team.admin, 'invitation.withdrawn')).length, 1);
});

test('a User can send a hundred invitations a day, and other Users are not affected', async () => {
  for (let i = 0; i < 100; i++) assert.equal((await invite(team.admin, 'viewer')).status, 201);
  const refused = await invite(team.admin, 'viewer');
  assertRefused(refused, 429, 'rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await invite(team.owner, 'viewer')).status, 201);
  app.clock.advance(24 * 60 * 60 * 1000);
  assert.equal((await invite(team.admin, 'viewer')).status, 201);
});

test('without a mail server the sender gets the link to pass on; with one the link is only mailed', async (t) => {
  const unmailed = await startTestApp({ mails_prove_addresses: false });
  t.after(() => unmailed.close());
  const as = await unmailed.addUser();
  const path = `/api/v2/accounts/${await unmailed.addAccount(as)}/invitations`;
  const body = { email: 'guest@example.org', role: 'viewer' };
  const { uuid } = (await unmailed.call('POST', path, { as, in_browser: true, body })).body.data;
  await unmailed.jobs.finished();
  const kept = /code=(\w+)/.exec(unmailed.mails[0]!.text)![1];
  const refused = await unmailed.call('POST', `/api/v2/invitations/${uuid}/link`, { as });
  assertRefused(refused, 403, 'session_required');
  const got = await unmailed.call('POST', `/api/v2/invitations/${uuid}/link`, { as, in_browser: true });
  const code = new URLSearchParams(new URL(got.body.data.link).hash.slice(1)).get('code');
  const lookUp = (code: unknown) =>
    unmailed.call('POST', '/web/invitations/look-up', {
      headers: { origin: unmailed.base_url },
      body: { code },
    });
  assert.deepEqual([(await lookUp(kept)).status, (await lookUp(code)).status], [410, 200]);

  const mailed = (await invite(team.owner, 'viewer')).body.data.uuid;
  const other = await app.call('POST', `/api/v2/invitations/${mailed}/link`, {
    as: team.owner,
    in_browser: true,
  });
  assertRefused(other, 409, 'conflict');
});

test('an invitation does not wait for the mail server, but a stop waits for the mail', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await startTestApp({ mailServer: () => gate.promise });
  const owner = await slow.addUser();
  const path = `/api/v2/accounts/${await slow.addAccount(owner)}/invitations`;
  const answer = await slow.call('POST', path, {
    as: owner,
    in_browser: true,
    body: { email, role: 'viewer' },
  });
  assert.deepEqual([answer.status, slow.mails.length], [201, 0]);
  gate.resolve();
  await slow.jobs.finished();
  assert.equal(slow.mails.length, 1);
  await slow.close();
});
