import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../../server/src/access/caller.ts';
import {
  addAddress,
  deleteApplication,
  removeAddress,
  rotateSecret,
  setDisabled,
} from '../../server/src/oauth/applications/actions.ts';
import { TestBrowser } from '../../server/src/testing/browser.ts';
import { dumpOf, secretsIn } from '../../server/src/testing/find-secrets.ts';
import {
  addApplication,
  authorize,
  authorizeUrl,
  callWith,
  connect,
  exchange,
  postForm,
  refresh,
  signedIn,
} from '../../server/src/testing/oauth-flow.ts';
import { orThrow } from '../../server/src/testing/or-throw.ts';
import { TEST_PASSWORD, type TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  ada = await target.app.addUser('Ada');
  await target.app.addAccount(ada);
  browser = await signedIn(target.app, ada);
});
after(() => target.close());

const CAUSE = operator('test');

async function rotated(client_id: string, only: boolean): Promise<string> {
  return orThrow(await rotateSecret(target.app, CAUSE, client_id, { only })).client_secret;
}

test('C65: two secrets live at a time; a third ends the oldest, and a rotation can end all others', async () => {
  const { app } = target;
  const client = await addApplication(app);
  const works = async (client_secret: string) =>
    (await postForm(app, '/oauth/introspect', { ...client, client_secret }, { token: 'x' })).status === 200;
  const second = await rotated(client.client_id, false);
  assert.deepEqual([await works(client.client_secret), await works(second)], [true, true]);
  const third = await rotated(client.client_id, false);
  assert.deepEqual(
    [await works(client.client_secret), await works(second), await works(third)],
    [false, true, true],
  );
  const only = await rotated(client.client_id, true);
  assert.deepEqual([await works(second), await works(third), await works(only)], [false, false, true]);
});

test('C66: the audit log tells who did what, from where, and holds no secret', async () => {
  const { app, client } = target;
  const user = await app.addUser();
  const theirs = await signedIn(app, user);
  await new TestBrowser(app.base_url).signIn({ email: user.email, password: 'wrong' });
  const tokens = await connect(app, theirs, client);
  const denied = await theirs.get(authorizeUrl(client, { prompt: 'consent' }));
  await theirs.submit(denied, { decision: 'deny' });
  const next = (await refresh(app, client, tokens.refresh_token)).body;
  await postForm(app, '/oauth/revoke', client, { token: next.access_token });
  await refresh(app, client, next.refresh_token);
  await refresh(app, client, tokens.refresh_token);

  const { body } = await app.call('GET', '/api/v2/audit-log', { as: user });
  assert.deepEqual(
    body.data
      .map(({ action, actor }: { action: string; actor: { type: string } }) => `${action} by ${actor.type}`)
      .reverse(),
    [
      'personal_access_token.created by operator',
      'sign_in.succeeded by browser_session',
      'sign_in.failed by unknown',
      'oauth_authorization.allowed by browser_session',
      'oauth_code.redeemed by oauth_client',
      'oauth_authorization.denied by browser_session',
      'oauth_token.refreshed by oauth_client',
      'oauth_token.revoked by oauth_client',
      'oauth_token.refreshed by oauth_client',
      'oauth_token.reused by oauth_client',
      'oauth_grant.revoked by oauth_client',
    ],
  );
  for (const entry of body.data.slice(0, -1)) assert.equal(entry.address, '127.0.0.1');
  assert.doesNotMatch(JSON.stringify(body), /rpt_(pat|oat|ort|oac|cs|ses)_/);
  const others = await app.call('GET', '/api/v2/audit-log', { as: ada });
  assert.ok(others.body.data.every((entry: { user_uuid: string }) => entry.user_uuid === ada.uuid));
});

test('the audit log is read in pages', async () => {
  const whole = (await target.app.call('GET', '/api/v2/audit-log?limit=200', { as: ada })).body.data;
  const first = (await target.app.call('GET', '/api/v2/audit-log?limit=2', { as: ada })).body;
  const rest = (
    await target.app.call('GET', `/api/v2/audit-log?limit=200&cursor=${first.next_cursor}`, { as: ada })
  ).body;
  assert.deepEqual([...first.data, ...rest.data], whole);
  assert.equal(rest.next_cursor, null);
});

test('the audit log cannot be changed, not even by the application itself', async () => {
  for (const statement of [
    'UPDATE audit_log SET action = action',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
  ]) {
    await assert.rejects(target.app.db.query(sql([statement])), /append-only/);
  }
});

test('C68: new redirect URLs and secrets leave live grants as they are', async () => {
  const { app } = target;
  const client = await addApplication(app);
  const tokens = await connect(app, browser, client);
  await addAddress(app, CAUSE, client.client_id, 'redirect_urls', 'https://new.example.com/cb');
  await removeAddress(app, CAUSE, client.client_id, 'redirect_urls', client.redirect_uri);
  const client_secret = await rotated(client.client_id, true);
  assert.equal((await callWith(app, tokens.access_token)).status, 200);
  assert.equal((await refresh(app, { ...client, client_secret }, tokens.refresh_token)).status, 200);
  assert.equal((await browser.get(authorizeUrl(client))).status, 400, 'the removed URL is refused');
});

