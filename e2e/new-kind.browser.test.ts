import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LANGUAGES } from '@rapport/contract/languages';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import pg from 'pg';
import { build } from 'vite';
import { INVOICE, invoices, MIGRATION } from '../server/src/crm/testing/invoices.ts';
import type { AnyKind } from '../server/src/records/kind.ts';

const { textsIn } = await import('../web/texts-plugin.ts');
const ROOT = join(import.meta.dirname, '..');

// A developer adds a kind to these two lists. The test does so before any other module reads them.
(RECORDS as unknown as RecordDefinition[]).push(INVOICE);
((await import('../server/src/crm/kinds.ts')).KINDS as AnyKind[]).push(invoices);
const { startTestApp } = await import('../server/src/testing/test-app.ts');
const { createTestFolder } = await import('../server/src/platform/database/testing/test-database.ts');
const { readWebPages } = await import('../server/src/platform/http/pages/web-pages.ts');
const { startChromium } = await import('../server/src/testing/chromium.ts');
const { findBarriers, openPerson, signUp, takeScreenshot } = await import('./rapport.ts');
const pages = readWebPages(await buildWith(join(ROOT, 'server/src/crm/testing/invoices.ts')))!;
const app = await startTestApp({ pages });
const client = new pg.Client({ connectionString: app.connectionString });
await client.connect();
await client.query(MIGRATION);
await client.end();
const browser = await startChromium();
const ada = await openPerson(browser, app.base_url);
after(async () => {
  await browser.close();
  await app.close();
});

test('a new kind has a table, a dialog, a record page and deleted records without a change of the pages', async () => {
  const { page } = ada;
  await signUp(ada, false);
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Number').fill('R-2026-1');
  await dialog.getByLabel('Amount').fill('119');
  await dialog.getByRole('button', { name: 'New Invoice' }).click();
  await page.getByRole('heading', { level: 1, name: 'R-2026-1' }).waitFor();
  await takeScreenshot(page, 'new-kind-record');
  assert.deepEqual(await findBarriers(page), []);
  await page.goto('/invoices?filter[status]=open&sort=-amount');
  const table = page.getByRole('table', { name: 'Table of Invoices' });
  await table.getByRole('columnheader', { name: 'Amount' }).waitFor();
  await table.getByText('R-2026-1').waitFor();
  await table.getByText('119').waitFor();
  await takeScreenshot(page, 'new-kind-table');
  assert.deepEqual(await findBarriers(page), []);
  await page.goto('/invoices/deleted');
  await page.getByRole('heading', { level: 1, name: 'Deleted Invoices' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the menu and the palette lead to a new kind, create a record and find it', async () => {
  const { page } = ada;
  await page.goto('/today');
  const menu = page.getByRole('navigation', { name: 'Pages' });
  await menu.getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
  await menu.getByRole('link', { name: 'Invoices' }).and(page.locator('[aria-current=page]')).waitFor();
  const choose = async (words: string, option: string) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to').last().fill(words);
    await page.locator('.mantine-Spotlight-action', { hasText: option }).click();
  };
  await choose('new inv', 'New Invoice');
  await page.getByRole('dialog', { name: 'New Invoice' }).getByLabel('Number').waitFor();
  await page.keyboard.press('Escape');
  await choose('R-2026', 'R-2026-1');
  await page.getByRole('heading', { level: 1, name: 'R-2026-1' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an address of an unknown kind shows a page with links to others', async () => {
  const { page } = ada;
  for (const path of ['/inventions', '/pipelines']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
  }
});

/** Builds the pages with one more kind of record. Returns their folder. */
async function buildWith(kind: string): Promise<string> {
  const outDir = await createTestFolder();
  await build({
    root: join(ROOT, 'web'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, minify: false },
    plugins: [
      textsIn('en'),
      {
        name: 'one more kind',
        transform: (code, id) =>
          id.endsWith('/records/all.ts')
            ? `import { INVOICE } from '${kind}';\n${code.replace(/(const RECORDS = \[[^\]]*)\]/, '$1, INVOICE]')}`
            : undefined,
      },
    ],
  });
  // A file for each language lists the requests to preload. The pages work without it.
  for (const language of LANGUAGES) {
    copyFileSync(join(outDir, 'index.html'), join(outDir, `${language}.html`));
    writeFileSync(join(outDir, `${language}.needs.json`), '[]');
  }
  return outDir;
}
