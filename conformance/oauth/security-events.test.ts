import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Transaction } from '../../server/src/platform/database/database.ts';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import {
  addApplication,
  authorize,
  authorizeUrl,
  callWith,
  connect,
  exchange,
  refresh,
  signedIn,
} from '../../server/src/testing/oauth-flow.ts';
import { overtake } from '../../server/src/testing/overtake.ts';
import {
  TEST_PASSWORD,
  type TestApp,
  type TestAppOptions,
  type TestUser,
} from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';
import { startSearchedApp } from './searched-app.ts';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'another long password';

let target: Awaited<ReturnType<typeof startRapport>>;
before(async () => {
  target = await startRapport();
});
after(() => target.close());

/** Starts a server with other settings, and a User who is signed in there. */
async function startWith(options: TestAppOptions) {
  const { app, client, close } = await startRapport(options);
  const ada = await app.addUser('Ada');
  await app.addAccount(ada);
  return { app, client, close, ada, browser: await signedIn(app, ada) };
}

async function changePassword(app: TestApp, browser: TestBrowser): Promise<number> {
  const cookie = `rapport_session=${browser.cookies.get('rapport_session')}`;
  const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  const headers = { cookie, origin: app.base_url };
  return (await app.call('POST', '/web/password', { headers, body })).status;
}

/** Sets a new password by the link in the mail for a forgotten password. */
async function resetPassword(app: TestApp, { email }: TestUser, keep_access = false): Promise<number> {
  const headers = { origin: app.base_url };
  await app.call('POST', '/web/password-resets', { headers, body: { email } });
  await app.jobs.finished();
  const code = /code=(\w+)/.exec(app.mails.at(-1)!.text)![1];
  const body = { code, new_password: NEW_PASSWORD, keep_access };
  return (await app.call('POST', '/web/password-resets/redeem', { headers, body })).status;
}

