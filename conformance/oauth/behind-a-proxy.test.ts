import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser } from '../../server/src/testing/browser.ts';
import { addApplication, authorizeUrl, signedIn } from '../../server/src/testing/oauth-flow.ts';
import { TEST_PASSWORD } from '../../server/src/testing/test-app.ts';
import { startSearchedApp } from './searched-app.ts';

test('C17: over https the cookies are Secure and carry the __Host- prefix', async () => {
  const app = await startSearchedApp({ base_url: 'https://crm.example.com' });
  const ada = await app.addUser('Ada');
  const visit = await new TestBrowser(app.base_url).signIn({ email: ada.email, password: TEST_PASSWORD });
  const cookie = visit.headers.getSetCookie().find((line) => line.includes('rapport_session='))!;
  assert.match(cookie, /^__Host-rapport_session=rpt_ses_\w{36}; /);
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
    assert.ok(cookie.includes(attribute), cookie);
  assert.ok(!cookie.includes('Domain'));
  await app.close();
});

test('over https every answer has Strict-Transport-Security and nosniff', async () => {
  const app = await startSearchedApp({ base_url: 'https://crm.example.com' });
  for (const path of [
    '/sign-in',
    '/docs/',
    '/docs/problems',
    '/api/openapi.json',
    '/api/v2/me',
    '/nowhere',
  ]) {
    const { headers } = await fetch(app.base_url + path);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
  await app.close();
});

test('C25: without TLS nothing can be allowed, except on the machine itself (RFC 6749 §3.1)', async () => {
  const app = await startSearchedApp({ base_url: 'http://crm.example.com' });
  const client = await addApplication(app);
  const visit = await (await signedIn(app, await app.addUser('Ada'))).get(authorizeUrl(client));
  assert.deepEqual([visit.status, visit.location], [400, null]);
  assert.match(visit.text, /RAPPORT_BASE_URL/);
  await app.close();
});

test('C54: for a base URL with a path the metadata is found where RFC 8414 §3.1 and OpenID Connect Discovery §4 look', async () => {
  const app = await startSearchedApp({ base_url: 'https://example.com/crm' });
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/crm',
    '/.well-known/openid-configuration',
    '/crm/.well-known/openid-configuration',
  ]) {
    const { status, body } = await app.call('GET', path);
    assert.equal(status, 200, path);
    assert.equal(body.issuer, 'https://example.com/crm');
    assert.equal(body.token_endpoint, 'https://example.com/crm/oauth/token');
  }
  const signIn = await new TestBrowser(app.base_url).get('/sign-in');
  assert.match(signIn.text, /action="\/crm\/sign-in"/);
  await app.close();
});

test('behind a proxy the audit log has the last address of its header, and without a proxy the header is ignored', async () => {
  for (const [base_url, address] of [
    ['https://crm.example.com', '192.0.2.7'],
    ['http://127.0.0.1', '127.0.0.1'],
  ] as const) {
    const app = await startSearchedApp({ base_url });
    const ada = await app.addUser('Ada');
    const browser = new TestBrowser(app.base_url);
    const page = await browser.get('/sign-in');
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const fields = { form_token, email: ada.email, password: TEST_PASSWORD };
    await browser.post('/sign-in', fields, { 'x-forwarded-for': '203.0.113.66, 192.0.2.7' });
    const { data } = (await app.call('GET', '/api/v2/audit-log', { as: ada })).body;
    assert.deepEqual([data[0].action, data[0].address], ['sign_in.succeeded', address]);
    await app.close();
  }
});
