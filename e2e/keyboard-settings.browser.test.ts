import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { focused, tabTo } from './keys.ts';
import { ADA, openPerson, type Person, type Rapport, signUp, startRapport } from './rapport.ts';

let rapport: Rapport;
let browser: Browser;
let ada: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  ada = await openPerson(browser, rapport.base_url);
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(ada, false);
  await post(ada, '/api/v2/accounts', { name: 'Analytical Ltd' });
  const elsewhere = await openPerson(browser, rapport.base_url);
  await elsewhere.page.goto('/forgot-password');
  await post(elsewhere, '/web/sign-in', { email: ADA.email, password: ADA.password });
  await elsewhere.close();
  await ada.page.goto('/clients');
  await ada.page.getByText('No Clients yet').waitFor();
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('the keyboard alone switches the Account and invites a member', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await reach(page.getByRole('combobox', { name: 'Account' }));
  await chooseByArrows(page.getByRole('option', { name: 'Analytical Ltd' }));
  await page.waitForURL(/account_uuid=/);
  await follow('Accounts');
  await reach(page.locator('#content').getByRole('link', { name: 'Analytical Ltd' }));
  await keyboard.press('Enter');
  await reach(page.getByLabel('E-mail address'));
  await keyboard.type('grace@example.com');
  await keyboard.press('Tab');
  await focused(page.getByLabel('Role', { exact: true }));
  await keyboard.press('ArrowDown');
  await reach(page.getByRole('button', { name: 'Invite' }));
  await keyboard.press('Enter');
  await page.getByRole('cell', { name: 'grace@example.com', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Viewer', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('by keyboard alone a personal access token is made and copied', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await follow('Account Details');
  await reach(page.getByRole('button', { name: 'New token' }));
  await keyboard.press('Space');
  const dialog = page.getByRole('dialog');
  await focused(dialog.getByLabel('What is it for?'));
  // Escape closes the dialog, and the focus returns to its button.
  await keyboard.press('Escape');
  await focused(page.getByRole('button', { name: 'New token' }));
  await keyboard.press('Enter');
  await focused(dialog.getByLabel('What is it for?'));
  await keyboard.type('Nightly export');
  await keyboard.press('Enter');
  const issued = page.getByRole('dialog', { name: 'Copy the token now' });
  const token = await issued.getByLabel('Token', { exact: true }).innerText();
  await reach(issued.getByRole('button', { name: 'Copy', exact: true }).first());
  await keyboard.press('Enter');
  await page.waitForFunction(
    `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(token)})`,
  );
  await reach(issued.getByRole('button', { name: 'I have copied it' }));
  await keyboard.press('Enter');
  await issued.waitFor({ state: 'detached' });
  await focused(page.getByRole('button', { name: 'New token' }));
  assert.deepEqual(ada.faults, []);
});

test('by keyboard alone another session is ended, the audit log read and the password changed', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await follow('Security');
  const end = page.getByRole('button', { name: /^Sign out \S+ on Linux from / });
  await reach(end);
  await keyboard.press('Enter');
  await end.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Audit log' }).getByText('You signed in').first().waitFor();
  await reach(page.getByLabel(/^Current password/));
  await keyboard.type(ADA.password);
  await keyboard.press('Tab');
  await focused(page.getByRole('button', { name: 'Show password' }).first());
  await keyboard.press('Tab');
  await focused(page.getByLabel(/^New password/));
  await keyboard.type('another long password');
  await keyboard.press('Enter');
  await page.getByText('Your password is changed.').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('by keyboard alone a signature is verified', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await follow('Connected apps');
  await page.getByText('No connected apps').waitFor();
  await follow('Developers');
  await reach(page.getByRole('link', { name: 'Verify one' }));
  await keyboard.press('Enter');
  await reach(page.getByLabel('Body, exactly as it arrived'));
  await keyboard.type('{"event":"client.created"}');
  await reach(page.getByLabel('X-Signature'));
  await keyboard.type('0'.repeat(64));
  await reach(page.getByLabel(/^Signing secret/));
  await keyboard.type('s'.repeat(60));
  await reach(page.getByRole('button', { name: 'Check' }));
  await keyboard.press('Enter');
  await page.getByText('The signature does not match.', { exact: true }).waitFor();
  // Shift+Tab leads back to the body, which does not take Tab as a character.
  await reach(page.getByLabel('Body, exactly as it arrived'), 'Shift+Tab');
  assert.deepEqual(ada.faults, []);
});

/** Opens a page through the navigation. */
async function follow(name: string): Promise<void> {
  const { page } = ada;
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const toSettings = menu.getByRole('link', { name: 'Settings', exact: true });
  if (await toSettings.isVisible()) {
    await reach(toSettings);
    await page.keyboard.press('Enter');
  }
  await reach(menu.getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/**
 * Reaches an element by Tab, and checks that its focus is visible as a ring or as a field's border.
 */
async function reach(place: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(place, key);
  await place.first().and(place.page().locator(':focus-visible')).waitFor();
  const isSeen = await place.first().evaluate((element) => {
    const { innerHeight, getComputedStyle } = element.ownerDocument.defaultView!;
    const { width, height, top, bottom } = element.getBoundingClientRect();
    const isField = element.matches('input, textarea, select');
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    return isOnScreen && (isField || getComputedStyle(element).outlineStyle !== 'none');
  });
  assert.ok(isSeen, `the focus cannot be seen at ${place}`);
}

/** Opens the list of the focused field and chooses an option. */
async function chooseByArrows(option: Locator): Promise<void> {
  const { page } = ada;
  await page.keyboard.press('Space');
  await option.waitFor();
  for (let presses = 0; presses < 20; presses++) {
    if (await option.evaluate((element) => element.hasAttribute('data-combobox-selected'))) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows do not come to ${option}`);
}

/** Sends a request as the page does, to prepare a test. */
async function post({ page }: Person, path: string, body: object): Promise<void> {
  const isOk = await page.evaluate(
    ([path, body]) =>
      fetch(path as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.ok),
    [path, body],
  );
  if (!isOk) throw new Error(`POST ${path} was refused`);
}
