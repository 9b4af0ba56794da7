import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api, openNewClient } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

test('a custom field is added, changed and removed on the page of its Client, by keyboard too', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Own fields', custom: { founded: '1902', size: 12 } });
  await page.getByRole('button', { name: 'Add a field' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Contract');
  await page.keyboard.press('Tab');
  await page.keyboard.type('C-17');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Contract: C-17' }).waitFor();
  await focused(page.getByRole('button', { name: 'Add a field' }));
  await edit(page, 'Edit size: 12', 'size', '13');
  await page.getByRole('button', { name: 'Edit size: 13' }).waitFor();
  await page.getByRole('button', { name: /^Edit founded/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: /^Edit founded/ }).waitFor({ state: 'detached' });
  await page.locator('.timeline').getByText('founded: 1902 empty').waitFor();
  // A number stays a number.
  assert.deepEqual((await api(page, 'GET', `/api/v2/clients/${uuid}`)).custom, {
    Contract: 'C-17',
    size: 13,
  });
  await takeScreenshot(page, 'custom-fields');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a record whose key is called as what every object has is shown with its history', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Keys of programs', custom: { constructor: 'Brunel' } });
  await page.getByRole('button', { name: 'Edit constructor: Brunel' }).waitFor();
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: {} });
  await page.reload();
  await page.locator('.timeline').getByText('constructor: Brunel empty').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('saving a custom field keeps the changes of others to other fields, and shows both values of the same field', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Both', custom: { a: '1', b: '1' } });
  await page.getByRole('button', { name: 'Edit a: 1' }).click();
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: { a: '1', b: '2', c: [1] } });
  await page.getByRole('textbox', { name: 'a', exact: true }).fill('mine');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit c: [1]' }).waitFor();
  assert.deepEqual((await api(page, 'GET', `/api/v2/clients/${uuid}`)).custom, { a: 'mine', b: '2', c: [1] });
  await page.getByRole('button', { name: 'Edit b: 2' }).click();
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: { a: 'mine', b: 'theirs' } });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Somebody changed this meanwhile').waitFor();
  await page.getByRole('alert').getByText('theirs', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('button', { name: /^Edit b/ }).waitFor({ state: 'detached' });
  await focused(page.getByRole('button', { name: 'Add a field' }));
  assert.deepEqual((await api(page, 'GET', `/api/v2/clients/${uuid}`)).custom, { a: 'mine' });
  await page.getByRole('button', { name: 'Edit a: mine' }).click();
  await page.getByRole('textbox', { name: 'a', exact: true }).fill('typed');
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: {} });
  // The page shows the removal after this change, but keeps a field that somebody is editing.
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  await page.getByRole('textbox', { name: 'Industry' }).fill('Steam');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Industry: Steam' }).waitFor();
  await page.getByRole('textbox', { name: 'a', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Somebody changed this meanwhile').waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('button', { name: 'Edit a: typed' }).waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('412'));
  assert.deepEqual(unexpected, []);
});

test('a value that another record has leads to that record, from its field and from the dialog', async () => {
  const { page } = ada;
  const { uuid } = await api(page, 'POST', '/api/v2/clients', { name: 'First', external_id: 'X-1' });
  const field = { resource: 'client', label: 'Number', type: 'text', unique: true, required: true };
  const declared = await api(page, 'POST', '/api/v2/custom-fields', field);
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: { number: '7' } });
  const holder = page.getByRole('link', { name: 'Open the one that has it' });
  const follow = async () => {
    await tabTo(holder);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/clients/${uuid}**`);
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
  };
  await openNewClient(page, { name: 'Second', custom: { number: '8' } });
  await page.getByRole('button', { name: /^Edit External id/ }).click();
  await page.keyboard.type('X-1');
  await page.keyboard.press('Enter');
  await page.getByText(`"First" (${uuid}), another client of this Account, has the`).waitFor();
  await takeScreenshot(page, 'taken');
  assert.deepEqual(await findBarriers(page), []);
  await follow();
  await page.goto('/clients?create=true');
  const dialog = page.getByRole('dialog', { name: 'New Client' });
  await dialog.getByLabel('Name').fill('Third');
  await dialog.getByLabel('Number').fill('7');
  await page.keyboard.press('Enter');
  await dialog.getByText('is the same as that of "First"').waitFor();
  await takeScreenshot(page, 'taken-new');
  await follow();
  await api(page, 'DELETE', `/api/v2/custom-fields/${declared.uuid}`);
  const unexpected = ada.faults.splice(0).filter((fault) => !/409|422/.test(fault));
  assert.deepEqual(unexpected, []);
});

test('an invalid custom field is refused beside its input', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Rules', custom: { list: [1], full: 'x'.repeat(10_000) } });
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Name of the field').fill('list');
  await page.keyboard.press('Enter');
  await page.getByText('There is a field “list” already.').waitFor();
  await page.getByLabel('Name of the field').fill('more');
  await page.getByLabel('Value').fill('é'.repeat(4_000));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('may hold at most 16 KiB').waitFor();
  await page.getByLabel('Value').fill('short');
  await page.getByLabel('Name of the field').fill('__proto__');
  await page.keyboard.press('Enter');
  await page.getByText('This is not allowed as a name. Choose another.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await edit(page, 'Edit list: [1]', 'list', '[1, 2');
  await page.getByText('This must be JSON').waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('422'));
  assert.deepEqual(unexpected, []);
});

async function edit(page: Page, button: string, field: string, text: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('textbox', { name: field, exact: true }).fill(text);
  await page.keyboard.press('Control+Enter');
}
