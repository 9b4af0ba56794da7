import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { choose } from './files.ts';
import { startForAda } from './rapport.ts';

const CLIENTS = 12;

const { ada, stop } = await startForAda();
after(stop);

const FAILED = /That did not work|This could not be read/;

test('a bulk change waits for the rate limit and completes, and so does its undo', async () => {
  const { page } = ada;
  await choose(
    page,
    `Name\n${Array.from({ length: CLIENTS }, (_, number) => `Client ${number}\n`).join('')}`,
  );
  await page
    .getByRole('button', { name: `Import ${CLIENTS} rows` })
    .first()
    .click();
  await page.getByRole('link', { name: 'See the Clients' }).click();
  await page.getByText(`${CLIENTS} Clients`).waitFor();

  await page.getByLabel('Select all that are loaded').check();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await refusing('**/api/v2/clients/bulk', 1);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(`${CLIENTS} Clients changed.`).waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: FAILED }).count(), 0);

  const refused = page.waitForResponse((response) => response.status() === 429);
  await refusing('**/api/v2/changes/*/undo', 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await refused;
  await page.getByText(`${CLIENTS} records are as before.`).waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: FAILED }).count(), 0);
  // Chromium reports every refusal in its console.
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('429'));
  assert.deepEqual(unexpected, []);
});

test('a rate limit of several minutes is reported at once', async () => {
  const { page } = ada;
  const detail = 'Wait 15 minutes, then try again.';
  const headers = { 'retry-after': '900' };
  await page.route('**/api/v2/clients?*', (route) =>
    route.fulfill({ status: 429, headers, json: { code: 'rate_limited', status: 429, detail } }),
  );
  await page.goto('/clients');
  await page.getByText(detail).waitFor();
});

/** Refuses the next of these requests with this waiting time. */
async function refusing(pattern: string, wait_s: number): Promise<void> {
  const headers = { 'retry-after': String(wait_s) };
  await ada.page.route(pattern, (route) => route.fulfill({ status: 429, headers }), { times: 1 });
}
