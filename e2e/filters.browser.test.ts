import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({
  sample_data: true,
  context: { timezoneId: 'Asia/Tokyo', locale: 'en-GB' },
});
after(stop);

test('a day in a filter is sent as a day, and an instant is said in the time zone of the browser', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await choose(page, { field: 'Created', condition: 'is from' });
  await page.getByLabel('Value').fill('2026-03-02');
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await page.getByText('Created is from 2 Mar 2026', { exact: true }).waitFor();
  await choose(page, { field: 'Changed', condition: 'is before' });
  await page.getByLabel('Value').fill('3 Mar 2026');
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await page.getByText('Changed is before 3 Mar 2026', { exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('filter[created_at][gte]'), '2026-03-02');
  assert.equal(searchParams.get('filter[updated_at][lt]'), '2026-03-03');
  await takeScreenshot(page, 'filter-days');
  // The page shows unusual values from an address unchanged.
  await page.goto('/clients?filter[created_at][gte]=2026-03-02T00:00:00Z');
  await page.getByText('Created is from 2 Mar 2026, 09:00:00', { exact: true }).waitFor();
  await page.goto('/clients?filter[created_at][gte]=soon');
  await page.getByText('Created is from soon', { exact: true }).waitFor();
  await page
    .getByRole('alert')
    .getByText(/must be a date or a time/)
    .waitFor();
  assert.deepEqual(
    ada.faults.splice(0).filter((fault) => !fault.includes('400')),
    [],
  );
});

test('a filter that would replace another says so before it is added', async () => {
  const { page } = ada;
  await page.goto('/clients?filter[status]=active');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('It replaces “Status is Active”.').waitFor();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Lead' }).click();
  await takeScreenshot(page, 'filter-replaces');
  await page.getByRole('button', { name: 'Replace the filter' }).click();
  await page.getByText('Status is Lead', { exact: true }).waitFor();
  // The focus returns to the button that opened the form.
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await focused(filter);
  await page.getByRole('button', { name: 'Remove the filter Status is Lead' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Status is Lead', { exact: true }).waitFor({ state: 'detached' });
  await focused(filter);
  await choose(page, { field: 'Name', condition: 'contains' });
  await page.getByRole('button', { name: 'Add the filter' }).waitFor();
  assert.equal(await page.getByText('It replaces').count(), 0);
  assert.deepEqual(ada.faults, []);
});

test('a field is typed over the one that is chosen, also after a press into it, and Enter takes the match', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Field' });
  await focused(field);
  await keyboard.type('Dom');
  await keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'Domain');
  await field.click();
  const selected = () => page.evaluate<string>('getSelection().toString()');
  await until('its name to be selected', async () => (await selected()) === 'Domain');
  await keyboard.type('Indus');
  await keyboard.press('Tab');
  assert.equal(await field.inputValue(), 'Industry');
  await keyboard.press('Escape');
});

test('a list is filtered by a record, a number, a relative day, the User themselves and a custom field', async () => {
  const { page } = ada;
  const [login] = await api(page, 'GET', '/api/v2/logins');
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Filter Works' });
  const deal = { client_uuid: client.uuid, owner_uuid: login.user.uuid, custom: { source: 'Fair' } };
  await api(page, 'POST', '/api/v2/deals', { title: 'Found', amount: '1500', ...deal });
  await api(page, 'POST', '/api/v2/deals', { title: 'Too small', amount: '20', ...deal });
  await page.goto('/deals');
  await page.getByText('Too small').waitFor();
  const add = page.getByRole('button', { name: 'Add the filter' });
  const pick = async (box: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: box }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(page, { field: 'Client', condition: 'is' });
  await page.getByRole('combobox', { name: 'Value' }).fill('Filter W');
  await page.getByRole('option', { name: 'Filter Works' }).click();
  await add.click();
  await page.getByText('Client is Filter Works', { exact: true }).waitFor();
  await choose(page, { field: 'Amount', condition: 'is at least' });
  await page.getByLabel('Value').fill('1.000,00');
  await add.click();
  await page.getByText('Amount is at least 1,000', { exact: true }).waitFor();
  await page.getByText('Too small').waitFor({ state: 'detached' });
  await choose(page, { field: 'Created', condition: 'is from' });
  await pick('Day', 'a week ago');
  await add.click();
  await page.getByText('Created is from a week ago', { exact: true }).waitFor();
  await choose(page, { field: 'Owner', condition: 'is' });
  await pick('Value', 'me');
  await add.click();
  await choose(page, { field: 'source', condition: 'is' });
  await page.getByLabel('Value').fill('fair');
  await takeScreenshot(page, 'filter-custom');
  await add.click();
  await page.getByText('source is fair', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Found' }).waitFor();
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
    'filter[client_uuid]': client.uuid,
    'filter[amount][gte]': '1000',
    'filter[created_at][gte]': 'today-7d',
    'filter[owner_uuid]': 'me',
    'filter[custom.source]': 'fair',
  });
  await takeScreenshot(page, 'filters');
  assert.deepEqual(ada.faults, []);
});

async function choose(page: Page, { field, condition }: { field: string; condition: string }): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  await page.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: condition, exact: true }).click();
}
