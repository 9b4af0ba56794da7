import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { statementsOf } from '../../../../conformance/oauth/rapport.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import {
  addApplication,
  authorize,
  callWith,
  connect,
  exchange,
  refresh,
  signedIn,
  type TestApplication,
} from '../../testing/oauth-flow.ts';
import { overtake } from '../../testing/overtake.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/**
 * Few enough that each request has a connection of the pool, beside the two that lock and observe.
 */
const AT_ONCE = 6;

let app: TestApp;
let ada: TestUser;
let browser: TestBrowser;
let application: TestApplication;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  browser = await signedIn(app, ada);
});
after(() => app.close());

/** A code of a new application, so that its grant and its audit log belong to one test. */
async function newCode(parameters: Record<string, string> = {}): Promise<string> {
  application = await addApplication(app);
  const { code } = await authorize(browser, application, parameters);
  return code!;
}

/**
 * Sends requests that all read before one of them writes: `lock` holds the rows that they write.
 */
async function atOnce(lock: Sql, ask: () => Promise<Answer>): Promise<Answer[]> {
  let answers: Promise<Answer[]> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.query(lock);
    answers = Promise.all(Array.from({ length: AT_ONCE }, ask));
    await until('all requests wait', async () => {
      const waiting = await app.db.query(sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return waiting.length === AT_ONCE;
    });
  });
  return answers!;
}

const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

async function auditedActions(): Promise<string[]> {
  const rows = await app.db.query<{ action: string }>(
    sql`SELECT action FROM audit_log WHERE oauth_client_uuid = ${application.client_id} ORDER BY uuid`,
  );
  return rows.map(({ action }) => action).filter((action) => /^oauth_(code|token)/.test(action));
}

test('an exchange and a refresh are two statements each: one reads, one writes', async () => {
  const code = await newCode();
  let tokens: Answer | undefined;
  const exchanged = await statementsOf(app, async () => {
    tokens = await exchange(app, application, code);
  });
  const refreshed = await statementsOf(app, async () => {
    assert.equal((await refresh(app, application, tokens!.body.refresh_token)).status, 200);
  });
  assert.deepEqual([exchanged.length, refreshed.length], [2, 2]);
});

test('of several exchanges that read one code unused, one gives tokens and the others revoke them', async () => {
  const code = await newCode();
  const lock = sql`SELECT FROM oauth_authorizations WHERE redeemed_at IS NULL FOR UPDATE`;
  const answers = await atOnce(lock, () => exchange(app, application, code));
  assert.deepEqual([countOf(answers, 200), countOf(answers, 400)], [1, AT_ONCE - 1]);
  for (const { body } of answers.filter(({ status }) => status === 400)) {
    assert.match(body.error_description, /^The code was used before, so the tokens it gave are revoked/);
  }
  const won = answers.find(({ status }) => status === 200)!.body;
  assert.equal((await callWith(app, won.access_token)).status, 401);
  assert.equal((await refresh(app, application, won.refresh_token)).body.error, 'invalid_grant');
  const [pairs] = await app.db.query(sql`
    SELECT count(*) FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    WHERE granted.client_uuid = ${application.client_id}`);
  assert.deepEqual(pairs, { count: 1 });
  const replays = Array.from({ length: AT_ONCE - 1 }, () => 'oauth_code.replayed');
  assert.deepEqual((await auditedActions()).toSorted(), ['oauth_code.redeemed', ...replays].toSorted());
});

test('several refreshes that read one token unused give one identical pair, written once', async () => {
  const code = await newCode();
  const first = (await exchange(app, application, code)).body;
  const lock = sql`SELECT FROM oauth_token_pairs WHERE refreshed_at IS NULL FOR UPDATE`;
  const answers = await atOnce(lock, () => refresh(app, application, first.refresh_token));
  assert.equal(countOf(answers, 200), AT_ONCE);
  for (const { body } of answers) assert.deepEqual(body, answers[0]!.body);
  assert.equal((await callWith(app, answers[0]!.body.access_token)).status, 200);
  assert.deepEqual(await auditedActions(), ['oauth_code.redeemed', 'oauth_token.refreshed']);
});

test('of several reuses of one refresh token that read its grant live, one revokes it and warns the User', async () => {
  const code = await newCode();
  const first = (await exchange(app, application, code)).body;
  const next = (await refresh(app, application, first.refresh_token)).body;
  app.clock.advance(60_001);
  await app.jobs.finished();
  app.mails.length = 0;
  const lock = sql`SELECT FROM oauth_grants WHERE revoked_at IS NULL FOR UPDATE`;
  const answers = await atOnce(lock, () => refresh(app, application, first.refresh_token));
  await app.jobs.finished();
  for (const { body } of answers) assert.match(body.error_description, /^The refresh token was used before/);
  assert.equal((await callWith(app, next.access_token)).status, 401);
  assert.equal(app.mails.length, 1);
  const reused = (await auditedActions()).filter((action) => action === 'oauth_token.reused');
  assert.equal(reused.length, 1);
});

test('a code or refresh token deleted between reading and writing is unknown', async () => {
  const code = await newCode();
  const deleted = () => sql`
    DELETE FROM oauth_grants WHERE client_uuid = ${application.client_id}`;
  const late = await overtake(
    app.db,
    'oauth_authorizations',
    (tx) => tx.query(deleted()),
    () => exchange(app, application, code),
  );
  assert.match(late.body.error_description, /^The code is unknown/);
  const { refresh_token } = await connect(app, browser, application);
  const later = await overtake(
    app.db,
    'oauth_token_pairs',
    (tx) => tx.query(deleted()),
    () => refresh(app, application, refresh_token),
  );
  assert.match(later.body.error_description, /^The refresh token is unknown/);
});

test('a failure to sign the ID token does not use the code up', async () => {
  const code = await newCode({ scope: 'openid' });
  await connect(app, browser, application, { scope: 'openid' });
  const spoilKeys = sql`
    UPDATE oauth_signing_keys
    SET private_jwk_encrypted = set_byte(private_jwk_encrypted, 0, get_byte(private_jwk_encrypted, 0) # 255)`;
  await app.db.query(spoilKeys);
  const failed = await exchange(app, application, code);
  assert.deepEqual([failed.status, failed.body.error], [500, 'server_error']);
  await app.db.query(spoilKeys);
  const { status, body } = await exchange(app, application, code);
  assert.equal(status, 200);
  assert.ok(body.id_token);
});
