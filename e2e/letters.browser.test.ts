import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

test('the letters of a file are read anew as a person says, and the first draft is gone', async () => {
  const { page } = ada;
  const buffer = Buffer.from('Company name\nGy\xf5r Kft\nSz\xfbcs Bt\n', 'latin1');
  await page.goto('/settings/imports?resource=client');
  await page.locator('input[type=file]').setInputFiles([{ name: 'firms.csv', mimeType: 'text/csv', buffer }]);
  const letters = page.getByLabel('Letters of the file');
  await letters.waitFor();
  assert.equal(await letters.inputValue(), 'windows-1250');
  await page.getByText('Győr Kft · Szűcs Bt').first().waitFor();
  await pictures(page, 'import-letters');
  assert.deepEqual(await findBarriers(page), []);
  await letters.selectOption('windows-1252');
  await page.getByText('Gyõr Kft · Szûcs Bt').first().waitFor();
  await letters.selectOption('windows-1250');
  await page.getByText('Győr Kft · Szűcs Bt').first().waitFor();
  assert.equal((await api(page, 'GET', '/api/v2/imports')).length, 1);
  await page.getByRole('button', { name: 'Import 2 rows' }).first().click();
  await page.getByText('2 created.').waitFor();
  assert.deepEqual(ada.faults, []);
});
