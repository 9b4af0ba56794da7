import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers, openPerson, startForAda, takeScreenshot } from './rapport.ts';

const OVERHANG_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const WINDOWS: Record<'desktop' | 'phone', BrowserContextOptions> = {
  desktop: {},
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

const { rapport, browser, ada, stop } = await startForAda();
after(stop);

for (const [window, colorScheme] of [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'light'],
] as const) {
  test(`the reference can be read on a ${window}, ${colorScheme}, is not wider than the window, and leads back`, async () => {
    const options = { ...WINDOWS[window], colorScheme, storageState: await ada.context.storageState() };
    const person = await openPerson(browser, rapport.base_url, options);
    const { page } = person;
    const canBeRead = async (name: string) => {
      await takeScreenshot(page, `${name}-${window}-${colorScheme}`);
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await page.evaluate<number>(OVERHANG_PX), 0);
    };
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'Clients', exact: true }).click();
    await canBeRead('reference');
    await page.getByRole('link', { name: 'List clients', exact: true }).click();
    await page.getByText('Full-text search').waitFor();
    await canBeRead('reference-operation');
    await page.getByRole('searchbox').click();
    await page.keyboard.type('rotate secret');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search: rotate secret' }).waitFor();
    await canBeRead('reference-search');
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
    assert.deepEqual(person.faults, []);
    await person.close();
  });
}

test('an operation is copied with a token that is made here, goes along in the tab, and ends with the session', async () => {
  const person = await openPerson(browser, rapport.base_url, {
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: await ada.context.storageState(),
  });
  const { page } = person;
  await page.goto('/docs/operations/createClient');
  await page.locator('summary', { hasText: 'TypeScript' }).click();
  assert.match(await copied(page, 1), /process\.env\.RAPPORT_TOKEN/);

  await page.getByRole('button', { name: 'Make one that reads and writes' }).click();
  await page.getByText('One that ends in a day').waitFor();
  const token = /Bearer (rpt_pat_\w+)/.exec(await copied(page, 0))![1]!;
  const answer = await fetch(`${rapport.base_url}/api/v2/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200);
  const kept = await page.evaluate<string>(
    'document.documentElement.outerHTML + JSON.stringify(localStorage)',
  );
  assert.ok(!kept.includes(token));

  await page.goto('/docs/operations/listDeals');
  await page.getByText('One that ends in a day').waitFor();
  assert.ok((await copied(page, 0)).includes(token));
  await person.context.clearCookies();
  const forgotten = page.waitForResponse((one) => one.url().endsWith('/api/v2/me') && one.status() === 401);
  await page.reload();
  await forgotten;
  await page.waitForFunction('sessionStorage.length === 0');
  assert.match(await copied(page, 0), /\$RAPPORT_TOKEN/);
  await person.close();
});

test('a request is tried as who is signed in, and what comes back is shown', async () => {
  const { page } = ada;
  await page.goto('/docs/operations/createClient');
  await page.getByRole('textbox', { name: 'Body' }).fill('{"name": "Tried"}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('201 Created').waitFor();
  const shown = await page.locator('form.try pre').textContent();
  const { uuid } = JSON.parse(shown!).data;
  await page.goto('/docs/operations/retrieveClient');
  await page.getByRole('textbox', { name: 'uuid' }).fill(uuid);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('"name": "Tried"').waitFor();
  assert.deepEqual(ada.faults, []);
});

/** Presses the button of one of the blocks of code; returns what is on the clipboard then. */
async function copied(page: Page, block: number): Promise<string> {
  const button = page.locator('.snippet .copy').nth(block);
  await button.click();
  await button.filter({ hasText: 'Copied' }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
