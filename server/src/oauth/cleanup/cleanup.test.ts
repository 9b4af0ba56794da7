import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import sql from 'sql-template-tag';
import { HOURLY } from '../../clean-up.ts';
import { doHourly } from '../../testing/finish-jobs.ts';
import {
  addApplication,
  authorize,
  callWith,
  connect,
  refresh,
  signedIn,
  type TestApplication,
} from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let ada: TestUser;
let application: TestApplication;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  application = await addApplication(app);
});
after(() => app.close());

const tidy = () => doHourly({ ...app, log: pino({ level: 'silent' }) }, HOURLY);

async function count(
  table: 'browser_sessions' | 'oauth_authorizations' | 'oauth_token_pairs' | 'oauth_grants',
) {
  const [row] = await app.db.query<{ count: number }>(sql([`SELECT count(*) FROM ${table}`]));
  return row!.count;
}

test('C64: expired codes are deleted; a used refresh token stays until its end, so that its reuse is noticed', async () => {
  const browser = await signedIn(app, ada);
  await authorize(browser, application);
  const tokens = await connect(app, browser, application);
  const unused = await connect(app, browser, application);
  const subscription = { url: 'http://127.0.0.1:9/', events: ['*'] };
  await callWith(app, tokens.access_token, '/api/v2/webhook-subscriptions', 'POST', subscription);
  await refresh(app, application, tokens.refresh_token);
  assert.equal(await count('oauth_authorizations'), 3);

  app.clock.advance(10 * DAY_MS);
  await tidy();
  assert.equal(await count('oauth_authorizations'), 2, 'the code that nobody used');
  assert.equal(await count('oauth_token_pairs'), 3);
  assert.equal(await count('browser_sessions'), 0);

  app.clock.advance(180 * DAY_MS);
  await tidy();
  assert.equal(await count('oauth_token_pairs'), 0);
  assert.equal(await count('oauth_authorizations'), 0);

  const late = await refresh(app, application, unused.refresh_token);
  assert.equal(late.body.error, 'invalid_grant');
  assert.match(late.body.error_description, /expired/, 'true also when nobody remembers it');
});

test('a grant ends with its last token: it is not listed any more, and its subscriptions stop', async () => {
  assert.deepEqual((await app.call('GET', '/api/v2/grants', { as: ada })).body.data, []);
  const [subscription] = (await app.call('GET', '/api/v2/webhook-subscriptions', { as: ada })).body.data;
  assert.equal(subscription.disabled_reason, 'grant_revoked');
  app.clock.advance(91 * DAY_MS);
  await tidy();
  assert.equal(await count('oauth_grants'), 0);
});
