import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startForAda, stopRouting, takeScreenshot } from './rapport.ts';

/** Longer than data counts as fresh, and longer than the wait before it is read again. */
const A_WHILE_MS = 15_000;

/** Longer than most people wait for an answer. */
const LONG_MS = 6_000;

const { rapport, ada, stop } = await startForAda();
after(stop);

test('a Client that was read stays on the page while Rapport is away', async () => {
  const { uuid } = await call('POST', '/api/v2/clients', { name: 'Analytical Engines' });
  await assertStays(`/clients/${uuid}`, async (page) => {
    await page.getByRole('heading', { name: 'Analytical Engines' }).waitFor();
    await page.getByText('Created by Ada Lovelace').waitFor();
  });
});

test('an Account that was read stays on the page while Rapport is away', async () => {
  const { uuid } = await call('POST', '/api/v2/accounts', { name: 'Engines Ltd' });
  await assertStays(`/accounts/${uuid}`, async (page) => {
    await page.getByRole('heading', { name: 'Engines Ltd' }).waitFor();
    await page.getByText('ada@example.com').waitFor();
    await page.getByRole('button', { name: 'Invite' }).waitFor();
  });
});

test('a webhook subscription stays on the page while Rapport is away, with the dialog in which it is edited', async () => {
  const url = 'http://localhost:9/hook';
  const { uuid } = await call('POST', '/api/v2/webhook-subscriptions', { url, events: ['client.created'] });
  const look = async (page: Page) => {
    assert.equal(await page.getByRole('dialog').getByLabel('Address of the receiver').inputValue(), url);
  };
  await assertStays(`/settings/webhooks/${uuid}`, look, (page) =>
    page.getByRole('button', { name: 'Edit' }).click(),
  );
});

test('a page has its frame before any answer, reports a slow answer, and shows no empty table when Clients cannot be read', async () => {
  const page = await ada.context.newPage();
  await page.clock.install();
  const [script, user, answer] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const hold = (address: RegExp, until: Promise<void>) =>
    page.route(address, async (route) => {
      await until;
      await route.continue();
    });
  await hold(/\/assets\/records-page/, script!.promise);
  await hold(/\/api\/v2\/me$/, user!.promise);
  await page.route(/\/api\/v2\/clients\?/, async (route) => {
    await answer!.promise;
    await route.fulfill({ status: 500, json: { code: 'internal', detail: 'The list failed.' } });
  });
  const frame = page.getByRole('navigation').getByRole('link', { name: 'Settings' });
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await page.goto('/clients');
  await frame.waitFor();
  await loading.waitFor();
  await takeScreenshot(page, 'frame-first');
  script!.resolve();
  user!.resolve();
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  await loading.waitFor();
  await page.clock.fastForward(LONG_MS);
  await page.getByText('Rapport is slow to answer.').waitFor();
  answer!.resolve();
  await page.getByText('The list failed.').waitFor();
  assert.equal(await page.getByRole('table').count(), 0);
  await page.close();
});

/**
 * Asserts that the content that `look` waits for is there before Rapport goes away, while it is
 * away, and after it is back. `begin` prepares the page; nobody uses it afterwards.
 */
async function assertStays(
  path: string,
  look: (page: Page) => Promise<void>,
  begin?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await ada.context.newPage();
  await page.clock.install();
  await page.goto(path);
  await begin?.(page);
  await look(page);
  await page.route(/\/(api|web)\//, (route) => route.abort());
  await page.clock.fastForward(A_WHILE_MS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.clock.fastForward(A_WHILE_MS);
  await page.getByText('Rapport does not answer.').first().waitFor();
  await takeScreenshot(page, `away-${path.split('/')[1]}`);
  await look(page);
  await stopRouting(page);
  await page.clock.fastForward(A_WHILE_MS);
  for (const alert of await page.getByText('Rapport does not answer.').all())
    await alert.waitFor({ state: 'detached' });
  await look(page);
  await page.close();
}

/** Calls the API like another program of the User, with the session of the browser. */
async function call(method: string, path: string, data: object): Promise<{ uuid: string }> {
  const options = { method, headers: { origin: rapport.base_url }, data };
  const answer = await ada.context.request.fetch(path, options);
  assert.ok(answer.ok(), await answer.text());
  return ((await answer.json()) as { data: { uuid: string } }).data;
}
