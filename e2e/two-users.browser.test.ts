import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { focused } from './keys.ts';
import {
  ADA,
  findBarriers,
  openPerson,
  type Person,
  type Rapport,
  signUp,
  startRapport,
  takeScreenshot,
} from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const VIC = { name: 'Vic Fontaine', email: 'vic@example.com', password: 'the lights are low' };
const TYPED = 'What Ada is about to do';

let rapport: Rapport;
let browser: Browser;
/** The browser that Ada and Vic share. */
let shared: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  const first = await openPerson(browser, rapport.base_url);
  await signUp(first, false);
  await first.close();
  const { name, email, password } = VIC;
  const words = ['users', 'create', '--email', email, '--name', name, '--password', password];
  const env = { ...process.env, ...rapport.env };
  await promisify(execFile)(process.execPath, [COMMAND, ...words], { env });
});
/** Ada has started to type the name of a token. */
beforeEach(async () => {
  await shared?.close();
  shared = await openPerson(browser, rapport.base_url);
  await signIn(shared.page, '/settings/account-details', ADA);
  await tokenName(shared.page).then((input) => input.fill(TYPED));
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('text typed before a session ended is not shown to another User who signs in', async () => {
  const { page, context } = shared;
  const headers = { origin: rapport.base_url };
  await context.request.delete('/api/v2/browser-sessions/current', { headers });
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  await page.getByText('Your session has ended').waitFor();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await fillSignIn(page, VIC);
  assert.equal(await (await tokenName(page)).inputValue(), '');
});

test('text typed before a session ended is there when the same User signs in again', async () => {
  const { page } = shared;
  await signIn(page, '/settings/account-details', ADA);
  assert.equal(await (await tokenName(page)).inputValue(), TYPED);
});

test('a page keeps nothing of the User who was signed in before', async () => {
  const other = await shared.context.newPage();
  await other.goto('/sign-in');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await fillSignIn(other, VIC);
  await other.getByText('You are signed in').waitFor();
  await other.goto('/clients');
  await assertIsOf(shared.page, VIC);
  assert.equal(await (await tokenName(shared.page)).inputValue(), '');
});

test('signing out in one tab clears the other tabs', async () => {
  const { page } = shared;
  const other = await shared.context.newPage();
  await other.goto('/clients');
  await other.getByRole('button', { name: 'You' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await other.waitForURL((url) => url.pathname === '/sign-in');
  const kept = await page.evaluate<string[]>('Object.keys(sessionStorage)');
  assert.deepEqual(
    kept.filter((key) => key.startsWith('rapport-draft-')),
    [],
  );
  await fillSignIn(page, ADA);
  await page.goto('/settings/account-details');
  assert.equal(await (await tokenName(page)).inputValue(), '');
});

test('a page whose session has ended shows nothing until its User has signed in again', async () => {
  const { page, context } = shared;
  const headers = { origin: rapport.base_url };
  await context.request.delete('/api/v2/browser-sessions/current', { headers });
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.getByText('Your session has ended').waitFor();
  await takeScreenshot(page, 'session-ended');
  assert.deepEqual(await findBarriers(page), []);
  const typed = page.getByLabel('What is it for?');
  const title = page.locator('h1');
  assert.deepEqual([await typed.isVisible(), await title.isVisible()], [false, false]);
  await page.getByLabel(/^Password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await title.waitFor();
  assert.equal(await typed.inputValue(), TYPED);
  // The focus returns to the field, so that Ada can go on typing.
  await focused(typed);
});

test('a page that is opened again belongs to the User who is signed in by then', async () => {
  const other = await shared.context.newPage();
  await other.goto('/sign-in');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await fillSignIn(other, VIC);
  await other.getByText('You are signed in').waitFor();
  const { page } = shared;
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await assertIsOf(page, VIC);
});

/** Opens the dialog of a new token and returns its name field. */
async function tokenName(page: Page) {
  await page.getByRole('button', { name: 'New token' }).first().click();
  return page.getByRole('dialog').getByLabel('What is it for?');
}

async function assertIsOf(page: Page, user: { name: string; email: string }): Promise<void> {
  // The old page is gone together with its dialog.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByText(`${user.name} · ${user.email}`).waitFor();
  await page.keyboard.press('Escape');
}

type SignIn = { email: string; password: string };

async function signIn(page: Page, path: string, user: SignIn): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ return_to: path })}`);
  await fillSignIn(page, user);
}

async function fillSignIn(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
