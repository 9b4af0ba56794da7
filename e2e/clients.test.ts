import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { openPerson, type Person, type Rapport, signUp, startRapport } from './rapport.ts';

const COMPANIES = join(import.meta.dirname, '../examples/data/companies.csv');

let rapport: Rapport;
let browser: Browser;
let ada: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  ada = await openPerson(browser, rapport.base_url);
  await signUp(ada, true);
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('a Client deleted on its own page comes back with Undo', async () => {
  const { page } = ada;
  await page.goto('/clients?q=zoetis');
  await page.getByRole('link', { name: 'Zoetis' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('502 Clients').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 Client restored.').waitFor();
  await page.getByText('503 Clients').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a save that meets another change and cannot read it says so, and is made at the next try', async () => {
  const { page } = ada;
  await page.goto('/clients?q=xylem');
  await page.getByRole('link', { name: 'Xylem' }).click();
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  const industry = page.getByRole('textbox', { name: 'Industry' });
  await industry.fill('Water pumps');
  const path = `/api/v2${new URL(page.url()).pathname}`;
  const changed = await page.evaluate(
    (address) =>
      fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"language":"en"}',
      }).then((response) => response.status),
    path,
  );
  assert.equal(changed, 200);
  await page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await industry.press('Enter');
  await page.getByText('Rapport does not answer.').waitFor();
  assert.equal(await industry.inputValue(), 'Water pumps');
  await page.unroute(`**${path}`);
  await industry.press('Enter');
  await page.getByRole('button', { name: 'Edit Industry: Water pumps' }).waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !/412|ERR_FAILED/.test(fault));
  assert.deepEqual(unexpected, []);
});

test('a search that finds nothing offers all Clients, and a mistyped address leads on', async () => {
  const { page } = ada;
  await page.goto('/clients?q=nobody&filter[status]=active');
  await page.getByRole('button', { name: 'Show all Clients' }).click();
  await page.getByText('503 Clients').waitFor();
  const answer = await page.goto('/cleints');
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
  await page.getByRole('link', { name: 'Go to the Clients' }).click();
  await page.getByText('503 Clients').waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('404'));
  assert.deepEqual(unexpected, []);
});

test('the rows of an import that failed come as a file with the reason, and the others are imported', async () => {
  const { page } = ada;
  await choose(page, 'Name,Status\nBabbage & Co,lead\nNobody,no such status\n');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('1 created, 0 updated, 1 failed.').waitFor();
  const lines = await textOf(page, 'Download the failed rows');
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /error/);
  assert.match(lines[1]!, /^"?Nobody"?,"?no such status"?,.*status/);
  assert.deepEqual(ada.faults, []);
});

test('a failed row is found in a file whose names and values hold line breaks of every kind', async () => {
  const { page } = ada;
  await choose(
    page,
    'Name,"Sta\r\ntus",Note\nAda,lead,"CR\ralone"\nBea,lead,"LF\nalone"\nCay,lead,"both\r\n"\nNobody,no such status,\n',
  );
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByText('3 created, 0 updated, 1 failed.').waitFor();
  const lines = await textOf(page, 'Download the failed rows');
  assert.match(lines.at(-1)!, /^Nobody,no such status,/);
  assert.deepEqual(ada.faults, []);
});

test('what a column is read as is said also for the owner, and for names between blanks or without any', async () => {
  const { page } = ada;
  await choose(page, 'Name , " Status",owner_uuid,"a;b;c;d;e",\nBlank,lead,,,\n');
  assert.equal(await page.getByLabel('Name: Becomes').inputValue(), 'name');
  assert.equal(await page.getByLabel('Status: Becomes').inputValue(), 'status');
  assert.equal(await page.getByLabel('owner_uuid: Becomes').inputValue(), 'owner_uuid');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 created, 0 updated, 0 failed.').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an import that is stopped says what was done, and does not go on', async () => {
  const { page } = ada;
  await choose(page, readFileSync(COMPANIES, 'utf8'));
  await page.getByRole('button', { name: 'Import 503 rows' }).waitFor();
  let portions = 0;
  // The second portion is on its way when it is stopped.
  await page.route('**/api/v2/clients/import?*', async (route) => {
    portions += 1;
    if (portions === 2) await page.getByRole('button', { name: 'Stop the import' }).click();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import 503 rows' }).click();
  // They are the sample data, so nothing about them is new.
  await page.getByText('0 created, 0 updated, 400 as they were, 0 failed. Stopped.').waitFor();
  await page.unroute('**/api/v2/clients/import?*');
  assert.equal(portions, 2);
  assert.deepEqual(ada.faults, []);
});

test('on a phone the columns are chosen and what is shown is exported', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    viewport: { width: 390, height: 844 },
    storageState: await ada.context.storageState(),
  });
  const { page } = phone;
  await page.goto('/clients?q=zoetis');
  await page.getByText('1 Client', { exact: true }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Industry' }).count(), 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Industry' }).check();
  await page.getByRole('columnheader', { name: 'Industry' }).waitFor();
  await page.keyboard.press('Escape');
  const lines = await textOf(page, 'Export CSV');
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /Zoetis.*Pharmaceuticals/);
  assert.deepEqual(phone.faults, []);
  await phone.close();
});

async function choose(page: Page, csv: string): Promise<void> {
  await page.goto('/clients/import');
  const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** The lines of the file that a button downloads. */
async function textOf(page: Page, button: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
}
