import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Chooses a file of Clients on the page of imports, and waits for its draft. */
export async function choose(page: Page, csv: string | Buffer, name = 'clients.csv'): Promise<void> {
  await page.goto('/settings/imports?resource=client');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Returns the text of the file that a button downloads. */
export async function textOf(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).click();
  return readFileSync(await (await download).path(), 'utf8');
}

export async function linesOf(page: Page, name: string): Promise<string[]> {
  return (await textOf(page, name)).trim().split('\n');
}
