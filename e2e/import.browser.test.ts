import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api, expectOnly } from './api.ts';
import { choose, linesOf, textOf } from './files.ts';
import { startForAda, stopRouting, takeScreenshot } from './rapport.ts';

const COMPANIES = join(import.meta.dirname, '../examples/data/companies.csv');

const { rapport, ada, stop } = await startForAda({ sample_data: true });
after(stop);

test('failed rows of an import come as a file with the reason, and the others are imported', async () => {
  const { page } = ada;
  await choose(page, 'Name,Status\nBabbage & Co,lead\nNobody,no such status\n');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('1 created, 0 updated, 1 failed.').waitFor();
  const lines = await linesOf(page, 'Download the failed rows');
  assert.equal(lines[0], 'error,Name,Status\r');
  assert.match(lines[1]!, /^"Status must be one of .*",Nobody,no such status$/);
  assert.equal(lines.length, 2);
  assert.deepEqual(ada.faults, []);
});

test('websites without https are imported with it, and invalid ones are reported', async () => {
  const { page } = ada;
  await choose(
    page,
    'Name,Website\nBare Co,www.bare.example/shop\nWhole Co,http://whole.example\nNone Co,n/a\n',
  );
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByText('2 created, 0 updated, 1 failed.').waitFor();
  await page.getByText('None Co').waitFor();
  const found = await api(page, 'GET', '/api/v2/clients?filter[name][in]=Bare Co,Whole Co&sort=name');
  assert.deepEqual(
    found.map(({ website }: { website: string }) => website),
    ['https://www.bare.example/shop', 'http://whole.example'],
  );
});

test('the file has all failed rows even when each has many faults', async () => {
  const { page } = ada;
  const row = (n: number) => `Faulty ${n},no kind,no status,,english,euros,nobody,no mail`;
  const rows = Array.from({ length: 250 }, (_, n) => row(n)).join('\n');
  await choose(page, `Name,kind,Status,industry,language,currency,owner_uuid,Mail\n${rows}\n`);
  await page.getByRole('button', { name: 'Import 250 rows' }).click();
  await page.getByText('0 created, 0 updated, 250 failed.').waitFor();
  assert.equal((await linesOf(page, 'Download the failed rows')).length, 1 + 250);
});

test('a failed row is found in a file with line breaks of every kind in names and values', async () => {
  const { page } = ada;
  await choose(
    page,
    'Name,"Sta\r\ntus",Note\nAda,lead,"CR\ralone"\nBea,lead,"LF\nalone"\nCay,lead,"both\r\n"\nNobody,no such status,\n',
  );
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByText('3 created, 0 updated, 1 failed.').waitFor();
  const lines = await linesOf(page, 'Download the failed rows');
  assert.match(lines.at(-1)!, /,Nobody,no such status,$/);
  assert.deepEqual(ada.faults, []);
});

