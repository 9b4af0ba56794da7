import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { newSecretKeyText } from '../../../server/src/platform/secrets/secret-key.ts';
import {
  addApplication,
  callWith,
  connect,
  refresh,
  signedIn,
} from '../../../server/src/testing/oauth-flow.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { runHere } from '../testing/run-here.ts';

const secret_key = newSecretKeyText();
let app: TestApp;
before(async () => {
  app = await startTestApp({ secret_key });
});
after(() => app.close());

async function run(...args: string[]) {
  const settings = { DATABASE_URL: app.connectionString, RAPPORT_SECRET_KEY: secret_key };
  const { exit_code, stdout, stderr } = await runHere([...args, '--json'], settings);
  return { exit_code, body: JSON.parse(stdout || stderr) };
}

test('C67: the operator lists the grants of all Users or of one, and ends one: its tokens and webhooks stop, others go on', async () => {
  const application = await addApplication(app, { name: 'Ledger Sync' });
  const [ada, grace] = [await app.addUser('Ada'), await app.addUser('Grace')];
  const hers = await connect(app, await signedIn(app, ada), application);
  const others = await connect(app, await signedIn(app, grace), application);
  const hook = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const path = '/api/v2/webhook-subscriptions';
  const { data } = (await callWith(app, hers.access_token, path, 'POST', hook)).body;

  const all = (await run('grants', 'list')).body.data;
  assert.deepEqual(new Set(all.map((grant: { user_uuid: string }) => grant.user_uuid)).size, 2);
  const [grant, ...more] = (await run('grants', 'list', '--user', ada.email)).body.data;
  assert.deepEqual(
    [more, grant.user_uuid, grant.application.name, grant.scope],
    [[], ada.uuid, 'Ledger Sync', '*'],
  );

  const revoked = await run('grants', 'revoke', grant.uuid);
  assert.deepEqual([revoked.exit_code, revoked.body], [0, { uuid: grant.uuid, revoked: true }]);
  assert.equal((await callWith(app, hers.access_token)).status, 401);
  assert.equal((await refresh(app, application, hers.refresh_token)).body.error, 'invalid_grant');
  const subscription = (await app.call('GET', `${path}/${data.uuid}`, { as: ada })).body.data;
  assert.deepEqual([subscription.enabled, subscription.disabled_reason], [false, 'grant_revoked']);
  assert.equal((await callWith(app, others.access_token)).status, 200);
  assert.deepEqual((await run('grants', 'list', '--user', ada.email)).body.data, []);

  const [entry] = (await run('audit', '--user', ada.email, '--action', 'oauth_grant.revoked')).body.data;
  assert.deepEqual(
    [entry.actor.type, entry.actor.name, entry.details.reason],
    ['operator', 'grants revoke', 'by_operator'],
  );
});

test('an unknown grant, or a grant of an unknown User, is refused with exit code 1', async () => {
  for (const args of [
    ['revoke', newUuid(new Date())],
    ['list', '--user', 'nobody@example.com'],
  ]) {
    const { exit_code, body } = await run('grants', ...args);
    assert.deepEqual([exit_code, body.code], [1, 'not_found'], args.join(' '));
  }
});
