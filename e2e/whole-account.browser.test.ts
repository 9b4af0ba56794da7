import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({ sample_data: true });
after(stop);

async function openAccount(page: Page): Promise<void> {
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'Lovelace Engines Ltd' }).first().click();
  await page.getByRole('heading', { name: 'Delete this Account' }).waitFor();
}

test('an owner makes the file of the Account by keyboard, leaves the page, and downloads it later', async () => {
  const { page } = ada;
  await openAccount(page);
  const make = page.getByRole('button', { name: 'Make the file' });
  await make.focus();
  await page.keyboard.press('Enter');
  await page.goto('/clients');
  await page.getByRole('heading', { name: 'Clients' }).waitFor();
  await openAccount(page);
  const link = page.getByRole('link', { name: /^Download \(/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.match(download.suggestedFilename(), /^rapport-account-[0-9a-f-]{36}-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await download.path());
  const { data } = await page.evaluate(
    async () => (await fetch('/api/v2/exports')).json() as Promise<{ data: { sha256: string }[] }>,
  );
  assert.equal(createHash('sha256').update(bytes).digest('hex'), data[0]!.sha256);
  assert.deepEqual(await findBarriers(page), []);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await takeScreenshot(page, `whole-account-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the file is deleted by one click and its confirmation', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Delete the file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the file' }).click();
  await page.getByRole('link', { name: /^Download \(/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make the file' }).waitFor();
});
