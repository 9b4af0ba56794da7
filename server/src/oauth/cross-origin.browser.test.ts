import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { operator } from '../access/caller.ts';
import { startChromium } from '../testing/chromium.ts';
import { addApplication, signedIn, type TestApplication } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { setDisabled } from './applications/actions.ts';

let app: TestApp;
let ada: TestUser;
let application: TestApplication;
let chromium: Browser;
/** A page of an application on another origin. */
let page: Page;
const pageServer = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'),
);

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  await new Promise<void>((resolve) => pageServer.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(pageServer.address() as AddressInfo).port}`;
  application = await addApplication(app, { allowed_origins: [origin] });
  chromium = await startChromium();
  page = await chromium.newPage();
  await page.goto(origin);
});
after(async () => {
  await chromium.close();
  pageServer.closeAllConnections();
  await new Promise((resolve) => pageServer.close(resolve));
  await app.close();
});

/** The request that a page of the application makes. */
type Init = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: 'include';
};

function read(path: string, init: Init = {}) {
  return page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        async (response) => ({ status: response.status, request_id: response.headers.get('x-request-id') }),
        () => null,
      ),
    [app.base_url + path, init] as const,
  );
}

const asAda = () => ({ authorization: `Bearer ${ada.token}` });

test('pages of any origin can read discovery and the key set, but not the authorization and token endpoint', async () => {
  for (const path of ['/.well-known/openid-configuration', '/oauth/jwks'])
    assert.equal((await read(path, { headers: { 'x-library': 'anything' } }))?.status, 200, path);
  assert.equal(await read('/oauth/authorize'), null);
  assert.equal(await read('/oauth/token', { method: 'POST' }), null);
});

test('pages of a registered origin can call the API with a token, and read refusals and headers', async () => {
  const headers = { ...asAda(), 'content-type': 'application/json', 'idempotency-key': 'from-a-page' };
  const created = await read('/api/v2/clients', { method: 'POST', headers, body: '{"name":"Babbage"}' });
  assert.equal(created?.status, 201);
  assert.ok(created.request_id);
  assert.equal((await read('/api/v2/clients'))?.status, 401);
});

test('pages of a registered origin cannot use the session cookie', async () => {
  const cookie = (await signedIn(app, ada)).cookies.get('rapport_session')!;
  await page.context().addCookies([{ name: 'rapport_session', value: cookie, url: app.base_url }]);
  assert.equal(await read('/api/v2/clients', { credentials: 'include' }), null);
});

test('pages of an origin that no application has registered cannot read the API', async () => {
  const foreign = await app.call('GET', '/api/v2/clients', {
    as: ada,
    headers: { origin: 'https://other.example' },
  });
  assert.equal(foreign.headers.get('access-control-allow-origin'), null);
  await setDisabled(app, operator('test'), application.client_id, true);
  assert.equal(await read('/api/v2/clients', { headers: asAda() }), null);
});
