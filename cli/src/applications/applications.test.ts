import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

const REDIRECT_URL = 'https://ledger.example/callback';
const CREATE = [
  'create',
  '--name',
  'Ledger Sync',
  '--company',
  'Ledger Ltd',
  '--email',
  'dev@ledger.example',
];

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

async function run(...args: string[]) {
  const { exit_code, stdout, stderr } = await rapport.run(['oauth-clients', ...args, '--json']);
  return { exit_code, body: JSON.parse(stdout || stderr) };
}

test('an application is registered, changed, disabled and deleted, and the audit log records it', async () => {
  const created = await run(...CREATE, '--redirect-url', REDIRECT_URL);
  assert.equal(created.exit_code, 0);
  const { client_id, client_secret, secrets, ...application } = created.body;
  assert.match(client_secret, /^rpt_cs_\w{36}$/);
  assert.deepEqual(
    secrets.map((secret: { last_four: string }) => secret.last_four),
    [client_secret.slice(-4)],
  );
  assert.deepEqual(
    [
      application.redirect_urls,
      application.require_pkce,
      application.id_token_signed_response_alg,
      application.disabled_at,
    ],
    [[REDIRECT_URL], false, 'RS256', null],
  );

  const added = await run('add-redirect-url', client_id, '--redirect-url', 'http://localhost:8080/cb');
  assert.deepEqual(added.body.redirect_urls, [REDIRECT_URL, 'http://localhost:8080/cb']);
  const removed = await run('remove-redirect-url', client_id, '--redirect-url', REDIRECT_URL);
  assert.deepEqual(removed.body.redirect_urls, ['http://localhost:8080/cb']);

  const rotated = await run('rotate-secret', client_id);
  assert.equal(rotated.body.secrets.length, 2);
  const only = await run('rotate-secret', client_id, '--only');
  assert.deepEqual(only.body.secrets.length, 1);

  assert.equal((await run('require-pkce', client_id)).body.require_pkce, true);
  const origin = 'https://app.ledger.example';
  const shared = await run('add-allowed-origin', client_id, '--origin', origin);
  assert.deepEqual(shared.body.allowed_origins, [origin]);
  const unshared = await run('remove-allowed-origin', client_id, '--origin', origin);
  assert.deepEqual(unshared.body.allowed_origins, []);
  const signed = await run('id-token-alg', client_id, '--alg', 'ES256');
  assert.equal(signed.body.id_token_signed_response_alg, 'ES256');
  const { disabled_at } = (await run('disable', client_id)).body;
  assert.notEqual(disabled_at, null);
  // Disabling it again keeps the time of the first.
  assert.equal((await run('disable', client_id)).body.disabled_at, disabled_at);
  assert.equal((await run('enable', client_id)).body.disabled_at, null);
  assert.equal((await run('list')).body.data[0].client_id, client_id);
  assert.equal((await run('delete', client_id)).exit_code, 0);
  const gone = await run('show', client_id);
  assert.deepEqual([gone.exit_code, gone.body.code], [1, 'not_found']);

  const audit = JSON.parse((await rapport.run(['audit', '--client', client_id, '--json'])).stdout);
  assert.deepEqual(
    audit.data.map((entry: { action: string; actor: { name: string } }) => [entry.action, entry.actor.name]),
    [
      ['oauth_client.deleted', 'oauth-clients delete'],
      ['oauth_client.updated', 'oauth-clients enable'],
      ['oauth_client.updated', 'oauth-clients disable'],
      ['oauth_client.updated', 'oauth-clients disable'],
      ['oauth_client.updated', 'oauth-clients id-token-alg'],
      ['oauth_client.updated', 'oauth-clients remove-allowed-origin'],
      ['oauth_client.updated', 'oauth-clients add-allowed-origin'],
      ['oauth_client.updated', 'oauth-clients require-pkce'],
      ['oauth_client.secret_rotated', 'oauth-clients rotate-secret'],
      ['oauth_client.secret_rotated', 'oauth-clients rotate-secret'],
      ['oauth_client.updated', 'oauth-clients remove-redirect-url'],
      ['oauth_client.updated', 'oauth-clients add-redirect-url'],
      ['oauth_client.created', 'oauth-clients create'],
    ],
  );
  assert.ok(!JSON.stringify(audit).includes(client_secret));
});

test('a redirect URL that could lead elsewhere is refused with the reason', async () => {
  const refused = await run(...CREATE, '--redirect-url', 'http://app.example.com/callback');
  assert.equal(refused.exit_code, 1);
  assert.match(refused.body.errors[0].detail, /is not https. Only localhost/);
});

test('without --json the secret is shown once, with everything that the makers of the application need', async () => {
  const { stdout } = await rapport.run(['oauth-clients', ...CREATE, '--redirect-url', REDIRECT_URL]);
  assert.match(stdout, /client_secret {2}rpt_cs_\w{36}\n/);
  assert.match(stdout, /authorize {6}http:\/\/localhost:3000\/oauth\/authorize\n/);
});
