import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

const FIELDS = '/api/v2/custom-fields';

async function choose(page: Page, input: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: input }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Waits until the fields of Clients have these labels, in this order. */
async function labels(page: Page, expected: string[]): Promise<void> {
  await until(`the fields ${expected}`, async () => {
    const fields = await api(page, 'GET', `${FIELDS}?resource=client`);
    const used = fields.filter((field: { archived_at: string | null }) => field.archived_at === null);
    return used.map(({ label }: { label: string }) => label).join() === expected.join();
  });
}

test('a choice with options is made by keyboard, and its options keep their keys when they are renamed', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await page.goto('/settings/fields');
  await page.getByRole('button', { name: 'New field' }).focus();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Name').fill('Plan');
  await choose(page, 'Type', 'One choice');
  for (const [index, name] of ['Gold', 'Silver'].entries()) {
    await dialog.getByRole('button', { name: 'Add an option' }).focus();
    await keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: `Option ${index + 1}` }).fill(name);
  }
  await takeScreenshot(page, 'fields-choice');
  assert.deepEqual(await findBarriers(page), []);
  await keyboard.press('Enter');
  await page.getByText('custom.plan').waitFor();
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Mill', custom: { plan: 'gold' } });
  await page.getByRole('button', { name: 'Edit Plan' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Plan' });
  await edited.getByRole('textbox', { name: 'Option 1' }).fill('Best');
  await edited.getByRole('button', { name: 'Archive Silver' }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Plan is saved.').waitFor();
  await page.goto(`/clients/${client.uuid}`);
  await page.getByRole('button', { name: /^Edit Plan/ }).click();
  await page.getByRole('option', { name: 'Best' }).waitFor();
  assert.equal(await page.getByRole('option', { name: 'Silver' }).count(), 0);
  await keyboard.press('Escape');
  await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { custom: {} });
  await page.reload();
  // As it was called when it was removed.
  await page.locator('.timeline').getByText('Plan: Best empty').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('fields are ordered, archived, brought back and deleted', async () => {
  const { page } = ada;
  for (const label of ['Seats', 'Fee'])
    await api(page, 'POST', FIELDS, { resource: 'client', label, type: 'number' });
  await page.goto('/settings/fields');
  await page.getByRole('button', { name: 'Move Fee up' }).click();
  await labels(page, ['Plan', 'Fee', 'Seats']);
  await page.getByRole('button', { name: 'Archive Fee' }).click();
  await labels(page, ['Plan', 'Seats']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await labels(page, ['Plan', 'Fee', 'Seats']);
  await page.getByRole('button', { name: 'Archive Fee' }).click();
  await page.getByRole('button', { name: 'Bring back Fee' }).waitFor();
  await labels(page, ['Plan', 'Seats']);
  await page.getByRole('button', { name: 'Bring back Fee' }).click();
  await labels(page, ['Plan', 'Fee', 'Seats']);
  await page.getByRole('button', { name: 'Archive Fee' }).click();
  await page.getByRole('button', { name: 'Delete Fee' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the field Fee?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The field Fee is deleted.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a field that cannot become unique lists what stands twice', async () => {
  const { page } = ada;
  await api(page, 'POST', FIELDS, { resource: 'contact', label: 'Badge', type: 'text' });
  for (const name of ['A', 'B', 'C'])
    await api(page, 'POST', '/api/v2/contacts', { name, custom: { badge: name === 'C' ? '8' : '7' } });
  await page.goto('/settings/fields?kind=contact');
  await page.getByRole('button', { name: 'Edit Badge' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'No value twice' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('"7" is in 2 records. Leave it in one of them.').first().waitFor();
  await takeScreenshot(page, 'fields-collisions');
  expectOnly(ada, /422/);
});

test('another type is looked at before, and what does not fit can be removed', async () => {
  const { page } = ada;
  await api(page, 'POST', FIELDS, { resource: 'deal', label: 'Size', type: 'text' });
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Buyer' });
  for (const size of ['12', '1,250.5', 'large'])
    await api(page, 'POST', '/api/v2/deals', { title: size, client_uuid: client.uuid, custom: { size } });
  await page.goto('/settings/fields?kind=deal');
  await page.getByRole('button', { name: 'Change the type of Size' }).click();
  await choose(page, 'Type', 'Number');
  const dialog = page.getByRole('dialog', { name: 'Change the type of Size' });
  await dialog.getByText('2 values fit · 1 does not fit').waitFor();
  await dialog.getByRole('radio', { name: 'Are removed' }).check();
  await takeScreenshot(page, 'fields-convert');
  await dialog.getByRole('button', { name: 'Change the type' }).click();
  await until('the values to be read', async () => {
    const [field] = await api(page, 'GET', `${FIELDS}?resource=deal`);
    return field.type === 'number' && field.job_uuid === null;
  });
  const deals = await api(page, 'GET', '/api/v2/deals?sort=custom.size');
  const sizes = deals.map(({ custom }: { custom: { size?: number } }) => custom.size);
  assert.deepEqual(sizes, [12, 1250.5, undefined]);
  await page.goto('/deals/board?filter[custom.size][gte]=1000');
  await page.getByRole('link', { name: '1,250.5' }).waitFor();
  assert.equal(await page.getByRole('link', { name: '12', exact: true }).count(), 0);
  await page.getByText('Size is at least 1000').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a name that another field has is refused beside it, and when an archived field comes back', async () => {
  const { page } = ada;
  const old = await api(page, 'POST', FIELDS, {
    resource: 'contact',
    label: 'Locker',
    key: 'old',
    type: 'text',
  });
  await page.goto('/settings/fields?kind=contact');
  await page.getByRole('button', { name: 'New field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Name').fill('locker');
  await page.keyboard.press('Enter');
  const taken = 'is taken: the field custom.old is called "Locker" too. Choose another, or rename that one.';
  await dialog.getByText(`This ${taken}`).waitFor();
  await takeScreenshot(page, 'fields-taken');
  await page.keyboard.press('Escape');
  await api(page, 'PATCH', `${FIELDS}/${old.uuid}`, { archived_at: '2027-01-01T00:00:00Z' });
  await api(page, 'POST', FIELDS, { resource: 'contact', label: 'locker', key: 'new', type: 'text' });
  await page.reload();
  await page.getByRole('button', { name: 'Bring back Locker' }).click();
  await page.getByText('Name is taken: the field custom.new is called "locker" too.').waitFor();
  expectOnly(ada, /422/);
});

test('a hundred fields of a kind are all, and the page says what to do', async () => {
  const { page } = ada;
  const fields = Array.from({ length: 100 }, (_, index) => ({ label: `F ${index}`, type: 'boolean' }));
  for (const field of fields) await api(page, 'POST', FIELDS, { resource: 'task', ...field });
  await page.goto('/settings/fields?kind=task');
  await page.getByText('This Account has 100 fields for Tasks, and no more are possible.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'New field' }).isDisabled());
  assert.deepEqual(ada.faults, []);
});
