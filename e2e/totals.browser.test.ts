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

test('the foot of a list shows the number of records and their amounts by currency', async () => {
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

test('changing an amount in its cell updates the sum', async () => {
  await page.goto('/deals');
  await page.getByRole('cell', { name: '€800' }).dblclick();
  await page.getByRole('dialog').getByRole('textbox').fill('900');
  await page.keyboard.press('Enter');
  await totals.getByText('€2,100.50 · $5,000').waitFor();
});

const heads = page.locator('.group-head');
const rows = page.locator('tbody tr[aria-rowindex]');

test('a table is grouped by status or stage, each group with its totals, and folded by keyboard', async () => {
  await page.goto('/deals');
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('By Status');
  await heads.nth(0).getByText('2 · €1,200.50 · $5,000').waitFor();
  await heads.nth(1).getByText('1 · €900').waitFor();
  await heads.nth(2).getByText('Lost').waitFor();
  await rows.nth(2).getByText('Shop').waitFor();
  await page.getByText('3 Deals', { exact: true }).waitFor();
  await takeScreenshot(page, 'groups');
  assert.deepEqual(await findBarriers(page), []);
  // The keys go from row to row and skip the heads of groups.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('j');
  await page.locator('tr[data-cursor]').getByText('Shop').waitFor();
  await page.getByRole('button', { name: /^▾?\s*Open/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/group=status&closed=open/);
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.getByText('Shop').waitFor();
  await page.reload();
  await rows.getByText('Shop').waitFor();
  assert.equal(await rows.count(), 1);
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('By Stage');
  await heads.nth(0).getByText('Lead').waitFor();
  await rows.nth(2).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a record moves to another group when its value changes', async () => {
  await page.goto('/deals?group=status');
  await rows.nth(2).getByText('Shop').waitFor();
  await rows.nth(0).getByText('Training').waitFor();
  const { uuid } = (await api(page, 'GET', '/api/v2/deals')).find(
    ({ title }: { title: string }) => title === 'Shop',
  );
  await page.locator('.row-link', { hasText: 'Shop' }).click();
  await page.waitForURL(`**/deals/${uuid}`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: 'Lost' }).waitFor();
  await page.getByRole('link', { name: 'Deals', exact: true }).last().click();
  await page.waitForURL(/group=status/);
  await heads.nth(0).getByText('3 · €2,100.50 · $5,000').waitFor();
  await heads.nth(1).getByText('0', { exact: true }).waitFor();
});

test('groups that are longer than a page load one after the other, also on a phone', async () => {
  for (const begin of [0, 150]) {
    const operations = Array.from({ length: 150 }, (_, index) => ({
      action: 'create',
      data: { name: `No. ${begin + index}`, status: begin + index < 250 ? 'lead' : 'inactive' },
    }));
    await api(page, 'POST', '/api/v2/clients/batch', { operations });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/clients?group=status&sort=name');
  await heads.nth(0).getByText('251').waitFor();
  await rows.nth(3).waitFor();
  await takeScreenshot(page, 'groups-phone');
  // Goes to the end of the first group, so that the groups after it load.
  for (let presses = 0; presses < 252; presses++) await page.keyboard.press('j');
  await rows.getByText('No. 250').waitFor();
  await page.locator('.table-frame').evaluate((frame: { scrollTop: number }) => {
    frame.scrollTop = 0;
  });
  assert.deepEqual(await findBarriers(page), []);
  await heads.nth(0).getByRole('button').click();
  await heads.nth(3).getByText('50').waitFor();
  await rows.getByText('No. 260').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('records without an owner stand in the last group, and the bar counts the selected rows of folded groups', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { uuid } = await api(page, 'GET', '/api/v2/me');
  await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { owner_uuid: uuid });
  await page.goto('/clients?sort=name');
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('By Owner');
  await heads.nth(0).getByText('Ada Lovelace').waitFor();
  await heads.nth(1).getByText('Owner: none').waitFor();
  await heads.nth(1).getByText('300', { exact: true }).waitFor();
  await rows.nth(1).getByText('No. 0').waitFor();
  await heads.nth(0).getByRole('button').click();
  await rows.getByText('3M').waitFor({ state: 'detached' });
  const bar = page.getByRole('region', { name: /selected/ });
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await bar.getByText('200 of 301 selected, none in the folded group').waitFor();
  await bar.getByRole('button', { name: 'Select all 300' }).click();
  await bar.getByText('300 of 301 selected, none in the folded group').waitFor();
  await takeScreenshot(page, 'groups-folded');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});
