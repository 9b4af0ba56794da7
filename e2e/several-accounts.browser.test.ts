import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { ADA, addLogin, startForAda, stopRouting } from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const VIC = { name: 'Vic Fontaine', email: 'vic@example.com', password: 'the lights are low' };

const { rapport, ada, stop } = await startForAda();
after(stop);
const { page } = ada;

before(async () => {
  await api(page, 'POST', '/api/v2/accounts', { name: 'Second Firm' });
  const words = ['users', 'create', '--email', VIC.email, '--name', VIC.name, '--password', VIC.password];
  const env = { ...process.env, ...rapport.env };
  await promisify(execFile)(process.execPath, [COMMAND, ...words], { env });
});

test('with all Accounts shown, a new Client requires the choice of its Account', async () => {
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).first().click();
  const dialog = page.getByRole('dialog');
  const owner = dialog.getByRole('combobox', { name: 'Owner' });
  await until('the name of the owner', async () => (await owner.inputValue()) === ADA.name);
  await dialog.getByLabel('Name').fill('Umbrella Makers');
  await dialog.getByRole('button', { name: 'New Client' }).click();
  await dialog.getByText('Choose the Account to which the Client belongs.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Second Firm' }).click();
  await dialog.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('heading', { name: 'Umbrella Makers' }).waitFor();
  const accounts = await api(page, 'GET', '/api/v2/accounts?sort=-name&limit=1');
  const clients = await api(page, 'GET', `/api/v2/clients?account_uuid=${accounts[0].uuid}`);
  assert.equal(clients[0].name, 'Umbrella Makers');
});

test('with all Accounts shown, an import asks for the Account before the file', async () => {
  await page.goto('/settings/imports');
  await page.getByText('Choose the Account, then the files.').waitFor();
  assert.equal(await page.locator('input[type=file]').count(), 0);
  await page.getByRole('combobox', { name: 'Into which Account' }).click();
  await page.getByRole('option', { name: 'Second Firm' }).click();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
});

test('with one Account shown, new Clients belong to it', async () => {
  const accounts = await api(page, 'GET', '/api/v2/accounts?sort=-name&limit=1');
  await page.goto(`/settings/imports?account_uuid=${accounts[0].uuid}`);
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const account = page.getByRole('combobox', { name: 'Into which Account' });
  assert.equal(await account.inputValue(), 'Second Firm');
});

test('a subscription can be created only after the Accounts are read', async () => {
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/v2/accounts?*', async (route) => {
    await looked.promise;
    return route.continue();
  });
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Loading').waitFor({ state: 'attached' });
  const saves = await dialog.getByRole('button', { name: 'Save' }).count();
  looked.resolve();
  assert.equal(saves, 0);
  await dialog.getByLabel('Only these Accounts').waitFor();
  await focused(dialog.getByLabel('Address of the receiver'));
  await stopRouting(page);
});

test('an owner who has left is named in the list, the filters and the history', async () => {
  const accounts = await api(page, 'GET', '/api/v2/accounts?sort=name&limit=1');
  const { uuid: account_uuid, name } = accounts[0];
  assert.equal(name, ADA.account_name);
  const login = await addLogin(rapport, account_uuid, {
    email: VIC.email,
    role: 'member',
  });
  const owner_uuid = login.user_uuid;
  const client = await api(page, 'POST', '/api/v2/clients', {
    account_uuid,
    name: 'Left Behind',
    owner_uuid,
  });
  await api(page, 'DELETE', `/api/v2/logins/${login.uuid}`);
  await page.goto(`/clients?filter[owner_uuid]=${owner_uuid}`);
  await page.getByText('Owner is No longer a member').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Owner' }).check();
  await page.getByRole('cell', { name: 'No longer a member' }).waitFor();
  await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { owner_uuid: null });
  await page.goto(`/clients/${client.uuid}`);
  await page.locator('.timeline del', { hasText: 'No longer a member' }).waitFor();
});