test('the mapping of a column is shown also for the owner, and for column names with spaces around them or empty ones', async () => {
  const { page } = ada;
  await choose(page, 'Name , " Status",owner_uuid,"a;b;c;d;e",\nBlank,lead,,,\n');
  assert.equal(await page.getByLabel('Name: Becomes').inputValue(), 'name');
  assert.equal(await page.getByLabel('Status: Becomes').inputValue(), 'status');
  assert.equal(await page.getByLabel('owner_uuid: Becomes').inputValue(), 'owner_uuid');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 created, 0 updated, 0 failed.').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a row that is too short or too long comes back unchanged, with the reason in its column', async () => {
  const { page } = ada;
  await choose(page, 'Name,City\nShort\nSmith, Long,Bonn\n');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('Short: The row has 1 field and the header 2.').waitFor();
  const lines = await linesOf(page, 'Download the failed rows');
  assert.deepEqual(
    lines.map((line) => line.replace(/The row has (\d) fields?.*quotes\?/, '$1').trim()),
    ['error,Name,City', '1,Short', '3,Smith,Long,Bonn'],
  );
  assert.deepEqual(ada.faults, []);
});

test('a file without a line is reported as empty', async () => {
  const { page } = ada;
  for (const empty of ['', '\n \n']) {
    await choose(page, empty);
    await page.getByText('The file is empty').waitFor();
  }
  assert.deepEqual(ada.faults, []);
});

test('a column without a name is left out, or gets the chosen field', async () => {
  const { page } = ada;
  const csv = ',Name,,City\n0,Unnamed,Bonn,\n';
  await choose(page, csv);
  assert.equal(await page.getByLabel('Column 1: Becomes').inputValue(), '');
  await page.getByLabel('Column 3: Becomes').selectOption('region');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 created, 0 updated, 0 failed.').waitFor();
  const [{ addresses, custom }] = await api(page, 'GET', '/api/v2/clients?filter[name]=Unnamed');
  assert.deepEqual({ addresses, custom }, { addresses: [{ region: 'Bonn' }], custom: {} });
  assert.deepEqual(ada.faults, []);
});

test('a stopped import shows its result, and does not continue', async () => {
  const { page } = ada;
  await choose(page, readFileSync(COMPANIES, 'utf8'));
  await page.getByRole('button', { name: 'Import 503 rows' }).waitFor();
  let portions = 0;
  // The import is stopped while the second portion is sent.
  await page.route('**/api/v2/clients/import?*', async (route) => {
    portions += 1;
    if (portions === 2) await page.getByRole('button', { name: 'Stop the import' }).click();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import 503 rows' }).click();
  // These rows are the sample data, so they change nothing.
  await page.getByText('0 created, 0 updated, 400 unchanged, 0 failed. Stopped.').waitFor();
  await stopRouting(page);
  assert.equal(portions, 2);
  assert.deepEqual(ada.faults, []);
});

test('a file with unknown column names is mapped by hand', async () => {
  const { page } = ada;
  await choose(page, 'Firma,Stadt\nAlpha Werke,Bonn\n');
  await page.getByText('Choose the column that holds the name.').waitFor();
  assert.equal(await page.getByLabel('Stadt: Becomes').inputValue(), 'custom');
  await page.getByLabel('Firma: Becomes').selectOption('name');
  await page.getByLabel('Stadt: Becomes').selectOption('city');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 created, 0 updated, 0 failed.').waitFor();
  expectOnly(ada, /400/);
});

test('a file with two columns for one field is mapped by hand, and one that no mapping can fix is refused', async () => {
  const { page } = ada;
  await choose(page, 'Name,Company,E-mail\nBeta,Beta Ltd,office@beta.example\n');
  assert.equal(await page.getByLabel('Name: Becomes').inputValue(), 'name');
  assert.equal(await page.getByLabel('Company: Becomes').inputValue(), 'custom');
  assert.equal(await page.getByLabel('E-mail: Becomes').inputValue(), 'email');
  await choose(page, 'Stadt,Stadt\nBonn,Bonn\n');
  await page.getByText('The column "Stadt" is there twice.').waitFor();
  expectOnly(ada, /400/);
});

test('a file in Windows-1252 is read as such and says so', async () => {
  const { page } = ada;
  await choose(page, Buffer.from('Name,City\nAnna,Bonn\nM\xfcller & S\xf6hne,K\xf6ln\n', 'latin1'));
  await page.getByText('One value reads “Müller & Söhne”.').waitFor();
  await takeScreenshot(page, 'import-legacy');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Bonn · Köln').filter({ visible: true }).waitFor();
  await takeScreenshot(page, 'import-legacy-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 created, 0 updated, 0 failed.').waitFor();
  await page.goto('/clients?q=müller');
  await page.getByRole('link', { name: 'Müller & Söhne' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a workbook is refused with the reason, and a file without rows cannot be imported', async () => {
  const { page } = ada;
  await choose(page, Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'));
  await page.getByText(/^The file is not text, perhaps a workbook/).waitFor();
  await choose(page, 'Name,City\n');
  await page.getByText('The file has no rows below the names of its columns.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Import 0 rows' }).isDisabled());
  assert.deepEqual(ada.faults, []);
});

test('a refused file can be chosen again after it is corrected', async () => {
  const { page } = ada;
  await page.goto('/clients/import');
  const path = join(rapport.data_dir, 'again.csv');
  const input = page.locator('input[type=file]');
  writeFileSync(path, 'Name\n"Never closed\n');
  await input.setInputFiles(path);
  await page.getByText(/^The file cannot be read as CSV/).waitFor();
  // A browser reports no change when the same file is chosen again.
  assert.equal(await input.inputValue(), '');
  writeFileSync(path, 'Name\n"Closed"\n');
  await input.setInputFiles(path);
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('failed rows show the reason on the page, and keep their values when their file is imported again', async () => {
  const { page } = ada;
  await choose(page, 'Name,Status\n@handle,no such status\n');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('@handle: Status must be one of').waitFor();
  await takeScreenshot(page, 'import-failed');
  const csv = await textOf(page, 'Download the failed rows');
  // People correct rows in a spreadsheet, which would run this value as a formula.
  assert.match(csv, /,'@handle,/);
  await choose(page, csv);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('@handle: Status must be one of').waitFor();
  assert.equal(await textOf(page, 'Download the failed rows'), csv);
  await choose(page, csv.replace('no such status', 'lead'));
  assert.equal(await page.getByLabel('error: Becomes').inputValue(), '');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 created, 0 updated, 0 failed.').waitFor();
  await page.goto('/clients?q=handle');
  await page.getByRole('link', { name: '@handle', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an exported file changes nothing when it is imported again', async () => {
  const { page } = ada;
  const me = await api(page, 'GET', '/api/v2/me');
  const before = await api(page, 'POST', '/api/v2/clients', {
    external_id: 'round-trip',
    kind: 'person',
    name: 'Zuse, "Konrad"',
    first_name: ' Konrad',
    last_name: 'Zuse',
    status: 'active',
    emails: [{ value: 'konrad@zuse.example' }],
    phones: [{ value: '+49 30 1234 x5' }],
    website: 'https://zuse.example',
    addresses: [{ street: '=1+1', postal_code: '10178', city: 'Berlin', region: 'Berlin', country: 'DE' }],
    industry: '-Computers',
    tax_number: '@1',
    language: 'de',
    currency: 'EUR',
    tags: ['early', 'z3'],
    owner_uuid: me.uuid,
    description: "'=not a formula;\r\n- a list",
    custom: { Founded: '1941', Notes: 'tab\there', email: 'his own', Staff: 12 },
  });
  await page.goto('/clients?filter[external_id]=round-trip');
  await page.getByText('1 Client', { exact: true }).waitFor();
  const csv = await textOf(page, 'Export CSV');
  // Without the byte order mark a spreadsheet reads the file in the machine's code page.
  assert.match(csv, /^\ufeff/);
  assert.match(csv, /Ada Lovelace/);
  await importAgain(page, csv, '0 created, 0 updated, 1 unchanged, 0 failed.');

  assert.deepEqual(await api(page, 'GET', '/api/v2/clients?filter[external_id]=round-trip'), [before]);
  expectOnly(ada, /400/);
});

test('leaving a running import asks first, and stops it', async () => {
  const { page } = ada;
  await choose(page, readFileSync(COMPANIES, 'utf8'));
  await page.getByRole('button', { name: 'Import 503 rows' }).waitFor();
  let portions = 0;
  const left = Promise.withResolvers<void>();
  await page.route('**/api/v2/clients/import?*', async (route) => {
    portions += 1;
    await left.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import 503 rows' }).click();
  await page.getByText('0 of 503 rows').waitFor();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await page.getByText('0 of 503 rows').waitFor();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await takeScreenshot(page, 'import-leave');
  await page.getByRole('button', { name: 'Stop and leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  const answered = page.waitForResponse(/clients\/import/);
  left.resolve();
  await (await answered).finished();
  await stopRouting(page);
  assert.equal(portions, 1);
  assert.deepEqual(ada.faults, []);
});

async function importAgain(page: Page, csv: string, outcome: string): Promise<void> {
  await choose(page, csv);
  // The page asks about a custom field that has the name of a standard field.
  await page.getByLabel('Notes: Becomes').selectOption('custom');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText(outcome).waitFor();
}
