import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestBrowser } from '../testing/browser.ts';
import { describedAnswers } from '../testing/described-answers.ts';
import {
  addApplication,
  authorizeUrl,
  callWith,
  connect,
  postForm,
  refresh,
  signedIn,
  type TestApplication,
} from '../testing/oauth-flow.ts';
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let application: TestApplication;
let browser: TestBrowser;

before(async () => {
  app = await startTestApp();
  application = await addApplication(app);
  browser = await signedIn(app, await app.addUser('Ada'));
});
after(() => app.close());

/** Fails unless the description lists the status, the type and the body of the answer. */
function assertDescribed(method: string, path: string, { status, headers, body }: Answer): void {
  const answer = { status, content_type: headers.get('content-type'), headers, body };
  assert.equal(describedAnswers(app.description)(method, path, answer), null);
}

test('the answers of the token endpoint, introspection and userinfo are as described', async () => {
  const { access_token, refresh_token } = await connect(app, browser, application, {
    scope: 'openid profile email',
  });
  // `app.call` compares the answers with the description.
  for (const path of ['/oauth/jwks', '/.well-known/openid-configuration']) {
    assert.equal((await app.call('GET', path)).status, 200);
  }
  assert.equal((await callWith(app, access_token, '/oauth/userinfo')).body.email_verified, false);
  assert.equal((await app.call('GET', '/oauth/userinfo')).status, 401);

  const refreshed = await refresh(app, application, refresh_token);
  assert.equal(refreshed.status, 200);
  assertDescribed('POST', '/oauth/token', refreshed);
  const token = refreshed.body.access_token;
  for (const active of [true, false]) {
    const looked = await postForm(app, '/oauth/introspect', application, { token });
    assert.equal(looked.body.active, active);
    assertDescribed('POST', '/oauth/introspect', looked);
    assertDescribed('POST', '/oauth/revoke', await postForm(app, '/oauth/revoke', application, { token }));
  }
});

test('the refusals of OAuth are as described', async () => {
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
    const anonymous = await postForm(app, path, null, { grant_type: 'refresh_token' });
    assert.equal(anonymous.status, 401);
    assertDescribed('POST', path, anonymous);
    const empty = await postForm(app, path, application, {});
    assert.equal(empty.status, 400);
    assertDescribed('POST', path, empty);
    const large = await postForm(app, path, application, { token: 'x'.repeat(40_000) });
    assert.equal(large.status, 413);
    assertDescribed('POST', path, large);
  }
});

test('the answers to the browser of a User are as described', async () => {
  for (const [path, status] of [
    [authorizeUrl(application, { scope: '*' }), 200],
    [authorizeUrl(application, { scope: 'nonsense' }), 303],
    ['/oauth/authorize', 400],
  ] as const) {
    const { headers, text, ...visit } = await browser.get(path);
    assert.equal(visit.status, status);
    assertDescribed('GET', '/oauth/authorize', { ...visit, headers, body: text || null });
  }
});

test('OAuth is described as a security scheme with its addresses and scopes, and by its endpoints', async () => {
  const { oauth2 } = app.description.components.securitySchemes as { oauth2: { flows: object } };
  const metadata = (await app.call('GET', '/.well-known/oauth-authorization-server')).body;
  const { scopes, ...addresses } = (oauth2.flows as Record<string, { scopes: object }>).authorizationCode!;
  assert.deepEqual(Object.keys(scopes), metadata.scopes_supported);
  assert.deepEqual(addresses, {
    authorizationUrl: metadata.authorization_endpoint,
    tokenUrl: metadata.token_endpoint,
    refreshUrl: metadata.token_endpoint,
  });
  const described = Object.keys(app.description.paths).map((path) => app.base_url + path);
  for (const [name, url] of Object.entries(metadata)) {
    if (/_endpoint$|_uri$/.test(name)) assert.ok(described.includes(String(url)), name);
  }
});
