import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startOAuthApp } from '../../examples/oauth-app/app.mjs';
import { startChromium } from '../../server/src/testing/chromium.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { addApplication, authorizeUrl, type TestApplication } from '../../server/src/testing/oauth-flow.ts';
import { TEST_PASSWORD, type TestUser } from '../../server/src/testing/test-app.ts';
import { TEST_CERTIFICATE } from '../../server/src/webhooks/guard/testing/test-certificate.ts';
import { startRapport } from './rapport.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let target: Awaited<ReturnType<typeof startRapport>>;
let chromium: Browser;
let ada: TestUser;
/** An application that answers `back` at its redirect URL. */
let client: TestApplication;
const application = createServer((_request, response) => response.end('back'));

before(async () => {
  target = await startRapport();
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const { port } = application.address() as AddressInfo;
  client = await addApplication(target.app, { redirect_urls: [`http://localhost:${port}/callback`] });
  chromium = await startChromium();
  ada = await target.app.addUser('Ada');
  await target.app.addAccount(ada, 'Lovelace Engines Ltd');
});
after(async () => {
  await chromium.close();
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
  await target.close();
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(ada.email);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Returns the accessibility faults that axe finds. Playwright injects axe from outside, because the
 * page's policy forbids scripts.
 */
async function faults(page: Page): Promise<string[]> {
  const result = await page.evaluate(`${axe}; axe.run()`);
  const { violations } = result as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages work without JavaScript and are accessible (${colorScheme})`, async () => {
    const context = await chromium.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) complaints.push(message.text());
    });
    const check = async (heading: RegExp) => {
      await page.getByRole('heading', { name: heading }).waitFor();
      assert.deepEqual(await faults(page), [], `${heading}`);
      const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(overflow, false, 'nothing sticks out on a phone');
    };
    const path = authorizeUrl(client, { prompt: 'consent' });
    await page.goto(target.base_url + path);
    await check(/^Sign in$/);
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await check(/^Sign in$/);
    await signIn(page);
    await check(/^Allow Ledger Sync/);
    await page.goto(`${target.base_url}/sign-in`);
    await check(/^You are signed in$/);
    await page.goto(`${target.base_url}/oauth/authorize?client_id=nobody`);
    await check(/cannot be connected/);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('C1 in a browser with JavaScript off: the whole way ends at the redirect URL with a code', async () => {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(target.base_url + authorizeUrl(client));
  await signIn(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${client.redirect_uri}?**`);
  const { searchParams } = new URL(page.url());
  assert.ok(searchParams.get('code'));
  assert.equal(searchParams.get('state'), 'af0ifjsldkj');
  await context.close();
});

for (const scheme of ['http', 'myapp'] as const) {
  test(`Allow and Sign in work where the redirect URL is https and leads on to ${scheme}`, async () => {
    const end = scheme === 'http' ? client.redirect_uri : 'myapp://signed-in';
    const relay = createHttpsServer(TEST_CERTIFICATE, (_request, response) =>
      response.writeHead(302, { location: end }).end(),
    );
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const { port } = relay.address() as AddressInfo;
    const relayed = await addApplication(target.app, {
      redirect_urls: [`https://localhost:${port}/callback`],
    });
    const context = await chromium.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const arrival = (at: Page) => at.waitForRequest((request) => request.url() === end);
    await page.goto(target.base_url + authorizeUrl(relayed));
    await signIn(page);
    await Promise.all([arrival(page), page.getByRole('button', { name: 'Allow' }).click()]);
    // The User has consented before, so the sign-in leads to the application directly.
    await context.clearCookies();
    const again = await context.newPage();
    await again.goto(target.base_url + authorizeUrl(relayed));
    await Promise.all([arrival(again), signIn(again)]);
    await context.close();
    relay.closeAllConnections();
    await new Promise((resolve) => relay.close(resolve));
  });
}

test('the keyboard is enough: Enter signs in, and the first button that Tab reaches denies', async () => {
  const page = await (await chromium.newContext()).newPage();
  // Keys go to the focused element, and a page that was just loaded may not have set the focus yet.
  const focus = (element: string, hasText?: string) =>
    page.locator(`${element}:focus`, { hasText }).waitFor();
  await page.goto(target.base_url + authorizeUrl(client, { prompt: 'consent' }));
  await focus('input[name=email]');
  await page.keyboard.type(ada.email);
  await page.keyboard.press('Tab');
  await focus('input[name=password]');
  await page.keyboard.type(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await page.keyboard.press('Tab');
  await focus('a', 'Use another user');
  // What can be unticked comes before the buttons.
  while ((await page.locator('button:focus').count()) === 0) await page.keyboard.press('Tab');
  await focus('button', 'Deny');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${client.redirect_uri}?**error=access_denied**`);
  await page.context().close();
});

test('the example application signs a User in and shows what the API says', async () => {
  const { app } = target;
  const port = await freePort();
  const example = await addApplication(app, { redirect_urls: [`http://localhost:${port}/callback`] });
  await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Babbage & Co' } });
  // The library uses the real time, so the service's clock must show it.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  const server = await startOAuthApp({ rapport_url: app.base_url, ...example, port });
  const page = await (await chromium.newContext()).newPage();
  await page.goto(`http://localhost:${port}/`);
  await page.getByRole('link', { name: 'Sign in with Rapport' }).click();
  await signIn(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Your Clients' }).waitFor();
  const items = await page.getByRole('listitem').allTextContents();
  assert.deepEqual(items, ['Lovelace Engines Ltd', 'Babbage & Co']);
  await page.context().close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
