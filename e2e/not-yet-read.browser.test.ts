import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { APIResponse, Route } from 'playwright-core';
import { api } from './api.ts';
import { choose } from './files.ts';
import { ADA, addLogin, hold, startForAda, stopRouting } from './rapport.ts';

// A User acts before the page has read all data that the act depends on. The page does what the
// User sees, or does not offer the act yet.

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com', password: 'nanoseconds of wire' };

const { rapport, ada, stop } = await startForAda({ sample_data: true });
after(stop);
const { page } = ada;
const all = page.getByLabel('Select all that are loaded');
const COUNTED = /\/api\/v2\/clients\?.*limit=1&include=count/;

test('the box above the rows is disabled until the rows of the list are read', async () => {
  await page.goto('/clients?sort=name');
  await page.getByText('503 Clients').waitFor();
  const list = await hold(page, '**/api/v2/clients?*');
  await page.getByRole('searchbox').fill('energy');
  await list.asked;
  await page.locator('[data-outdated]').waitFor();
  const wasDisabled = await all.isDisabled();
  list.release();
  assert.equal(wasDisabled, true);
  await all.check();
  const total = await page.getByText(/^\d+ Clients$/).innerText();
  await page.getByText(`${total.split(' ')[0]} of ${total.split(' ')[0]} selected`).waitFor();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('a row that is deselected while a whole list is counted stays deselected', async () => {
  await page.goto('/clients?sort=name');
  await all.check();
  const count = await hold(page, COUNTED);
  await page.getByRole('button', { name: 'Select all 503' }).click();
  await count.asked;
  // Deleting now would also delete Clients that the User does not see.
  await page.getByRole('button', { name: 'Delete', exact: true, disabled: true }).waitFor();
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .nth(2)
    .uncheck();
  await page.getByText('199 of 503 selected').waitFor();
  count.release();
  await page.getByText('502 of 503 selected').waitFor();
  await stopRouting(page);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  assert.deepEqual(ada.faults, []);
});

test('a selection that is cleared while a whole list is counted stays empty', async () => {
  await page.goto('/clients?sort=name');
  await all.check();
  const count = await hold(page, COUNTED);
  await page.getByRole('button', { name: 'Select all 503' }).click();
  await count.asked;
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  const counted = page.waitForResponse(COUNTED);
  count.release();
  await counted;
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  await page.getByText('1 of 503 selected').waitFor();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('bulk actions wait until the list is read again, and rows selected in the meantime stay selected', async () => {
  await page.goto('/clients?sort=name&q=energy');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  const list = await hold(page, '**/api/v2/clients?*');
  await page.getByRole('button', { name: 'Apply' }).click();
  await list.asked;
  await page
    .getByRole('region', { name: / selected$/ })
    .getByText('Loading')
    .waitFor();
  const edits = await page.getByRole('button', { name: 'Edit', exact: true }).count();
  await boxes.nth(1).check();
  list.release();
  assert.equal(edits, 0);
  await page.getByText('1 Client changed.').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  assert.equal(await boxes.nth(0).isChecked(), false);
  assert.equal(await boxes.nth(1).isChecked(), true);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('a dialog whose Clients are gone from the list does not reopen for others', async () => {
  const { uuid } = await api(ada.page, 'POST', '/api/v2/clients', {
    name: 'Vanishing Ltd',
    industry: 'Magic',
  });
  await api(ada.page, 'POST', '/api/v2/clients', { name: 'Staying Ltd', industry: 'Magic' });
  const page = await ada.context.newPage();
  await page.clock.install();
  await page.goto('/clients?filter[industry]=Magic&sort=name');
  await page.getByRole('checkbox', { name: 'Select Vanishing Ltd' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { industry: 'Physics' });
  await page.clock.fastForward(15_000);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select Staying Ltd' }).check();
  await page.getByText('1 of 1 selected').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.close();
});

test('the dialog of a new Client waits for the Accounts, and says when they cannot be read', async () => {
  const accounts = await hold(page, '**/api/v2/accounts?*');
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Early Bird');
  await accounts.asked;
  const canCreate = await dialog.getByRole('button', { name: 'New Client' }).isEnabled();
  accounts.release();
  assert.equal(canCreate, false);
  await dialog.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('heading', { name: 'Early Bird' }).waitFor();
  await stopRouting(page);
  await page.route('**/api/v2/accounts?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'The Accounts failed.' } }),
  );
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await dialog.getByText('The Accounts failed.').waitFor();
  await stopRouting(page);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('The Accounts failed.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(
    ada.faults.splice(0).filter((fault) => !/500/.test(fault)),
    [],
  );
});

test('no other file can be chosen while one is read', async () => {
  const read = await hold(page, '**/api/v2/imports');
  await choose(page, 'name\nSlow Company\n');
  await read.asked;
  await page.locator('input[type=file]').waitFor({ state: 'detached' });
  read.release();
  await page
    .getByRole('button', { name: /^Import 1/ })
    .first()
    .waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('without a connection a deletion fails at once, and is not made later', async () => {
  const { uuid } = await api(page, 'POST', '/api/v2/webhook-subscriptions', {
    url: 'http://localhost:9/hook',
    events: ['client.created'],
  });
  await page.goto(`/settings/webhooks/${uuid}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await ada.context.setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Rapport does not answer.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await ada.context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/webhook-subscriptions/${uuid}`)).uuid, uuid);
  assert.deepEqual(
    ada.faults.splice(0).filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault)),
    [],
  );
});

test('a change that is refused after the User has signed in again is made without asking for the password once more', async () => {
  await page.goto('/clients');
  await page.getByText(/^\d+ Clients$/).waitFor();
  const change = await hold(page, '**/api/v2/clients', fetchWithoutSession);
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Signed in between');
  await page.getByRole('dialog').getByRole('button', { name: 'New Client' }).click();
  await change.asked;
  const me = await hold(page, '**/api/v2/me', fetchWithoutSession);
  me.release();
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await page.getByLabel(/^Password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Your session has ended').waitFor({ state: 'detached' });
  change.release();
  await page.getByRole('heading', { level: 1, name: 'Signed in between' }).waitFor();
  await stopRouting(page);
  assert.deepEqual(
    ada.faults.splice(0).filter((fault) => !/status of 401/.test(fault)),
    [],
  );
});

test('signing out aborts the requests under way, which do not ask for the password', async () => {
  await page.goto('/clients');
  await page.getByText(/^\d+ Clients$/).waitFor();
  const search = await hold(page, /\/api\/v2\/clients\?.*q=slow/);
  await page.getByRole('searchbox').fill('slow');
  await search.asked;
  const calledOff = page.waitForEvent('requestfailed', (request) => request.url().includes('q=slow'));
  const signedOut = await hold(page, '**/browser-sessions/current', (route) => route.fetch());
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signedOut.asked;
  await calledOff;
  search.release();
  signedOut.release();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('Password').fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^\d+ Clients$/).waitFor();
});

test('a viewer of the selected Account chooses another Account for a new Client', async () => {
  const words = [
    'users',
    'create',
    '--email',
    GRACE.email,
    '--name',
    GRACE.name,
    '--password',
    GRACE.password,
  ];
  await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ...rapport.env },
  });
  const [first] = await api(page, 'GET', '/api/v2/accounts?sort=name&limit=1');
  const own = await api(page, 'POST', '/api/v2/accounts', { name: 'Own Firm' });
  for (const [account_uuid, role] of [
    [first.uuid, 'viewer'],
    [own.uuid, 'member'],
  ])
    await addLogin(rapport, account_uuid, { email: GRACE.email, role });
  await page.goto('/sign-in');
  await page.context().clearCookies();
  await page.goto('/sign-in?return_to=/clients');
  await page.getByLabel('E-mail address').fill(GRACE.email);
  await page.getByLabel('Password').fill(GRACE.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Clients' }).waitFor();
  await page.goto(`/settings/imports?account_uuid=${first.uuid}`);
  await page.getByText('Choose the Account, then the files.').waitFor();
  await page.getByRole('combobox', { name: 'Into which Account' }).click();
  assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Own Firm']);
  await page.getByRole('option', { name: 'Own Firm' }).click();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('combobox', { name: 'Into which Account' }).inputValue(), 'Own Firm');
});

/** Fetches the API's answer to a session that has ended. */
function fetchWithoutSession(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...route.request().headers(), cookie: '' } });
}
