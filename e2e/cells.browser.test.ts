import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, expectOnly } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
await page.goto('/clients');
const first = await api(page, 'POST', '/api/v2/clients', { name: 'Abel Works', industry: 'Steam' });
await api(page, 'POST', '/api/v2/clients', { name: 'Babel Works', industry: 'Coal', custom: { Size: 'L' } });

const cell = (name: string, row = 0) =>
  page.locator('tbody tr[aria-rowindex]').nth(row).locator(`td[data-column="${name}"]`);
const industry = async () => (await api(page, 'GET', `/api/v2/clients/${first.uuid}`)).industry;
const open = async () => {
  await page.goto('/clients?sort=name');
  await page.getByText('2 Clients', { exact: true }).waitFor();
};

test('the keyboard chooses, edits and resets a cell', async () => {
  await open();
  const { keyboard } = page;
  await keyboard.press('j');
  for (let presses = 0; presses < 3; presses++) await keyboard.press('ArrowRight');
  await page.locator('td[data-at][data-column="industry"]').waitFor();
  await keyboard.press('Enter');
  const input = page.getByRole('dialog').getByRole('textbox', { name: 'Industry' });
  await focused(input);
  await input.fill('Diesel');
  await takeScreenshot(page, 'cell');
  assert.deepEqual(await findBarriers(page), []);
  await keyboard.press('Enter');
  await cell('industry').getByText('Diesel').waitFor();
  await focused(page.getByLabel('Clients', { exact: true }));
  await page.getByText('Industry of Abel Works is changed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell('industry').getByText('Steam').waitFor();
  // A choice is saved at once.
  await keyboard.press('ArrowLeft');
  await keyboard.press('F2');
  await page.getByRole('option', { name: 'Active', exact: true }).click();
  await cell('status').getByText('Active').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('text typed into a cell survives Escape and the change of somebody else', async () => {
  await open();
  await cell('industry').dblclick();
  const input = page.getByRole('textbox', { name: 'Industry' });
  await input.fill('Mine');
  await page.keyboard.press('Escape');
  await page.getByText('Industry: your change is not saved.').waitFor();
  assert.equal(await industry(), 'Steam');
  await cell('industry').dblclick();
  await input.fill('Mine');
  await api(page, 'PATCH', `/api/v2/clients/${first.uuid}`, { industry: 'Theirs' });
  await focused(input);
  await page.keyboard.press('Enter');
  await page.getByText('Somebody changed this meanwhile').waitFor();
  await page.getByRole('alert').getByText('Theirs', { exact: true }).waitFor();
  await takeScreenshot(page, 'cell-conflict');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await cell('industry').getByText('Mine').waitFor();
  assert.equal(await industry(), 'Mine');
  expectOnly(ada, /412/);
});

test('Space shows a record beside the table, and the arrow keys go to the next', async () => {
  await open();
  await page.keyboard.press('Space');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Abel Works' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await preview.getByRole('heading', { name: 'Babel Works' }).waitFor();
  await preview.getByText('Created').waitFor();
  await takeScreenshot(page, 'preview');
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('columns are shown, moved and made wider, and stay so', async () => {
  await open();
  const heads = () => page.locator('thead th:not(.select-cell)').allInnerTexts();
  assert.deepEqual((await heads()).slice(1, 3), ['Status', 'Industry']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Size' }).check();
  await page.getByRole('button', { name: 'Move Industry to the left' }).click();
  await takeScreenshot(page, 'columns');
  await page.keyboard.press('Escape');
  await page.locator('th', { hasText: 'Industry' }).dragTo(page.locator('th', { hasText: 'Tags' }));
  const width = page.getByRole('separator', { name: 'Width of Status' });
  await width.focus();
  const before = Number(await width.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await page.reload();
  await page.getByText('2 Clients', { exact: true }).waitFor();
  assert.deepEqual(
    (await heads()).map((head) => head.replace(/ [↑↓]/, '')),
    ['Name', 'Status', 'Address', 'Tags', 'Industry', 'Changed', 'Size'],
  );
  assert.equal(await width.getAttribute('aria-valuenow'), String(before + 20));
  await cell('custom.Size', 1).getByText('L').waitFor();
  assert.deepEqual(ada.faults, []);
});
