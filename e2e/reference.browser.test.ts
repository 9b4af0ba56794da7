import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
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
  test(`the reference page can be read on a ${window}, ${colorScheme}, is not wider than the window, and leads back`, async () => {
    const options = { ...WINDOWS[window], colorScheme, storageState: await ada.context.storageState() };
    const person = await openPerson(browser, rapport.base_url, options);
    const { page } = person;
    await page.goto('/docs');
    await page.locator('.opblock-tag[data-tag="Clients"]').click();
    await page.getByText('List clients', { exact: true }).click();
    await page.locator('.opblock-body').getByText('Full-text search').waitFor();
    await takeScreenshot(page, `reference-${window}-${colorScheme}`);
    // The other barriers are in the markup of the API reference, which is not ours.
    assert.deepEqual(await findBarriers(page, ['color-contrast']), []);
    assert.equal(await page.evaluate<number>(OVERHANG_PX), 0);
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
    assert.deepEqual(person.faults, []);
    await person.close();
  });
}

test('an operation is copied with a token that the page makes, keeps nowhere, and forgets', async () => {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  const person = await openPerson(browser, rapport.base_url, {
    ...options,
    storageState: await ada.context.storageState(),
  });
  const { page } = person;
  const copied = async (language: string) => {
    await page.locator('.opblock-body').getByRole('button', { name: language, exact: true }).click();
    await page.locator('.opblock-body').getByRole('button', { name: 'Copied' }).waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  await page.goto('/docs');
  await page.locator('.opblock-tag[data-tag="Clients"]').click();
  await page.getByText('Create a client', { exact: true }).click();
  assert.match(await copied('TypeScript'), /process\.env\.RAPPORT_TOKEN/);

  await page.getByRole('button', { name: 'Make one that reads and writes' }).click();
  await page.getByText('It ends in a day').waitFor();
  const text = await copied('curl');
  const token = /Bearer (rpt_pat_\w+)/.exec(text)![1]!;
  const answer = await fetch(`${rapport.base_url}/api/v2/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200);
  const kept = await page.evaluate<string>(
    'document.documentElement.outerHTML + JSON.stringify(localStorage)',
  );
  assert.ok(!kept.includes(token));

  // The address holds the operation, which is open again.
  await page.reload();
  assert.match(await copied('Python'), /os\.environ\["RAPPORT_TOKEN"\]/);
  assert.deepEqual(person.faults, []);
  await person.close();
});
