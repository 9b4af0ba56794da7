import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestBrowser } from '../testing/browser.ts';
import {
  addApplication,
  authorize,
  authorizeUrl,
  callWith,
  connect,
  exchange,
  refresh,
  signedIn,
  type TestApplication,
} from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let application: TestApplication;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Lovelace Engines Ltd');
  application = await addApplication(app);
});
after(() => app.close());

test('C1: sign-in and consent lead back with code, state and iss (RFC 6749 §4.1.2, RFC 9207 §2)', async () => {
  const browser = new TestBrowser(app.base_url);
  const start = await browser.get(authorizeUrl(application));
  assert.equal(start.status, 303);
  const signIn = await browser.follow(start);
  assert.match(signIn.text, /<h1>Sign in<\/h1>/);
  const consent = await browser.follow(
    await browser.submit(signIn, { email: ada.email, password: 'correct horse battery' }),
  );
  assert.match(consent.text, /Ledger Sync/);
  assert.match(consent.text, /Lovelace Engines Ltd/);
  const back = await browser.submit(consent, { decision: 'allow' });
  assert.equal(back.status, 303);
  const location = new URL(back.location!);
  assert.equal(location.origin + location.pathname, 'https://app.example.com/callback');
  assert.equal(location.searchParams.get('tenant'), '7');
  assert.equal(location.searchParams.get('state'), 'af0ifjsldkj');
  assert.equal(location.searchParams.get('iss'), app.base_url);

  const tokens = await exchange(app, application, location.searchParams.get('code')!);
  assert.equal(tokens.status, 200, JSON.stringify(tokens.body));
  assert.deepEqual(
    { ...tokens.body, access_token: '', refresh_token: '' },
    {
      access_token: '',
      token_type: 'Bearer',
      expires_in: 3600,
      access_token_expires_at: '2026-11-20T10:20:00.000+00:00',
      refresh_token: '',
      refresh_token_expires_at: '2027-05-20T09:20:00.000+00:00',
      scope: '*',
    },
  );
  const logins = await callWith(app, tokens.body.access_token);
  assert.equal(logins.status, 200);
  assert.equal(logins.body.data[0].account.name, 'Lovelace Engines Ltd');
});

test('a refresh gives a new pair, and both access tokens work until they expire', async () => {
  const tokens = await connect(app, await signedIn(app, ada), application);
  const next = await refresh(app, application, tokens.refresh_token);
  assert.equal(next.status, 200, JSON.stringify(next.body));
  assert.notEqual(next.body.access_token, tokens.access_token);
  for (const token of [tokens.access_token, next.body.access_token]) {
    assert.equal((await callWith(app, token)).status, 200);
  }
  app.clock.advance(3_600_000);
  const late = await callWith(app, next.body.access_token);
  assert.deepEqual([late.status, late.body.code], [401, 'invalid_token']);
});

test('C11: the User denies', async () => {
  const browser = await signedIn(app, ada);
  const consent = await browser.get(authorizeUrl(application, { prompt: 'consent' }));
  const back = await browser.submit(consent, { decision: 'deny' });
  const answer = Object.fromEntries(new URL(back.location!).searchParams);
  assert.equal(answer.error, 'access_denied');
  assert.equal(answer.state, 'af0ifjsldkj');
  assert.equal(answer.iss, app.base_url);
});

test('the scope openid gives an ID token', async () => {
  const browser = await signedIn(app, ada);
  const { code } = await authorize(browser, application, { scope: 'openid email', nonce: 'n-0S6' });
  const tokens = await exchange(app, application, code!);
  assert.equal(tokens.status, 200);
  assert.ok(tokens.body.id_token);
  assert.equal((await callWith(app, tokens.body.access_token)).status, 403);
  const info = await callWith(app, tokens.body.access_token, '/oauth/userinfo');
  assert.deepEqual(info.body, { sub: ada.uuid, email: ada.email, email_verified: false });
});
