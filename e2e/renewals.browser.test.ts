import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

/** The Clients, and how many are renewed in January once ten of them are mended. */
const [CLIENTS, IN_JANUARY] = [1000, 110];

const { ada, stop } = await startForAda({ context: { viewport: { width: 1440, height: 900 } } });
after(stop);

/** Three spellings of a day, and now and then none. */
function spelled(index: number): string {
  if (index % 100 === 99) return 'ask again';
  const day = index % 10 === 0 ? 15 : 16;
  const [month, name] = index % 10 === 0 ? ['01', 'January'] : ['05', 'May'];
  return [`2027-${month}-${day}`, `${day}.${month}.2027`, `${name} ${day}, 2027`][index % 3]!;
}

async function addClients(page: Page): Promise<void> {
  for (let from = 0; from < CLIENTS; from += 200) {
    const operations = Array.from({ length: 200 }, (_, at) => ({
      action: 'create',
      data: { name: `Client ${String(from + at).padStart(4, '0')}`, custom: { Renewal: spelled(from + at) } },
    }));
    await api(page, 'POST', '/api/v2/clients/batch', { operations });
  }
}

test('a text in three spellings becomes a day: what does not fit is seen, mended and filtered', async () => {
  const { page } = ada;
  await addClients(page);
  await page.goto('/settings/fields');
  await page.getByRole('button', { name: 'Make it a field: Renewal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Renewal a field' });
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Day', exact: true }).click();
  await dialog.getByText('990 values fit · 10 do not fit').waitFor();
  await dialog.getByRole('cell', { name: 'ask again' }).first().waitFor();
  await takeScreenshot(page, 'renewals-preview');
  assert.deepEqual(await findBarriers(page), []);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'All as a file' }).click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  assert.equal(csv.match(/ask again/g)?.length, 10);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Renewal' }).and(page.locator(':enabled')).waitFor();
  await takeScreenshot(page, 'renewals-field');
  await mendOne(page);
  await page.evaluate(
    (body) =>
      fetch('/api/v2/clients/import', { method: 'POST', headers: { 'content-type': 'text/csv' }, body }),
    csv.replace(/^.*Client 0099.*\n/m, '').replaceAll('ask again', '31 January 2027'),
  );
  await page.goto('/clients');
  await filterJanuary(page);
  await page.getByText(`${IN_JANUARY} Clients`).waitFor();
  await takeScreenshot(page, 'renewals-january');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

/** Mends the value on the page of its record, by keyboard. */
async function mendOne(page: Page): Promise<void> {
  const [{ uuid }] = await api(page, 'GET', '/api/v2/clients?filter[name]=Client%200099');
  await page.goto(`/clients/${uuid}`);
  await page.getByRole('button', { name: 'Edit Renewal: ask again' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Renewal' }).fill('31 jan 2027');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Renewal: .*31.*2027/ }).waitFor();
  await page.locator('.timeline').getByText('Renewal: ask again').waitFor();
  const [{ event, changed_fields }] = await api(page, 'GET', `/api/v2/clients/${uuid}/events`);
  assert.deepEqual([event, changed_fields], ['client.updated', ['custom']]);
}

async function filterJanuary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).fill('Renewal');
  await page.getByRole('option', { name: 'Renewal' }).click();
  await page.getByRole('combobox', { name: 'When' }).fill('January 2027');
  await page.getByRole('option', { name: 'January 2027' }).click();
  await page.waitForURL(/custom\.Renewal\]\[gte\]=2027-01-01/);
}

test('the renewals of January are saved as a view that sorts by the day and shows it', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Renewal' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Renewal', exact: true }).click();
  await page.waitForURL(/sort=custom\.Renewal/);
  await page.getByRole('button', { name: /^Views: / }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Renewals in January');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/view=/);
  const uuid = new URL(page.url()).searchParams.get('view');
  await page.goto(`/clients?view=${uuid}`);
  await page.getByText(`${IN_JANUARY} Clients`).waitFor();
  await page
    .getByRole('columnheader', { name: 'Renewal' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  const found = await api(page, 'GET', `/api/v2/clients?view=${uuid}&limit=200`);
  assert.equal(found.length, IN_JANUARY);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  // The second line of a row has what the list is sorted by.
  const day = page.locator('[data-two-lines] td[data-column="custom.Renewal"]').first();
  await day.getByText(/Jan.* 2027/).waitFor();
  await takeScreenshot(page, 'renewals-phone');
  assert.deepEqual(ada.faults, []);
});
