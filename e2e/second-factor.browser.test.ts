import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { api, expectOnly } from './api.ts';
import {
  ADA,
  endSessionAtNextChange,
  findBarriers,
  linkInMail,
  openPerson,
  startForAda,
  stopRouting,
  takeScreenshot,
} from './rapport.ts';

const { rapport, browser, ada, stop } = await startForAda();
after(stop);
const { page } = ada;

/**
 * Returns the app's present or next code. Each code works only once, and the next saves a wait of
 * half a minute.
 */
function codeOf(key: string, when: 'now' | 'next' = 'now'): string {
  const timestamp = Date.now() + (when === 'next' ? 30_000 : 0);
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}

/**
 * Sets up the second factor on the open page. Returns the key of the app and the recovery codes.
 */
async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = (await page.getByLabel('Key', { exact: true }).textContent())!;
  await takeScreenshot(page, `second-factor-setup-${page.viewportSize()!.width}`);
  await page.getByLabel('Code that the app shows').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This is not the code that your app shows now.').waitFor();
  await page.getByLabel('Code that the app shows').fill(codeOf(key));
  await page.keyboard.press('Enter');
  await page.getByText('Keep these recovery codes').waitFor();
  await page.locator('.recovery-codes li').nth(9).waitFor();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  assert.equal(codes.length, 10);
  return { key, codes };
}

let factor: { key: string; codes: string[] };
let account: { uuid: string };

test('a User sets up a second factor, saves the codes as a file, and sees how many are left', async () => {
  await page.goto('/settings/security');
  factor = await setUp(page);
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'second-factor-codes');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  assert.ok(factor.codes.every((code) => file.includes(code)));
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 of 10 recovery codes are left.').waitFor();
  await page.getByText('You turned your second factor on').waitFor();
  expectOnly(ada, /422/);
});

test('an owner with a second factor requires it, and a member must set one up before they see the Account', async () => {
  [account] = await api(page, 'GET', '/api/v2/accounts');
  await api(page, 'POST', '/api/v2/clients', { name: 'Guarded Client' });
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByRole('switch', { name: 'Require a second factor of all members' }).click();
  await page.getByText('All members need a second factor now.').waitFor();
  await takeScreenshot(page, 'second-factor-require');
  await api(page, 'POST', `/api/v2/accounts/${account.uuid}/invitations`, {
    email: 'grace@example.com',
    role: 'member',
  });
  const grace = await openPerson(browser, rapport.base_url, { viewport: { width: 390, height: 800 } });
  await grace.page.goto(await linkInMail(rapport, 'grace@example.com', '/invitation'));
  await grace.page.getByLabel('Your name').fill('Grace Hopper');
  await grace.page.getByRole('textbox', { name: 'Password' }).fill(ADA.password);
  await grace.page.getByRole('button', { name: 'Join' }).click();
  await grace.page.getByText(`${ADA.account_name} requires a second factor`).waitFor();
  assert.equal(await grace.page.getByText('Guarded Client').count(), 0);
  await takeScreenshot(grace.page, 'second-factor-closed');
  await grace.page.getByRole('link', { name: 'Set it up' }).click();
  await setUp(grace.page);
  // The codes stay on the page when its data is read again.
  await grace.page.getByText('Your second factor is on').waitFor();
  await grace.page.getByRole('button', { name: 'I have kept them' }).click();
  await grace.page.goto('/clients');
  await grace.page.getByText('Guarded Client').first().waitFor();
  await grace.close();
});

test('a lost session asks for the code after the password, then continues the interrupted action', async () => {
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByLabel('Name of the business').fill('Analytical Engines');
  await endSessionAtNextChange(ada);
  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADA.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'No app at hand? Use a recovery code' }).click();
  await page.keyboard.type(factor.codes[0]!);
  await page.keyboard.press('Enter');
  await page.getByText('The Account is renamed.').waitFor();
  await stopRouting(page);
  expectOnly(ada, /401/);
});

test('the sign-in page asks for the password, then for the code, and works by keyboard alone', async () => {
  await ada.context.clearCookies();
  await page.goto('/settings/security');
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('Password').fill(ADA.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'second-factor-sign-in');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This is not the code that your app shows now.').waitFor();
  await page.keyboard.type(codeOf(factor.key, 'next'));
  await page.keyboard.press('Enter');
  await page.getByText('9 of 10 recovery codes are left.').waitFor();
  expectOnly(ada, /401/);
});
