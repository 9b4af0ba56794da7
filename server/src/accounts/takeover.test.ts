import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { assertRefused } from '../testing/assert-forbids.ts';
import { addApplication, connect, signedIn } from '../testing/oauth-flow.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let team: Team;
let path: string;
/** A User whom an attacker would let in. */
let eve: TestUser;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
  path = `/api/v2/accounts/${team.account_uuid}`;
  eve = await app.addUser();
  await app.jobs.finished();
  app.mails.length = 0;
});
after(() => app.close());

/** The requests that change who works in the Account, as its owner would send them. */
async function takeovers(): Promise<[method: string, path: string, body?: object][]> {
  const { data } = (await app.call('GET', `${path}/logins`, { as: team.owner })).body;
  const login = (user: TestUser) =>
    `/api/v2/logins/${data.find((one: { user_uuid: string }) => one.user_uuid === user.uuid).uuid}`;
  const { name } = (await app.call('GET', path, { as: team.owner })).body.data;
  return [
    ['POST', `${path}/logins`, { email: eve.email, role: 'owner' }],
    ['POST', `${path}/logins`, { email: eve.email, role: 'viewer' }],
    ['POST', `${path}/invitations`, { email: 'eve@example.org', role: 'owner' }],
    ['POST', `${path}/invitations`, { email: 'eve@example.org', role: 'viewer' }],
    ['PATCH', login(team.member), { role: 'owner' }],
    ['DELETE', login(team.admin)],
    ['DELETE', login(team.owner)],
    ['DELETE', `${path}?confirm_name=${encodeURIComponent(name)}`],
  ];
}

const mailed = async (subject: RegExp) => {
  await app.jobs.finished();
  return app.mails.filter((mail) => subject.test(mail.subject)).map(({ to }) => to);
};

test('no token, personal or of an application, can change who works in an Account, or delete it', async () => {
  const application = await connect(app, await signedIn(app, team.owner), await addApplication(app));
  for (const token of [team.owner.token, application.access_token]) {
    for (const [method, url, body] of await takeovers()) {
      const refused = await app.call(method, url, { as: { ...team.owner, token }, body });
      assertRefused(refused, 403, 'session_required', `${method} ${url}`);
      assert.match(refused.body.detail, /Sign in to the web interface and do it there/);
    }
  }
  assert.equal((await app.call('GET', `${path}/logins`, { as: team.owner })).body.data.length, 4);
});

test('a browser session that is no longer fresh can do none of this before the password is given again', async () => {
  const { cookies } = await signedIn(app, team.owner);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: app.base_url };
  app.clock.advance(16 * 60 * 1000);
  for (const [method, url, body] of await takeovers()) {
    const refused = await app.call(method, url, { headers, body });
    assertRefused(refused, 403, 'password_required', `${method} ${url}`);
  }
  const again = { headers, body: { password: TEST_PASSWORD } };
  assert.equal((await app.call('POST', '/web/sign-in/confirm', again)).status, 204);
  const body = { email: eve.email, role: 'owner', address_confirmed: true };
  assert.equal((await app.call('POST', `${path}/logins`, { headers, body })).status, 201);
});

test('a token cannot give the password again for a session', async () => {
  const body = { password: TEST_PASSWORD };
  assertRefused(
    await app.call('POST', '/web/sign-in/confirm', { as: team.owner, body }),
    403,
    'session_required',
  );
});

test('all owners are mailed about a new owner, and about a removed one, who is mailed too', async () => {
  const as = team.owner;
  const body = { email: eve.email, role: 'owner', address_confirmed: true };
  const { data } = (await app.call('POST', `${path}/logins`, { as, in_browser: true, body })).body;
  assert.deepEqual(await mailed(/has a new owner/), []);
  const join = `/api/v2/pending-logins/${data.uuid}/accept`;
  const joined = await app.call('POST', join, { as: eve, in_browser: true });
  assert.deepEqual((await mailed(/has a new owner/)).toSorted(), [team.owner.email, eve.email].toSorted());
  assert.match(app.mails.at(-1)!.text, /Nobody has proven that this address is theirs/);
  await app.call('DELETE', `/api/v2/logins/${joined.body.data.uuid}`, { as, in_browser: true });
  assert.deepEqual((await mailed(/has lost an owner/)).toSorted(), [team.owner.email, eve.email].toSorted());
  assert.match(app.mails.at(-1)!.text, new RegExp(`By: ${team.owner.name}`));
});

test('all owners are mailed when an owner gets another role, and when somebody accepts to become an owner', async () => {
  await app.addLogin(team.account_uuid, eve, 'owner');
  const { data } = (await app.call('GET', `${path}/logins?filter[user_uuid]=${eve.uuid}`, { as: team.owner }))
    .body;
  await app.jobs.finished();
  app.mails.length = 0;
  const body = { role: 'viewer' };
  await app.call('PATCH', `/api/v2/logins/${data[0].uuid}`, { as: team.owner, in_browser: true, body });
  assert.deepEqual((await mailed(/has lost an owner/)).toSorted(), [team.owner.email, eve.email].toSorted());
  const invitation = { email: 'new@example.org', role: 'owner' };
  await app.call('POST', `${path}/invitations`, { as: team.owner, in_browser: true, body: invitation });
  await app.jobs.finished();
  const code = /code=(\w+)/.exec(app.mails.at(-1)!.text)![1]!;
  const accepted = await app.call('POST', '/web/invitations/accept', {
    headers: { origin: app.base_url },
    body: { code, name: 'New', password: TEST_PASSWORD },
  });
  assert.equal(accepted.status, 200);
  assert.deepEqual((await mailed(/has a new owner/)).toSorted(), ['new@example.org', team.owner.email]);
});

test('all owners are mailed about the deletion of an Account, and only they can restore it for 30 days', async () => {
  await app.addLogin(team.account_uuid, eve, 'owner');
  const { name } = (await app.call('GET', path, { as: team.owner })).body.data;
  app.mails.length = 0;
  const end = `${path}?confirm_name=${encodeURIComponent(name)}`;
  assert.equal((await app.call('DELETE', end, { as: eve, in_browser: true })).status, 204);
  assert.deepEqual((await mailed(/was deleted/)).toSorted(), [team.owner.email, eve.email].toSorted());

  const restore = (as: TestUser, in_browser = true) =>
    app.call('POST', `/api/v2/deleted-accounts/${team.account_uuid}/restore`, { as, in_browser });
  for (const as of [team.admin, team.stranger])
    assertRefused(await restore(as), 404, 'not_found', `as ${as.name}`);
  assertRefused(await restore(team.owner, false), 403, 'session_required');
  const listed = await app.call('GET', '/api/v2/deleted-accounts', { as: team.owner });
  assert.deepEqual(
    listed.body.data.map(({ uuid }: { uuid: string }) => uuid),
    [team.account_uuid],
  );
  assert.equal((await restore(team.owner)).status, 200);
  assert.equal((await app.call('GET', path, { as: team.viewer })).body.data.name, name);
  assert.deepEqual((await mailed(/was restored/)).toSorted(), [team.owner.email, eve.email].toSorted());
  await app.call('DELETE', end, { as: eve, in_browser: true });
  app.clock.advance(30 * 24 * 60 * 60 * 1000 + 1);
  assertRefused(await restore(team.owner), 404, 'not_found');
  assert.equal((await app.call('GET', '/api/v2/deleted-accounts', { as: team.owner })).body.data.length, 0);
});
