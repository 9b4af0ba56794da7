import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { newToken, TOKEN_PREFIXES } from '../../platform/secrets/random-tokens.ts';
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
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let application: TestApplication;

before(async () => {
  app = await startTestApp();
  application = await addApplication(app);
});
after(() => app.close());

const report = (token: string) => app.call('POST', '/api/v2/token-leaks', { body: { token } });

/** A User who has connected the application. */
async function connected() {
  const user = await app.addUser();
  const browser = await signedIn(app, user);
  return { user, browser, tokens: await connect(app, browser, application) };
}

async function mailsTo({ email }: TestUser): Promise<string[]> {
  await app.jobs.finished();
  return app.mails
    .filter(({ to, subject }) => to === email && !/is connected to/.test(subject))
    .map(({ subject }) => subject);
}

for (const kind of ['access_token', 'refresh_token'] as const) {
  test(`reporting a live ${kind} ends its grant, and its User is mailed`, async () => {
    const { user, tokens } = await connected();
    const { data: subscription } = (
      await callWith(app, tokens.access_token, '/api/v2/webhook-subscriptions', 'POST', {
        url: 'http://127.0.0.1:9/hook',
        events: ['*'],
      })
    ).body;
    assert.equal((await report(tokens[kind])).status, 204);

    assert.equal((await callWith(app, tokens.access_token)).status, 401);
    assert.equal((await refresh(app, application, tokens.refresh_token)).body.error, 'invalid_grant');
    const [{ enabled }] = (await app.db.query(
      sql`SELECT disabled_at IS NULL AS enabled FROM webhook_subscriptions WHERE uuid = ${subscription.uuid}`,
    )) as [{ enabled: boolean }];
    assert.equal(enabled, false);
    assert.deepEqual(await mailsTo(user), ['Ledger Sync was disconnected from Rapport']);
    const entries = await app.db.query(sql`
      SELECT action, actor_type, oauth_client_uuid, details - 'token_uuid' - 'grant_uuid' AS details FROM audit_log
      WHERE user_uuid = ${user.uuid} AND actor_name = 'token leak' ORDER BY action`);
    const by = { actor_type: 'unknown', oauth_client_uuid: application.client_id };
    assert.deepEqual(entries, [
      { action: 'oauth_grant.revoked', ...by, details: { reason: 'token_leaked' } },
      { action: 'oauth_token.leaked', ...by, details: { kind: `oauth_${kind}` } },
    ]);
  });
}

test('reporting a used refresh token ends the grant too, because its successor may lie in the same place', async () => {
  const { tokens } = await connected();
  const next = (await refresh(app, application, tokens.refresh_token)).body;
  assert.equal((await report(tokens.refresh_token)).status, 204);
  assert.equal((await callWith(app, next.access_token)).status, 401);
});

test('a token reported many times at once causes one mail', async () => {
  const { user, tokens } = await connected();
  const { access_token, refresh_token } = tokens;
  const answers = await Promise.all([access_token, refresh_token, access_token, refresh_token].map(report));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204, 204],
  );
  assert.equal((await mailsTo(user)).length, 1);
});

test('reporting an ended token does not end a later grant of the User', async () => {
  const { user, browser, tokens } = await connected();
  const revoked = { ...application, token: tokens.access_token };
  await fetch(`${app.base_url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(revoked) });
  assert.equal((await report(tokens.access_token)).status, 204);
  assert.equal((await refresh(app, application, tokens.refresh_token)).status, 200);

  assert.equal((await report(tokens.refresh_token)).status, 204);
  const again = await connect(app, browser, application);
  assert.equal((await report(tokens.refresh_token)).status, 204);
  assert.equal((await callWith(app, again.access_token)).status, 200);
  assert.equal((await mailsTo(user)).length, 1);
});

test('the answer depends on the prefix only, and is the same for live, made-up and cut tokens', async () => {
  const { browser } = await connected();
  const { code } = await authorize(browser, application);
  const { client_secret, redirect_uri } = application;
  const live = {
    oauth_client_secret: client_secret,
    oauth_authorization_code: code!,
    browser_session: browser.cookies.get('rapport_session')!,
  };
  for (const [kind, token] of Object.entries(live) as [keyof typeof live, string][]) {
    const prefix = TOKEN_PREFIXES[kind];
    assert.ok(token.startsWith(prefix));
    const answers = await Promise.all([token, newToken(kind), `${prefix}cut`].map(report));
    const told = answers.map(({ status, body }) => [status, body.errors]);
    assert.deepEqual(told, [told[0], told[0], told[0]]);
    assert.equal(told[0]![0], 422);
    assert.match(answers[0]!.body.detail, /Tell the (operator|makers|User)/);
  }
  for (const kind of ['personal_access_token', 'oauth_access_token', 'oauth_refresh_token'] as const) {
    for (const token of [newToken(kind), `${TOKEN_PREFIXES[kind]}cut`]) {
      assert.equal((await report(token)).status, 204, token);
    }
  }
  // The code still works, and so does the application: nothing has ended.
  assert.equal((await exchange(app, { ...application, redirect_uri }, code!)).status, 200);
  assert.ok((await authorize(browser, application)).code);
});

test('a text without a prefix of ours is refused, so that nobody believes it has ended', async () => {
  for (const token of ['hello', ' rpt_pat_x', 'ghp_x', '']) {
    const { status, body } = await report(token);
    assert.equal(status, 422);
    assert.match(
      body.detail,
      /This is not a token of this service. Its tokens begin with rpt_pat_, rpt_oat_/,
    );
  }
});
