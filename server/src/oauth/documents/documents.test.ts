import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { operator } from '../../access/caller.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { postForm, signedIn } from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { setDisabled } from '../applications/actions.ts';
import { identityOf, isDocumentUrl, isRedirectOf } from './rules.ts';

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const REDIRECT = 'http://127.0.0.1:53123/callback';

let app: TestApp;
let ada: TestUser;
let browser: TestBrowser;
let server: Server;
let host: string;
/** What the server of documents answers, by path; a function of its own address. */
const documents = new Map<string, (client_id: string) => { status?: number; body: string }>();
let reads = 0;

before(async () => {
  server = createServer((request, response) => {
    reads++;
    const answer = documents.get(request.url!)?.(`http://${host}${request.url}`) ?? {
      status: 404,
      body: '{}',
    };
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json',
      location: `http://${host}/good`,
    });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startTestApp({ client_document_hosts: [host], mcp: true });
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Here');
  browser = await signedIn(app, ada);
});
after(async () => {
  await app.close();
  server.close();
});

const document =
  (more: object = {}) =>
  (client_id: string) => ({
    body: JSON.stringify({
      ...{ client_id, client_name: 'Test Assistant', redirect_uris: ['http://127.0.0.1/callback'] },
      ...{ token_endpoint_auth_method: 'none', ...more },
    }),
  });

const ask = (client_id: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: REDIRECT, scope: 'read', state: 'x' },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', resource: `${app.base_url}/mcp`, ...more },
  });
  return browser.get(`/oauth/authorize?${query}`);
};
const token = (client_id: string, fields: Record<string, string>) =>
  postForm(app, '/oauth/token', null, { client_id, ...fields });

