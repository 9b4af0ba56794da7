import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, quiet, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({ context: { viewport: { width: 1440, height: 900 } } });

before(async () => {
  const { page } = ada;
  const options = [{ label: 'Gold', color: 'yellow' }, { label: 'Silver' }];
  for (const field of [
    { label: 'Tax id', type: 'text', required: true },
    { label: 'Fee', type: 'money' },
    { label: 'Tier', type: 'choice', options },
    { label: 'Renewal', type: 'date' },
  ])
    await api(page, 'POST', '/api/v2/custom-fields', { resource: 'client', ...field });
});
after(stop);

test('the dialog of a new record asks for a required field, and for the others when one wants', async () => {
  const { page } = ada;
  await page.goto('/clients?create=true');
  const dialog = page.getByRole('dialog', { name: 'New Client' });
  await dialog.getByLabel('Name').fill('Mill');
  await dialog.getByLabel('Tax id').fill('T-1');
  await dialog.getByRole('button', { name: '3 more fields' }).click();
  await dialog.getByRole('textbox', { name: 'Fee', exact: true }).fill('1,250.5');
  await dialog.getByRole('combobox', { name: 'Fee: Currency' }).fill('EUR');
  await page.getByRole('option', { name: /^EUR/ }).click();
  await dialog.getByRole('textbox', { name: 'Renewal' }).fill('1 mar 2027');
  await takeScreenshot(page, 'declared-new');
  await dialog.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mill' }).waitFor();
  const [{ custom }] = await api(page, 'GET', '/api/v2/clients?filter[name]=Mill');
  assert.deepEqual(custom, {
    tax_id: 'T-1',
    fee: { amount: '1250.50', currency: 'EUR' },
    renewal: '2027-03-01',
  });
  assert.equal((await api(page, 'GET', '/api/v2/clients?q=T-1')).length, 1, 'a search finds its value');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('many records get a value at once, and the table is grouped by it and adds up', async () => {
  const { page } = ada;
  for (const name of ['A', 'B']) {
    const custom = { tax_id: name, fee: { amount: 10, currency: 'EUR' } };
    await api(page, 'POST', '/api/v2/clients', { name, custom });
  }
  await page.goto('/clients?sort=name&group=custom.tier');
  for (const name of ['A', 'B'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await page
    .getByRole('region', { name: /selected/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Tier', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Gold', exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await until('both to be gold', async () => {
    const found = await api(page, 'GET', '/api/v2/clients?filter[custom.tier]=gold&sort=name');
    return found.map(({ name }: { name: string }) => name).join() === 'A,B';
  });
  const [{ custom }] = await api(page, 'GET', '/api/v2/clients?filter[name]=A');
  assert.deepEqual(custom, { tax_id: 'A', tier: 'gold', fee: { amount: '10.00', currency: 'EUR' } });
  await page.goto('/clients?sort=name&group=custom.tier');
  await page.getByRole('button', { name: /Gold.*2/ }).waitFor();
  await page.getByRole('button', { name: /Tier: none.*1/ }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Fee' }).check();
  await page.keyboard.press('Escape');
  await page
    .getByRole('group', { name: 'Totals' })
    .getByText(/Fee.*1,270\.50/)
    .waitFor();
  await takeScreenshot(page, 'declared-groups');
  assert.deepEqual(ada.faults, []);
});

test('many records lose a value at once, by keys, and Undo brings it back; a required one stays', async () => {
  const { page } = ada;
  const { keyboard } = page;
  const gold = async () => {
    const found = await api(page, 'GET', '/api/v2/clients?filter[custom.tier]=gold&sort=name');
    return found.map(({ name }: { name: string }) => name).join();
  };
  const dialog = page.getByRole('dialog');
  const edit = page.getByRole('region', { name: /selected/ }).getByRole('button', { name: 'Edit' });
  const empty = async (field: string) => {
    await edit.focus();
    await keyboard.press('Enter');
    await focused(dialog.getByRole('combobox', { name: 'Field' }));
    await keyboard.type(field);
    // The first match is marked a moment after the last letter.
    await page.locator('[data-combobox-selected]', { hasText: field }).waitFor();
    await keyboard.press('Enter');
  };
  await page.goto('/clients?sort=name&filter[custom.tier]=gold');
  await quiet(page);
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await empty('Tax');
  await dialog.getByRole('textbox', { name: 'Value' }).waitFor();
  assert.equal(await dialog.getByRole('checkbox').count(), 0, 'a required field is not emptied');
  await keyboard.press('Escape');
  await focused(edit);
  await empty('Tier');
  await tabTo(dialog.getByRole('checkbox', { name: 'Empty this field' }));
  await keyboard.press('Space');
  assert.equal(await dialog.getByRole('combobox', { name: 'Value' }).isDisabled(), true);
  await pictures(page, 'bulk-empty');
  assert.deepEqual(await findBarriers(page), []);
  await tabTo(dialog.getByRole('button', { name: 'Apply' }));
  await keyboard.press('Enter');
  await page.getByText('2 Clients changed').waitFor();
  assert.equal(await gold(), '');
  const [{ custom }] = await api(page, 'GET', '/api/v2/clients?filter[name]=A');
  assert.deepEqual(custom, { tax_id: 'A', fee: { amount: '10.00', currency: 'EUR' } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('both to be gold again', async () => (await gold()) === 'A,B');
  assert.deepEqual(ada.faults, []);
});

test('the page of a record shows fields under the heading that their maker gives them', async () => {
  const { page } = ada;
  await page.goto('/settings/fields');
  for (const label of ['Renewal', 'Fee']) {
    await page.getByRole('button', { name: `Edit ${label}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Group' }).fill('Contr');
    if (label === 'Renewal') await dialog.getByRole('combobox', { name: 'Group' }).fill('Contract');
    else await page.getByRole('option', { name: 'Contract' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${label} is saved.`).waitFor();
  }
  await page.getByText('Day · Contract').waitFor();
  await pictures(page, 'declared-groups-settings');
  const [{ uuid }] = await api(page, 'GET', '/api/v2/clients?filter[name]=Mill');
  await page.goto(`/clients/${uuid}`);
  const group = page.getByRole('region', { name: 'Contract' });
  await group.getByText('Mar 1, 2027').waitFor();
  assert.deepEqual(await group.locator('dt').allInnerTexts(), ['Fee', 'Renewal']);
  const about = page.getByRole('region', { name: 'About' });
  assert.equal(await about.getByText('Renewal', { exact: true }).count(), 0);
  assert.equal(await about.getByText('Tax id', { exact: true }).count(), 1);
  await pictures(page, 'declared-groups');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a table is grouped by a field of yes or no', async () => {
  const { page } = ada;
  await api(page, 'POST', '/api/v2/custom-fields', { resource: 'client', label: 'VIP', type: 'boolean' });
  for (const vip of [true, false, false]) {
    const custom = { tax_id: 'T', vip };
    await api(page, 'POST', '/api/v2/clients', { name: `VIP ${vip}`, custom });
  }
  await page.goto('/clients?sort=name');
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('custom.vip');
  await page.waitForURL(/group=custom\.vip/);
  for (const group of [/VIP: yes\W*1/, /VIP: no\W*2/, /VIP: none\W*\d/])
    await page.getByRole('button', { name: group }).waitFor();
  await takeScreenshot(page, 'declared-yes-no');
  assert.deepEqual(ada.faults, []);
});

test('a history names a field and its options as they were, also after they got other names', async () => {
  const { page } = ada;
  const fields = await api(page, 'GET', '/api/v2/custom-fields');
  const tier = fields.find(({ key }: { key: string }) => key === 'tier');
  const { uuid } = await api(page, 'POST', '/api/v2/clients', { name: 'Old', custom: { tax_id: 'T-9' } });
  const set = (value: string) =>
    api(page, 'PATCH', `/api/v2/clients/${uuid}`, { custom: { tax_id: 'T-9', tier: value } });
  await set('gold');
  const [first, second] = tier.options;
  await api(page, 'PATCH', `/api/v2/custom-fields/${tier.uuid}`, {
    label: 'Tariff',
    options: [{ ...first, label: 'Golden' }, second],
  });
  await set('silver');
  await page.goto(`/clients/${uuid}`);
  const changes = page.locator('.changes');
  await changes.getByText('Tariff: Golden Silver').waitFor();
  await changes.getByText('Tier: empty Gold').waitFor();
  const [, { change_uuid }] = await api(page, 'GET', `/api/v2/clients/${uuid}/events`);
  await page.goto(`/settings/changes/${change_uuid}`);
  await changes.getByText('Tier: empty Gold').waitFor();
});
