import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  findBarriers,
  type Person,
  type Rapport,
  registerApplication,
  startForAda,
  takeScreenshot,
} from './rapport.ts';

let rapport: Rapport;
let ada: Person;
let stop: () => Promise<void>;

before(async () => {
  ({ rapport, ada, stop } = await startForAda());
});
after(() => stop());

test('a new token only reads unless more is chosen, and its row says what it may do', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is it for?').fill(name);
    return dialog;
  };
  const first = await make('Dashboard');
  assert.equal(await first.getByRole('combobox', { name: 'What may it do?' }).inputValue(), 'Only read');
  await takeScreenshot(page, 'token-only-read');
  await first.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const second = await make('Robot');
  await second.getByRole('combobox', { name: 'What may it do?' }).click();
  await page.getByRole('option', { name: 'Let me choose' }).click();
  await second.getByRole('checkbox', { name: 'Change Deals' }).check();
  await takeScreenshot(page, 'token-chosen');
  await second.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('See Deals, change Deals').waitFor();
  await page.getByText('Only read').first().waitFor();
  await takeScreenshot(page, 'tokens-narrow');
  assert.deepEqual(ada.faults, []);
});

test('an owner sees the tokens that reach the Account, and shuts one out', async () => {
  const { page } = ada;
  const { data } = await (await page.request.get('/api/v2/accounts')).json();
  await page.goto(`/accounts/${data[0].uuid}/audit-log`);
  await page.getByText('Dashboard', { exact: true }).waitFor();
  await takeScreenshot(page, 'tokens-of-account');
  await page.getByRole('button', { name: 'Shut out Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shut out' }).click();
  await page.getByText('Dashboard no longer reaches this Account.').waitFor();
  await page.getByRole('button', { name: 'Shut out Dashboard' }).waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('consent says what an application may see and change, and shows the Accounts when only some are meant', async () => {
  const { page } = ada;
  const redirect_uri = `${rapport.base_url}/sign-in`;
  const { client_id } = await registerApplication(rapport, redirect_uri);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'read deals:write webhooks',
    prompt: 'consent',
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/oauth/authorize?${query}`);
    const account = page.getByRole('checkbox', { name: 'Lovelace Engines Ltd' });
    assert.equal(await account.isVisible(), false);
    await page.getByRole('radio', { name: /^Only in Accounts/ }).check();
    assert.equal(await account.isVisible(), true);
    await page
      .getByRole('group', { name: /add, change and delete/ })
      .getByRole('checkbox', { name: 'Deals' })
      .uncheck();
    await takeScreenshot(page, `consent-${width}`);
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  }
});
