import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { focused, tabTo } from './keys.ts';
import { ADA, openPerson, type Person, type Rapport, startRapport, takeScreenshot } from './rapport.ts';

let rapport: Rapport;
let browser: Browser;
let ada: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  ada = await openPerson(browser, rapport.base_url);
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('before the first sign-up the sign-in page leads to the sign-up, and a double click signs up once', async () => {
  const { page } = ada;
  await page.goto('/sign-in');
  await takeScreenshot(page, 'sign-in-first');
  await page.getByRole('link', { name: 'Create the first account' }).click();
  await focused(page.getByLabel('Your name'));
  for (const label of ['Your name', 'Name of your business']) await page.getByLabel(label).fill('  ');
  assert.equal(await page.getByText('This must not be blank.').count(), 2);
  await page.getByLabel('Your name').fill(ADA.name);
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel(/^Password/).fill(ADA.password);
  const password = page.getByLabel(/^Password/);
  const show = page.getByRole('button', { name: 'Show password' });
  assert.equal(await show.getAttribute('aria-pressed'), 'false');
  await tabTo(show);
  await page.keyboard.press('Enter');
  assert.deepEqual(
    [await show.getAttribute('aria-pressed'), await password.getAttribute('type')],
    ['true', 'text'],
  );
  await page.getByLabel('Name of your business').fill(ADA.account_name);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole('button', { name: 'Create your account' }).dblclick();
  await page.getByText('No Clients yet').waitFor();
  assert.equal(sent.filter((request) => request === 'POST /web/first-run').length, 1);
  assert.deepEqual(ada.faults, []);
});

test('a double click creates one token', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('What is it for?').fill('Once');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).dblclick();
  await page.getByText('Copy the token now').waitFor();
  assert.equal(sent.filter((request) => request === 'POST /api/v2/personal-access-tokens').length, 1);
});

test('after the first sign-up the sign-in page stays', async () => {
  const stranger = await openPerson(browser, rapport.base_url);
  await stranger.page.goto('/sign-in');
  await stranger.page.getByRole('link', { name: 'Forgotten your password?' }).waitFor();
  assert.equal(await stranger.page.getByRole('link', { name: 'Create the first account' }).count(), 0);
  await stranger.close();
});

test('a new User gets three hints one after another, and none again on another machine', async () => {
  const { page } = ada;
  await page.goto('/clients');
  const close = page.getByRole('button', { name: 'Close this hint' });
  for (const words of [/^Ctrl K finds any record/, /click a value to change it/, /^Nothing is lost/]) {
    await page.getByRole('navigation').getByText(words).waitFor();
    const closed = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/v2/me') && answer.request().method() === 'PATCH',
    );
    await close.click();
    await closed;
  }
  await close.waitFor({ state: 'detached' });
  const other = await openPerson(browser, rapport.base_url, {
    storageState: await ada.context.storageState(),
  });
  const read = other.page.waitForResponse((answer) => answer.url().endsWith('/api/v2/me'));
  await other.page.goto('/clients');
  const { data } = await (await read).json();
  assert.deepEqual(data.closed_hints, ['search', 'edit', 'undo']);
  assert.equal(await other.page.getByRole('button', { name: 'Close this hint' }).count(), 0);
  await other.close();
});
