import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
const totals = page.getByRole('group', { name: 'Totals' });

await page.goto('/clients');
const client = await api(page, 'POST', '/api/v2/clients', { name: '3M' });
for (const [title, amount, currency, status] of [
  ['Website', '1200.50', 'EUR', 'open'],
  ['Shop', '800', 'EUR', 'won'],
  ['Training', '5000', 'USD', 'open'],
]) {
  const deal = { title, amount, currency, client_uuid: client.uuid };
  const { uuid } = await api(page, 'POST', '/api/v2/deals', deal);
  if (status !== 'open') await api(page, 'PATCH', `/api/v2/deals/${uuid}`, { status });
}

test('below a list stands how many it has, and what they are worth by currency', async () => {
  await page.goto('/deals');
  await totals.getByText('3 in all').waitFor();
  await totals.getByText('€2,000.50 · $5,000').waitFor();
  await page.goto('/deals?filter[status]=open');
  await totals.getByText('€1,200.50 · $5,000').waitFor();
  await takeScreenshot(page, 'totals');
  assert.deepEqual(await findBarriers(page), []);
  await page.goto('/clients');
  await totals.getByText('1 in all').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an amount that is changed in its cell is added up anew', async () => {
  await page.goto('/deals');
  await page.getByRole('cell', { name: '€800' }).dblclick();
  await page.getByRole('dialog').getByRole('textbox').fill('900');
  await page.keyboard.press('Enter');
  await totals.getByText('€2,100.50 · $5,000').waitFor();
});
