import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { Problem } from '../../platform/problem.ts';
import { overtake } from '../../testing/overtake.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { findCaller, noteUse } from '../actions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATH = '/api/v2/personal-access-tokens';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
});
after(() => app.close());

type Browser = { cookie: string };

/** Signs in as the pages do. */
async function signIn(user: TestUser): Promise<Browser> {
  const response = await fetch(`${app.base_url}/web/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.base_url },
    body: JSON.stringify({ email: user.email, password: TEST_PASSWORD }),
  });
  assert.equal(response.status, 204);
  return { cookie: response.headers.get('set-cookie')!.split(';')[0]! };
}

const ours = (browser: Browser) => ({ cookie: browser.cookie, origin: app.base_url });

test('P3, P6: the list shows name, last four, creation, end and last use with address and program of each token, also of revoked ones', async () => {
  const user = await app.addUser();
  const browser = await signIn(user);
  const body = { name: 'Warehouse sync' };
  const issued = (await app.call('POST', PATH, { headers: ours(browser), body })).body.data;
  const authorization = `Bearer ${issued.token}`;
  await app.call('GET', '/api/v2/me', { headers: { authorization, 'user-agent': 'warehouse/2' } });
  const find = async () => {
    const { data } = (await app.call('GET', PATH, { headers: ours(browser) })).body;
    return data.find(({ uuid }: { uuid: string }) => uuid === issued.uuid);
  };
  const { token, ...shown } = issued;
  const used = await until('the use to be noted', async () => {
    const listed = await find();
    return listed.last_used_at !== null && listed;
  });
  assert.deepEqual(used, {
    ...shown,
    last_four: token.slice(-4),
    last_used_at: issued.created_at,
    last_used_address: '127.0.0.1',
    last_used_agent: 'warehouse/2',
  });
  assert.ok(used.name === body.name && used.expires_at !== null);
  await app.call('DELETE', `${PATH}/${issued.uuid}`, { headers: ours(browser) });
  assert.equal((await find()).revoked_at, issued.created_at);
});

test('a token that a program sends as its name is not kept', async () => {
  const browser = await signIn(ada);
  const issued = (await app.call('POST', PATH, { headers: ours(browser), body: { name: 'named' } })).body
    .data;
  const headers = { authorization: `Bearer ${issued.token}`, 'user-agent': `warehouse ${issued.token}` };
  await app.call('GET', '/api/v2/me', { headers });
  const agent = await until('the use to be noted', async () => {
    const { body } = await app.call('GET', `${PATH}/${issued.uuid}`, { headers: ours(browser) });
    return body.data.last_used_agent;
  });
  assert.equal(agent, 'warehouse rpt_pat***');
});

test("P9: every answer says when the caller's token ends, unless it never ends", async () => {
  const issued = await app.call('POST', PATH, { headers: ours(await signIn(ada)), body: { name: 'ending' } });
  const headerOf = async (as: TestUser) =>
    (await app.call('GET', '/api/v1/logins', { as })).headers.get('x-token-expires-at');
  assert.equal(await headerOf({ ...ada, token: issued.body.data.token }), issued.body.data.expires_at);
  assert.equal(await headerOf(ada), null);
});

test('P4: a User who has just signed in creates a token, which works; the answer has no-store', async () => {
  const browser = await signIn(ada);
  const created = await app.call('POST', PATH, { headers: ours(browser), body: { name: 'Warehouse sync' } });
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('cache-control'), 'no-store');
  const me = await app.call('GET', '/api/v2/me', { as: { ...ada, token: created.body.data.token } });
  assert.equal(me.status, 200);
  assert.equal(me.headers.get('x-token-expires-at'), created.body.data.expires_at);
});

test('P4: sixteen minutes after the sign-in the password is needed again, and a wrong one is refused', async () => {
  const browser = await signIn(ada);
  app.clock.advance(16 * MINUTE_MS);
  const post = (path: string, body: object) => app.call('POST', path, { headers: ours(browser), body });
  const create = () => post(PATH, { name: 'later' });
  const confirm = (password: string) => post('/web/sign-in/confirm', { password });
  assert.equal((await create()).body.code, 'password_required');
  assert.equal((await confirm('wrong password')).body.errors[0].pointer, '/password');
  assert.equal((await create()).body.code, 'password_required');
  assert.equal((await confirm(TEST_PASSWORD)).status, 204);
  assert.equal((await create()).status, 201);
});

test('P2: a token with an end date ends at the beginning of that day in UTC', async () => {
  const day = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'until a date', expires_at: day };
  const issued = await app.call('POST', PATH, { headers: ours(await signIn(ada)), body });
  assert.deepEqual([issued.status, issued.body.data?.expires_at], [201, `${day}T00:00:00.000+00:00`]);
});

test('P4: a token cannot create or rotate tokens, and sees and revokes only itself', async () => {
  const browser = await signIn(ada);
  const body = { name: 'self' };
  const { data } = (await app.call('POST', PATH, { headers: ours(browser), body })).body;
  const self = { ...ada, token: data.token };
  assert.equal((await app.call('POST', PATH, { as: self, body })).body.code, 'session_required');
  const rotated = await app.call('POST', `${PATH}/${data.uuid}/rotate`, { as: self });
  assert.equal(rotated.body.code, 'session_required');
  const seen = (await app.call('GET', PATH, { as: self })).body.data;
  assert.deepEqual(
    seen.map(({ uuid }: { uuid: string }) => uuid),
    [data.uuid],
  );
  const others = (await app.call('GET', PATH, { as: ada })).body.data;
  assert.equal((await app.call('DELETE', `${PATH}/${others[0].uuid}`, { as: self })).status, 404);
  assert.equal((await app.call('DELETE', `${PATH}/${data.uuid}`, { as: self })).status, 204);
  assert.equal((await app.call('GET', '/api/v2/me', { as: self })).status, 401);
});

test('P4: a new password during the creation or rotation of a token prevents it', async () => {
  const user = await app.addUser();
  const browser = await signIn(user);
  const issued = (await app.call('POST', PATH, { headers: ours(browser), body: { name: 'Kept' } })).body.data;
  for (const path of [PATH, `${PATH}/${issued.uuid}/rotate`]) {
    const attacker = await signIn(user);
    const body = path === PATH ? { name: 'Mine' } : {};
    const { status } = await overtake(
      app.db,
      'users',
      async (tx) => {
        await tx.query(sql`UPDATE users SET updated_at = now() WHERE uuid = ${user.uuid}`);
        await tx.query(sql`DELETE FROM browser_sessions WHERE user_uuid = ${user.uuid}`);
      },
      () => app.call('POST', path, { headers: ours(attacker), body }),
    );
    assert.equal(status, 401, path);
  }
  const tokens = await app.db.query<{ last_four: string }>(sql`
    SELECT last_four FROM personal_access_tokens WHERE user_uuid = ${user.uuid} AND name IN ('Kept', 'Mine')`);
  assert.deepEqual(tokens, [{ last_four: issued.last_four }]);
});

test('P5: after a rotation the former secret works until the first use of the new one', async () => {
  const browser = await signIn(ada);
  const headers = ours(browser);
  const old = (await app.call('POST', PATH, { headers, body: { name: 'rotated' } })).body.data;
  const fresh = (await app.call('POST', `${PATH}/${old.uuid}/rotate`, { headers })).body.data;
  const ask = (token: string) => app.call('GET', '/api/v2/me', { as: { ...ada, token } });
  assert.equal(fresh.uuid, old.uuid);
  assert.equal((await ask(old.token)).status, 200);
  assert.equal((await ask(fresh.token)).status, 200);
  // The use is noted in the background.
  await until('the end of the old secret', async () => (await ask(old.token)).status === 401);
});

test('P5: a second rotation before that keeps the former secret, with its original end', async () => {
  const headers = ours(await signIn(ada));
  const inUse = (await app.call('POST', PATH, { headers, body: { name: 'twice' } })).body.data;
  const rotate = async (): Promise<string> =>
    (await app.call('POST', `${PATH}/${inUse.uuid}/rotate`, { headers })).body.data.token;
  const statusOf = async (token: string) =>
    (await app.call('GET', '/api/v2/me', { as: { ...ada, token } })).status;
  const lost = await rotate();
  app.clock.advance(DAY_MS / 2);
  await app.call('POST', '/web/sign-in/confirm', { headers, body: { password: TEST_PASSWORD } });
  const newest = await rotate();
  assert.deepEqual([await statusOf(inUse.token), await statusOf(lost)], [200, 401]);
  app.clock.advance(DAY_MS / 2 + 1);
  assert.deepEqual([await statusOf(inUse.token), await statusOf(newest)], [401, 200]);
});

test('P5: the first use of a secret that was replaced meanwhile ends no other secret', async () => {
  const headers = ours(await signIn(ada));
  const inUse = (await app.call('POST', PATH, { headers, body: { name: 'crossed' } })).body.data;
  const rotate = async () =>
    (await app.call('POST', `${PATH}/${inUse.uuid}/rotate`, { headers })).body.data.token;
  const from = { request_id: 'late', change_uuid: 'change', address: '127.0.0.1' };
  const caller = await findCaller(app, await rotate(), from);
  assert.ok(!(caller instanceof Problem));
  await rotate();
  await noteUse(app, caller, from);
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token: inUse.token } })).status, 200);
});

test('P5: the former secret stays valid when a use from before the rotation is noted', async () => {
  const browser = await signIn(ada);
  const headers = ours(browser);
  const old = (await app.call('POST', PATH, { headers, body: { name: 'late note' } })).body.data;
  const from = { request_id: 'late', change_uuid: 'change', address: '127.0.0.1' };
  const caller = await findCaller(app, old.token, from);
  assert.ok(!(caller instanceof Problem));
  await app.call('POST', `${PATH}/${old.uuid}/rotate`, { headers });
  await noteUse(app, caller, from);
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token: old.token } })).status, 200);
});

test('P5: a day after a rotation the former secret is refused, even if the new one was never used', async () => {
  const browser = await signIn(ada);
  const headers = ours(browser);
  const old = (await app.call('POST', PATH, { headers, body: { name: 'a day' } })).body.data;
  await app.call('POST', `${PATH}/${old.uuid}/rotate`, { headers });
  app.clock.advance(DAY_MS + 1);
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token: old.token } })).status, 401);
});

test('P8: reporting a secret that a rotation has ended ends nothing', async () => {
  const browser = await signIn(ada);
  const headers = ours(browser);
  const old = (await app.call('POST', PATH, { headers, body: { name: 'reported late' } })).body.data;
  const { data } = (await app.call('POST', `${PATH}/${old.uuid}/rotate`, { headers })).body;
  app.clock.advance(DAY_MS + 1);
  await app.call('POST', '/api/v2/token-leaks', { body: { token: old.token } });
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token: data.token } })).status, 200);
});

test('P8: reporting a token revokes it and mails its owner; an unknown one gets the same answer', async () => {
  const browser = await signIn(ada);
  const body = { name: 'leaked' };
  const { data } = (await app.call('POST', PATH, { headers: ours(browser), body })).body;
  await app.jobs.finished();
  const mails = app.mails.length;
  const report = (token: string) => app.call('POST', '/api/v2/token-leaks', { body: { token } });
  assert.equal((await report('rpt_pat_nothing')).status, 204);
  assert.equal((await report(data.token)).status, 204);
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token: data.token } })).status, 401);
  await app.jobs.finished();
  assert.deepEqual(
    app.mails.slice(mails).map(({ to }) => to),
    [ada.email],
  );
});

test('the report of a token does not wait for the mail to its owner, which would show that it exists', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await startTestApp({ mailServer: () => gate.promise });
  const { token } = await slow.addUser();
  assert.equal((await slow.call('POST', '/api/v2/token-leaks', { body: { token } })).status, 204);
  assert.equal(slow.mails.length, 0);
  gate.resolve();
  await slow.jobs.finished();
  assert.equal(slow.mails.length, 1);
  await slow.close();
});

test('a change with the session cookie from another or an unknown site is refused', async () => {
  const { cookie } = await signIn(ada);
  const body = { name: 'forged' };
  for (const from of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}]) {
    const answer = await app.call('POST', PATH, { headers: { cookie, ...from } as never, body });
    assert.equal(answer.body.code, 'cross_site');
  }
});

test('no answer to a browser session has a signing secret, even one stored under an Idempotency-Key', async () => {
  const browser = await signIn(ada);
  const body = { url: 'http://127.0.0.1:9/hook', events: ['*'] };
  const key = { 'idempotency-key': 'the same' };
  const subscriptions = '/api/v2/webhook-subscriptions';
  const made = await app.call('POST', subscriptions, { as: ada, headers: key, body });
  const { signing_secret, ...shown } = made.body.data;
  assert.equal(signing_secret.length, 60);
  // `app.call` would compare the answers with the API description, which describes those to
  // programs.
  const ask = async (method: string, path: string, sent?: object, more = {}) => {
    const headers = { ...ours(browser), 'content-type': 'application/json', ...more };
    const answer = await fetch(app.base_url + path, { method, headers, body: sent && JSON.stringify(sent) });
    const text = await answer.text();
    assert.ok(answer.status < 300, text);
    assert.ok(!text.includes('signing_secret') && !text.includes(signing_secret));
    return JSON.parse(text);
  };
  const path = `${subscriptions}/${shown.uuid}`;
  assert.deepEqual(await ask('POST', subscriptions, body, key), { data: shown });
  assert.deepEqual(await ask('GET', subscriptions), { data: [shown], next_cursor: null });
  assert.deepEqual(await ask('GET', path), { data: shown });
  await ask('POST', subscriptions, body);
  await ask('POST', '/api/v2/webhook-relays', body);
  await ask('PATCH', path, { description: 'x' });
  await ask('GET', '/api/v2/events');
});

test('a session sees no Account without a Login, and ends when its User signs out everywhere', async () => {
  const stranger = await app.addUser('Stranger');
  const account_uuid = await app.addAccount(stranger);
  const browser = await signIn(ada);
  const headers = ours(browser);
  assert.equal((await app.call('GET', `/api/v2/accounts/${account_uuid}`, { headers })).status, 404);
  const other = await signIn(ada);
  assert.equal((await app.call('DELETE', '/api/v2/browser-sessions', { headers: ours(other) })).status, 204);
  assert.equal((await app.call('GET', '/api/v2/me', { headers })).status, 401);
  assert.equal((await app.call('GET', '/api/v2/me', { headers: ours(other) })).status, 200);
});