test('an application that has only a document gets tokens with PKCE alone, and the page names its host', async () => {
  documents.set('/good', document());
  const client_id = `http://${host}/good`;
  const page = await ask(client_id);
  assert.match(page.text, new RegExp(`<h1>Allow ${host} to use Rapport for you`));
  assert.match(page.text, /Nobody has registered it/);
  assert.match(page.text, /Test Assistant/);
  const { location } = await browser.submit(page, { decision: 'allow' });
  assert.ok(location!.startsWith(REDIRECT));
  const code = new URL(location!).searchParams.get('code')!;
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
  const wrong = await token(client_id, { ...exchange, code_verifier: 'w'.repeat(43) });
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant']);
  const { body: tokens } = await token(client_id, { ...exchange, code_verifier: VERIFIER });
  assert.equal(tokens.token_type, 'Bearer', JSON.stringify(tokens));
  const refreshed = await token(client_id, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  assert.equal(refreshed.status, 200);
  const revoked = await postForm(app, '/oauth/revoke', null, {
    client_id,
    token: refreshed.body.refresh_token,
  });
  assert.equal(revoked.status, 200);
  const dead = await token(client_id, {
    grant_type: 'refresh_token',
    refresh_token: refreshed.body.refresh_token,
  });
  assert.equal(dead.body.error, 'invalid_grant');
  // Read once, and again a day later, when it may say something else.
  const before = reads;
  await ask(client_id);
  assert.equal(reads, before);
  app.clock.advance(25 * 60 * 60 * 1000);
  browser = await signedIn(app, ada);
  documents.set('/good', document({ redirect_uris: ['https://elsewhere.example/callback'] }));
  assert.match((await ask(client_id)).text, /redirect_uri does not equal/);
  assert.equal(reads, before + 1);
});

test('without PKCE, for signing in, and to a foreign redirect URL it is refused', async () => {
  documents.set('/rules', document());
  const client_id = `http://${host}/rules`;
  const errorOf = async (more: Record<string, string>) =>
    new URL((await ask(client_id, more)).location!).searchParams.get('error');
  assert.equal(await errorOf({ code_challenge: '', code_challenge_method: '' }), 'invalid_request');
  assert.equal(await errorOf({ scope: 'openid email' }), 'invalid_scope');
  assert.match(
    (await ask(client_id, { redirect_uri: 'http://127.0.0.1:1/other' })).text,
    /redirect_uri does not/,
  );
  assert.match(
    (await ask(client_id, { redirect_uri: 'https://evil.example/callback' })).text,
    /redirect_uri does not/,
  );
});

test('a document that is wrong, too long, elsewhere or not there is said on a page, without a redirect', async () => {
  const bad: Record<string, (client_id: string) => { status?: number; body: string }> = {
    '/other': () => ({ body: JSON.stringify({ client_id: 'http://other', redirect_uris: [REDIRECT] }) }),
    '/secret': document({ token_endpoint_auth_method: 'client_secret_post' }),
    '/none': document({ redirect_uris: [] }),
    '/script': document({ redirect_uris: ['javascript:alert(1)'] }),
    '/plain': document({ redirect_uris: ['http://app.example/callback'] }),
    '/long': document({ client_name: 'x'.repeat(6000) }),
    '/list': () => ({ body: '[]' }),
    '/html': () => ({ body: '<html>' }),
    '/moved': () => ({ status: 302, body: '' }),
    '/gone': () => ({ status: 410, body: '{}' }),
  };
  for (const [path, answer] of Object.entries(bad)) {
    documents.set(path, answer);
    const page = await ask(`http://${host}${path}`);
    assert.deepEqual([page.status, page.location], [400, null], path);
    assert.match(page.text, /which cannot be used/, path);
  }
  for (const client_id of [`http://127.0.0.1:${await freePort()}/good`, 'https://evil.example/good']) {
    assert.match((await ask(client_id)).text, /client_id is unknown/);
    assert.equal(
      (await token(client_id, { grant_type: 'refresh_token', refresh_token: 'x' })).body.error,
      'invalid_client',
    );
  }
});

test('its identity is not to be had under another name, and the operator can disable it', async () => {
  documents.set('/taken', document());
  const client_id = `http://${host}/taken`;
  await ask(client_id);
  const { client_uuid } = identityOf(client_id);
  assert.match((await ask(client_uuid)).text, /client_id is unknown/);
  assert.equal(
    (await token(client_uuid, { grant_type: 'refresh_token', refresh_token: 'x' })).body.error,
    'invalid_client',
  );
  await setDisabled(app, operator('test'), client_uuid, true);
  assert.match((await ask(client_id)).text, /disabled this application/);
});

test('the metadata name it where it is on', async () => {
  const metadata = await (await fetch(`${app.base_url}/.well-known/oauth-authorization-server`)).json();
  const { client_id_metadata_document_supported, token_endpoint_auth_methods_supported } = metadata as Record<
    string,
    unknown
  >;
  assert.equal(client_id_metadata_document_supported, true);
  assert.ok((token_endpoint_auth_methods_supported as string[]).includes('none'));
});

test('only an address at an allowed host is one, and only the port of loopback may vary', () => {
  const hosts = ['claude.ai', 'localhost:4000'];
  for (const url of ['https://claude.ai/client.json', 'https://claude.ai/a?b=c', 'http://localhost:4000/x'])
    assert.ok(isDocumentUrl(url, hosts), url);
  for (const url of [
    ...['http://claude.ai/client.json', 'https://claude.ai/', 'https://claude.ai', 'https://claude.ai:444/x'],
    ...[
      'https://evil.claude.ai/x',
      'https://claude.ai.evil.example/x',
      'https://a@claude.ai/x',
      'https://claude.ai/x#y',
    ],
    ...['https://CLAUDE.ai/x', 'https://claude.ai/a/../b', ' https://claude.ai/x', 'javascript:claude.ai/x'],
  ])
    assert.ok(!isDocumentUrl(url, hosts), url);
  assert.ok(isRedirectOf(['http://127.0.0.1/cb'], 'http://127.0.0.1:5000/cb'));
  for (const url of [
    'http://127.0.0.1:5000/cb2',
    'http://localhost:5000/cb',
    'https://127.0.0.1:5000/cb',
    'http://127.0.0.1:5000/cb?x=1',
  ])
    assert.ok(!isRedirectOf(['http://127.0.0.1/cb'], url), url);
  assert.ok(!isRedirectOf(['https://app.example/cb'], 'https://app.example:444/cb'));
});
