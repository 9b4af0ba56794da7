import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newUuid } from '../../server/src/platform/ids.ts';
import { newToken } from '../../server/src/platform/secrets/random-tokens.ts';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import {
  authorize,
  callWith,
  connect,
  exchange,
  postForm,
  refresh,
  signedIn,
} from '../../server/src/testing/oauth-flow.ts';
import type { TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport, statementsOf } from './rapport.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  ada = await target.app.addUser('Ada');
});
after(() => target.close());

const signInAgain = async () => {
  browser = await signedIn(target.app, ada);
};

test('C26, C51: a code lives 60 seconds, to the millisecond', async () => {
  const { app } = target;
  await signInAgain();
  const early = await authorize(browser, target.client);
  app.clock.advance(60 * SECOND_MS - 1);
  assert.equal((await exchange(app, target.client, early.code!)).status, 200);
  const late = await authorize(browser, target.client);
  app.clock.advance(60 * SECOND_MS);
  const refused = await exchange(app, target.client, late.code!);
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
  assert.match(refused.body.error_description, /^The code expired at 20/);
});

test('C51: an access token lives an hour, to the millisecond', async () => {
  const { app } = target;
  await signInAgain();
  const { access_token } = await connect(app, browser, target.client);
  app.clock.advance(HOUR_MS - 1);
  assert.equal((await callWith(app, access_token)).status, 200);
  app.clock.advance(1);
  const late = await callWith(app, access_token);
  assert.deepEqual([late.status, late.body.code], [401, 'invalid_token']);
  assert.match(late.body.detail, /expired at 20/);
});

test('C47, contract §5.2: a refresh token lives six calendar months from its issue, then the User authorizes again', async () => {
  const { app } = target;
  await signInAgain();
  const tokens = await connect(app, browser, target.client);
  const start = app.clock.now();
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 6);
  app.clock.advance(end.getTime() - start.getTime() - 1);
  const next = await refresh(app, target.client, tokens.refresh_token);
  assert.equal(next.status, 200);
  app.clock.advance(184 * DAY_MS);
  const late = await refresh(app, target.client, next.body.refresh_token);
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant']);
  assert.match(late.body.error_description, /expired at .* authorize again/);
});

test('C43: wrong secrets are refused with 429 and Retry-After after a while, for this application and address; the right one is not', async () => {
  const { app } = target;
  const wrong = { ...target.client, client_secret: 'wrong' };
  const tries = [];
  for (let i = 0; i < 21; i++) tries.push(await refresh(app, wrong, 'x'));
  assert.deepEqual(new Set(tries.slice(0, 20).map(({ status }) => status)), new Set([401]));
  assert.equal(tries[20]!.status, 429);
  assert.ok(Number(tries[20]!.headers.get('retry-after')) > 0);
  // The right secret still works, because somebody else behind the same address may have sent the
  // wrong ones.
  assert.equal((await postForm(app, '/oauth/introspect', target.client, { token: 'x' })).status, 200);
  assert.equal((await refresh(app, wrong, 'x')).status, 429);
  assert.equal((await postForm(app, '/oauth/introspect', target.otherClient, { token: 'x' })).status, 200);
  app.clock.advance(60 * SECOND_MS);
  assert.equal((await refresh(app, wrong, 'x')).status, 401);
});

test('C63: a made-up client secret, code or token is refused without a look at the database', async () => {
  const { app, client } = target;
  const made = (prefix: string) => prefix + 'A'.repeat(36);
  const statements = await statementsOf(app, async () => {
    const { status } = await refresh(app, { ...client, client_secret: made('rpt_cs_') }, 'x');
    assert.equal(status, 401);
    assert.equal((await callWith(app, made('rpt_oat_'))).status, 401);
  });
  assert.deepEqual(statements, []);
  const authenticated = await statementsOf(app, async () => {
    assert.equal((await exchange(app, client, made('rpt_oac_'))).body.error, 'invalid_grant');
    assert.equal((await refresh(app, client, made('rpt_ort_'))).body.error, 'invalid_grant');
  });
  assert.equal(authenticated.length, 2, 'two looks for the application itself');
});

test('C37: an unknown client and a wrong secret cost the same work, so that the time does not tell them apart (RFC 6749 §5.2)', async () => {
  const { app, client, otherClient } = target;
  const work = (client_id: string, client_secret: string) =>
    statementsOf(app, async () => {
      const answer = await refresh(app, { ...client, client_id, client_secret }, 'x');
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
    });
  const unknown = await work(newUuid(new Date()), newToken('oauth_client_secret'));
  assert.equal(unknown.length, 1);
  assert.deepEqual(await work(client.client_id, newToken('oauth_client_secret')), unknown);
  assert.deepEqual(await work(client.client_id, otherClient.client_secret), unknown);
  for (const client_id of [newUuid(new Date()), client.client_id])
    assert.deepEqual(await work(client_id, 'not even a secret'), []);
});
