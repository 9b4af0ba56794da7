import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
await page.goto('/clients');
const [login] = await api(page, 'GET', '/api/v2/logins');
const me = login.user.uuid;
await api(page, 'PATCH', `/api/v2/accounts/${login.account_uuid}`, { currency: 'GBP' });
const newest = async (path: string) =>
  (await api(page, 'GET', `/api/v2/${path}?sort=-created_at&limit=1`))[0];

test('a new Client belongs to who makes it, and the dialog says so', async () => {
  await page.reload();
  await page.getByRole('button', { name: 'New Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Client' });
  await focused(dialog.getByLabel('Name'));
  await page.keyboard.type('Siemens');
  assert.equal(await dialog.getByRole('combobox', { name: 'Owner' }).inputValue(), 'Ada Lovelace');
  await takeScreenshot(page, 'own-client');
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Siemens' }).waitFor();
  assert.equal((await newest('clients')).owner_uuid, me);
  assert.deepEqual(ada.faults, []);
});

test('a new Deal is in the currency of the Account, and among one’s own on the board at once', async () => {
  const client = await newest('clients');
  await page.goto('/deals/board');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'New Deal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Deal' });
  await focused(dialog.getByLabel('Title'));
  await page.keyboard.type('Turbines');
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await page.keyboard.type('Siem');
  await page.getByRole('option', { name: 'Siemens' }).click();
  await dialog.getByLabel('Amount').fill('1500');
  await dialog.getByRole('button', { name: 'New Deal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Turbines' }).waitFor();
  const { owner_uuid, currency } = await newest('deals');
  assert.deepEqual([owner_uuid, currency], [me, 'GBP']);
  // A program that names no currency and no owner gets neither.
  const body = { title: 'Rotors', client_uuid: client.uuid, amount: '200.50' };
  const written = await api(page, 'POST', '/api/v2/deals', body);
  assert.deepEqual([written.owner_uuid, written.currency], [null, null]);
  await page.goto('/deals/board');
  await page.getByText('£1,500 · 200.5 without currency').waitFor();
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByText('Rotors').waitFor({ state: 'detached' });
  await page.getByText('Turbines').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('Tasks and notes that one adds belong to oneself', async () => {
  await page.goto('/today');
  await page.getByRole('textbox', { name: 'What is to be done?' }).focus();
  await page.keyboard.type('Call');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Today' }).getByText('Call').waitFor();
  const task = await newest('tasks');
  assert.deepEqual([task.owner_uuid, task.assignee_uuid], [me, me]);
  await page.goto(`/clients/${(await newest('clients')).uuid}`);
  await page.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.type('They called');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Timeline' }).getByText('They called').waitFor();
  assert.equal((await newest('notes')).owner_uuid, me);
  assert.deepEqual(ada.faults, []);
});