test('C45: the User is told by mail, once, that a refresh token was used twice, also several times at once; the mail holds no token', async () => {
  const { app, client } = target;
  const ada = await app.addUser('Ada');
  const tokens = await connect(app, await signedIn(app, ada), client);
  const next = (await refresh(app, client, tokens.refresh_token)).body;
  await app.jobs.finished();
  app.mails.length = 0;
  app.clock.advance(60_001);
  const uses = Array.from({ length: 5 }, () => refresh(app, client, tokens.refresh_token));
  for (const { body } of await Promise.all(uses)) assert.equal(body.error, 'invalid_grant');
  assert.equal((await refresh(app, client, tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await refresh(app, client, next.refresh_token)).body.error, 'invalid_grant');
  await app.jobs.finished();
  assert.deepEqual(
    app.mails.map(({ to, subject }) => [to, subject]),
    [[ada.email, 'Ledger Sync was disconnected from Rapport']],
  );
  assert.match(app.mails[0]!.text, /used a second time.*disconnected/s);
  assert.doesNotMatch(app.mails[0]!.text, /rpt_/);
});

test('an application that is disconnected during a new request needs a new consent', async () => {
  const { app, client, close, browser } = await startWith({});
  await connect(app, browser, client);
  const visit = await overtake(
    app.db,
    'oauth_grants',
    (tx) =>
      tx.query(sql`UPDATE oauth_grants SET revoked_at = ${app.clock.now()}, revoked_reason = 'by_user'`),
    () => browser.get(authorizeUrl(client)),
  );
  assert.equal(visit.status, 200);
  assert.match(visit.text, /Allow Ledger Sync to use Rapport for you/);
  await close();
});

test('C50: a changed password leaves applications and tokens as they are, unless the operator wants it otherwise', async () => {
  const { app, client, ada, browser, close } = await startWith({});
  const tokens = await connect(app, browser, client);
  assert.equal(await changePassword(app, browser), 204);
  assert.equal((await callWith(app, tokens.access_token)).status, 200);
  assert.equal((await refresh(app, client, tokens.refresh_token)).status, 200);
  assert.equal((await callWith(app, ada.token)).status, 200);
  await close();
});

for (const [how, setPassword, options] of [
  [
    'changed, where the operator sets it,',
    (app: TestApp, browser: TestBrowser) => changePassword(app, browser),
    { revoke_on_password_change: true },
  ],
  ['reset by mail', (app: TestApp, _browser: TestBrowser, user: TestUser) => resetPassword(app, user), {}],
] as const) {
  test(`C50: a password that is ${how} ends codes, grants and tokens of this User alone (RFC 9700 §4.14.2)`, async () => {
    const { app, client, ada, browser, close } = await startWith(options);
    const tokens = await connect(app, browser, client);
    const { code } = await authorize(browser, client);
    const grace = await app.addUser('Grace');
    const others = await connect(app, await signedIn(app, grace), client);

    assert.equal(await setPassword(app, browser, ada), 204);
    for (const token of [tokens.access_token, ada.token])
      assert.equal((await callWith(app, token)).status, 401);
    assert.equal((await refresh(app, client, tokens.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await exchange(app, client, code!)).body.error, 'invalid_grant');
    for (const token of [others.access_token, grace.token])
      assert.equal((await callWith(app, token)).status, 200);
    await close();
  });
}

test('C16: a consent that is posted while the password is reset allows nothing and asks to sign in again', async () => {
  const { app, client } = target;
  const mallory = await app.addUser();
  const browser = await signedIn(app, mallory);
  const consent = await browser.get(authorizeUrl(client));
  const resetElsewhere = async (tx: Transaction) => {
    await tx.query(sql`UPDATE users SET password_hash = 'another' WHERE uuid = ${mallory.uuid}`);
    await tx.query(sql`DELETE FROM browser_sessions WHERE user_uuid = ${mallory.uuid}`);
  };
  const visit = await overtake(app.db, 'users', resetElsewhere, () =>
    browser.submit(consent, { decision: 'allow' }),
  );
  assert.match(visit.location!, /^\/sign-in\?/);
  const grants = await app.db.query(sql`SELECT 1 FROM oauth_grants WHERE user_uuid = ${mallory.uuid}`);
  assert.equal(grants.length, 0);
});

test('C50: an application without a refresh for the time that the operator sets loses its grant; one that refreshes keeps it', async () => {
  const { app, client, browser, close } = await startWith({
    lifetimes: { refresh_token: { ms: 2 * HOUR_MS } },
  });
  let tokens = await connect(app, browser, client);
  for (let i = 0; i < 5; i++) {
    app.clock.advance(2 * HOUR_MS - 1);
    const next = await refresh(app, client, tokens.refresh_token);
    assert.equal(next.status, 200);
    tokens = next.body;
  }
  app.clock.advance(2 * HOUR_MS);
  assert.equal((await refresh(app, client, tokens.refresh_token)).body.error, 'invalid_grant');
  await close();
});

test('C47: with a maximum lifetime of grants, a grant ends at its time in spite of refreshes, and no token outlives it', async () => {
  const { app, client, browser, close } = await startWith({ lifetimes: { grant: { ms: 2.5 * HOUR_MS } } });
  const end = new Date(app.clock.now().getTime() + 2.5 * HOUR_MS).toISOString().replace('Z', '+00:00');
  let tokens = (await connect(app, browser, client)) as unknown as Record<string, string>;
  for (let i = 0; i < 2; i++) {
    app.clock.advance(HOUR_MS);
    tokens = (await refresh(app, client, tokens.refresh_token!)).body;
    assert.equal(tokens.refresh_token_expires_at, end);
  }
  assert.deepEqual([tokens.expires_in, tokens.access_token_expires_at], [1800, end]);
  app.clock.advance(0.5 * HOUR_MS);
  assert.equal((await callWith(app, tokens.access_token!)).status, 401);
  const late = await refresh(app, client, tokens.refresh_token!);
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant']);
  const again = await connect(app, browser, client);
  assert.equal((await callWith(app, again.access_token)).status, 200, 'the User authorized again');
  await close();
});

test('C69: email_verified is true once a mailed link was followed, and only where mails reach nobody but their reader', async () => {
  for (const mails_prove_addresses of [true, false]) {
    const app = await startSearchedApp({ mails_prove_addresses });
    const client = await addApplication(app);
    const ada = await app.addUser('Ada');
    const scope = 'openid email';
    const before = await connect(app, await signedIn(app, ada), client, { scope });
    const verified = async () =>
      (await callWith(app, before.access_token, '/oauth/userinfo')).body.email_verified;
    assert.equal(await verified(), false, 'typed in');
    assert.equal(await resetPassword(app, ada, true), 204);
    assert.equal(await verified(), mails_prove_addresses);
    await app.close();
  }
});

test('a new password ends the links that were mailed before, because an intruder may have requested them', async () => {
  const { app, ada, browser, close } = await startWith({});
  const cookie = `rapport_session=${browser.cookies.get('rapport_session')}`;
  const headers = { cookie, origin: app.base_url };
  const post = async (path: string, body: object) => (await app.call('POST', path, { headers, body })).status;
  const mailedCode = async (address: string) => {
    await app.jobs.finished();
    return /code=(\w+)/.exec(app.mails.findLast(({ to }) => to === address)!.text)![1];
  };
  assert.equal(await post('/web/email', { email: 'mallory@example.com' }), 204);
  const email_change = await mailedCode('mallory@example.com');
  await post('/web/password-resets', { email: ada.email });
  const password_reset = await mailedCode(ada.email);
  assert.equal(await changePassword(app, browser), 204);
  assert.equal(await post('/web/email-changes/redeem', { code: email_change }), 410);
  const body = { code: password_reset, new_password: 'a third long password' };
  assert.equal(await post('/web/password-resets/redeem', body), 410);
  await close();
});