test('C68: a disabled application stops at once and goes on when it is enabled', async () => {
  const { app } = target;
  const client = await addApplication(app);
  const tokens = await connect(app, browser, client);
  await setDisabled(app, CAUSE, client.client_id, true);
  assert.equal((await callWith(app, tokens.access_token)).status, 401);
  assert.equal((await refresh(app, client, tokens.refresh_token)).status, 401);
  await setDisabled(app, CAUSE, client.client_id, false);
  assert.equal((await callWith(app, tokens.access_token)).status, 200);
});

test('C68: deleting an application kills its grants and disables its subscriptions', async () => {
  const { app } = target;
  const client = await addApplication(app);
  const tokens = await connect(app, browser, client);
  const { code } = await authorize(browser, client);
  await callWith(app, tokens.access_token, '/api/v2/webhook-subscriptions', 'POST', {
    url: 'http://127.0.0.1:9/',
    events: ['*'],
  });
  await deleteApplication(app, CAUSE, client.client_id);
  assert.equal((await callWith(app, tokens.access_token)).status, 401);
  assert.equal((await exchange(app, client, code!)).status, 401);
  const { data } = (await app.call('GET', '/api/v2/webhook-subscriptions', { as: ada })).body;
  assert.deepEqual(
    data.map((row: { disabled_reason: string }) => row.disabled_reason),
    ['grant_revoked'],
  );
  assert.equal(
    (await app.call('GET', '/api/v2/grants', { as: ada })).body.data.some(
      (grant: { application: { client_id: string } }) => grant.application.client_id === client.client_id,
    ),
    false,
  );
});

test('an application sees its own grant and audit entries only', async () => {
  const { app, client } = target;
  const mine = await connect(app, browser, client);
  await connect(app, browser, target.otherClient);
  const grants = (await callWith(app, mine.access_token, '/api/v2/grants')).body.data;
  assert.deepEqual(
    grants.map((grant: { application: { client_id: string } }) => grant.application.client_id),
    [client.client_id],
  );
  const entries = (await callWith(app, mine.access_token, '/api/v2/audit-log')).body.data;
  assert.ok(
    entries.every((entry: { oauth_client_uuid: string }) => entry.oauth_client_uuid === client.client_id),
  );
});

test('C52: an application that revokes its last refresh token is disconnected, and its webhooks stop; with another it is not', async () => {
  const { app } = target;
  const client = await addApplication(app);
  const [phone, desk] = [await connect(app, browser, client), await connect(app, browser, client)];
  const hook = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const { body } = await callWith(app, desk.access_token, '/api/v2/webhook-subscriptions', 'POST', hook);
  const enabled = async () => {
    const path = `/api/v2/webhook-subscriptions/${body.data.uuid}`;
    return (await app.call('GET', path, { as: ada })).body.data.enabled as boolean;
  };
  await postForm(app, '/oauth/revoke', client, { token: phone.refresh_token });
  assert.equal((await callWith(app, phone.access_token)).status, 401);
  assert.equal((await callWith(app, desk.access_token)).status, 200);
  assert.equal(await enabled(), true);
  await postForm(app, '/oauth/revoke', client, { token: desk.refresh_token });
  assert.equal(await enabled(), false);
  const grants = (await app.call('GET', '/api/v2/grants', { as: ada })).body.data;
  assert.ok(
    grants.every(
      (grant: { application: { client_id: string } }) => grant.application.client_id !== client.client_id,
    ),
  );
});

test('C53: introspection names the User only to an application that may know the address, and forgets an expired token', async () => {
  const { app, client } = target;
  const look = async (token: string) => (await postForm(app, '/oauth/introspect', client, { token })).body;
  const bare = await connect(app, browser, client, { scope: 'openid' });
  assert.deepEqual(
    [(await look(bare.access_token)).sub, (await look(bare.access_token)).username],
    [ada.uuid, undefined],
  );
  const full = await connect(app, browser, client, { scope: '*' });
  assert.equal((await look(full.access_token)).username, ada.email);
  app.clock.advance(3_600_000);
  assert.deepEqual(await look(full.access_token), { active: false });
});

test('C62: a dump of the database holds no code, token, secret, cookie or password', async () => {
  const { app, client } = target;
  const theirs = await signedIn(app, ada);
  const { code } = await authorize(theirs, client);
  const tokens = (await exchange(app, client, code!)).body;
  const next = (await refresh(app, client, tokens.refresh_token)).body;
  const secrets = [code!, tokens.access_token, tokens.refresh_token, next.access_token, next.refresh_token];
  secrets.push(client.client_secret, theirs.cookies.get('rapport_session')!, ada.token);
  const parts = secrets.map((secret) => secret.slice(-36, -6));
  const rows = await dumpOf(app.db);
  assert.ok(new Set(rows.map((row) => row.split(' ')[0])).size > 10, 'the tables are full of rows');
  for (const row of rows) assert.deepEqual(secretsIn(row, [...parts, TEST_PASSWORD]), [], row);
});
