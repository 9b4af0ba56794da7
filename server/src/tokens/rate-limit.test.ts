import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused } from '../testing/assert-forbids.ts';
import { addApplication, callWith, connect, refresh, signedIn } from '../testing/oauth-flow.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let grace: TestUser;

before(async () => {
  app = await startTestApp({ rate_limit: 3 });
  [ada, grace] = [await app.addUser(), await app.addUser()];
});
after(() => app.close());

test('a token is allowed its limit of requests and then gets 429 with the time to wait, while others go on', async () => {
  const me = (as: TestUser) => app.call('GET', '/api/v2/me', { as });
  for (const left of [2, 1, 0]) {
    const { status, headers } = await me(ada);
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"default";q=3;w=10');
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${left};t=`));
  }
  const refused = await me(ada);
  assertRefused(refused, 429, 'rate_limited');
  assert.equal(refused.headers.get('retry-after'), '4');
  assert.match(refused.body.detail, /Wait 4 s/);
  assert.equal((await me(grace)).status, 200);
  app.clock.advance(4000);
  assert.equal((await me(ada)).status, 200);
});

test('the pages may send four times as many requests as a token', async () => {
  const headers = await sessionHeaders(app, await app.addUser());
  const { headers: answered } = await app.call('GET', '/api/v2/me', { headers });
  assert.equal(answered.get('ratelimit-policy'), '"default";q=12;w=10');
});

test('requests without a valid token, and public pages, count against no caller', async () => {
  for (let i = 0; i < 10; i++) {
    assert.equal((await app.call('GET', '/api/v2/me')).status, 401);
    assert.equal((await app.call('GET', '/healthz')).status, 200);
  }
});

test("a refreshed token has only the requests that are left, and the User's own tokens have all of theirs", async () => {
  const application = await addApplication(app);
  const linus = await app.addUser();
  const { access_token, refresh_token } = await connect(app, await signedIn(app, linus), application);
  for (let i = 0; i < 3; i++) assert.equal((await callWith(app, access_token)).status, 200);
  const next = await refresh(app, application, refresh_token);
  const refused = await callWith(app, next.body.access_token);
  assertRefused(refused, 429, 'rate_limited');
  assert.match(refused.body.detail, /^The application has made too many requests/);
  assert.equal((await app.call('GET', '/api/v2/me', { as: linus })).status, 200);
});

test('requests to userinfo count against the same limit as the API', async () => {
  const application = await addApplication(app);
  const browser = await signedIn(app, await app.addUser());
  const [api, identity] = [
    await connect(app, browser, application),
    await connect(app, browser, application, OPENID),
  ];
  assert.equal((await callWith(app, api.access_token)).status, 200);
  const ask = (method: string) => callWith(app, identity.access_token, '/oauth/userinfo', method);
  assert.equal((await ask('GET')).headers.get('ratelimit'), '"default";r=1;t=7');
  assert.equal((await ask('POST')).status, 200);
  const refused = await ask('GET');
  assertRefused(refused, 429, 'rate_limited');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  app.clock.advance(4000);
  assert.equal((await ask('GET')).status, 200);
});

const OPENID = { scope: 'openid email' };
