import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { ADA, openPerson, startForAda, stopRouting } from './rapport.ts';

const { rapport, browser, ada, stop } = await startForAda();
after(stop);
const { page } = ada;
/** The code of the first link of an invitation. */
let former: string;

const REFUSAL = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'password_required', detail: 'Give your password again.', status: 403 }),
};

/**
 * Acts as if the last sign-in were long ago: refuses the first such request until the password is
 * given again.
 */
async function askOnce(path: string): Promise<void> {
  let isRefused = false;
  await page.route(path, async (route) => {
    if (isRefused || route.request().method() === 'GET') return route.fallback();
    isRefused = true;
    return route.fulfill(REFUSAL);
  });
}

test('an action that needs a fresh sign-in asks for the password, continues when it is right, and is cancelled without it', async () => {
  const [account] = await api(page, 'GET', '/api/v2/accounts');
  await askOnce('**/invitations');
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByLabel('E-mail address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not your password.').waitFor();
  await dialog.getByLabel('Your password').fill(ADA.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('cell', { name: 'grace@example.com', exact: true }).waitFor();
  await stopRouting(page);

  await askOnce('**/invitations/*');
  await page.getByRole('button', { name: 'Withdraw the invitation to grace@example.com' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Give your password again.').waitFor();
  await stopRouting(page);
});

test('without a mail server the link of an invitation is copied on the page', async () => {
  await page.getByRole('button', { name: 'Make a link for grace@example.com' }).click();
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).textContent();
  former = /\/invitation#code=(\w+)$/.exec(link ?? '')![1]!;
  await page.keyboard.press('Escape');
});

test('after a reload a link that works is said, and only ended by a new one on purpose', async () => {
  const button = page.getByRole('button', { name: 'Make a link for grace@example.com' });
  const dialog = page.getByRole('dialog');
  const made = () => api(page, 'GET', `${new URL(page.url()).pathname.replace(/^/, '/api/v2')}/invitations`);
  const [before] = await made();
  await page.reload();
  await button.click();
  await dialog.getByText(/A link was made .* It works until .* A new link ends it/).waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [kept] = await made();
  assert.equal(kept.link_made_at, before.link_made_at);
  await button.click();
  await dialog.getByRole('button', { name: 'New link (the former ends)' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).textContent();
  assert.match(link ?? '', /\/invitation#code=\w+$/);
  await page.keyboard.press('Escape');
  // The new link is opened in the tab in which the former one ended.
  const visit = await openPerson(browser, rapport.base_url);
  await visit.page.goto(`/invitation#code=${former}`);
  await visit.page.getByText(/used already or has expired/).waitFor();
  await visit.page.goto(link!);
  await visit.page.getByLabel('Your name').waitFor();
  await visit.close();
});

test('an owner reads the audit log and the webhooks of the Account, and saves the log', async () => {
  const fields = { url: 'http://127.0.0.1:9/secret-path', events: ['client.*'] };
  await api(page, 'POST', '/api/v2/webhook-subscriptions', fields);
  await page.getByRole('link', { name: 'Open the audit log' }).click();
  await page.getByText('http://127.0.0.1:9', { exact: true }).waitFor();
  await page.getByText('A webhook subscription was created: http://127.0.0.1:9').waitFor();
  assert.equal(await page.getByText('secret-path').count(), 0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  assert.equal((await saved).suggestedFilename(), 'audit-log.csv');
});

test('an owner restores a deleted Account on the page, and chooses the default Account of scripts', async () => {
  const account = await api(page, 'POST', '/api/v2/accounts', { name: 'Short-lived' });
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByLabel('Type “Short-lived” to confirm').fill('Short-lived');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Restore Short-lived' }).click();
  await page.getByText('Short-lived is restored.').waitFor();
  await page.getByRole('button', { name: 'Make Short-lived the default Account' }).click();
  await page.getByText('Short-lived is your default Account.').waitFor();
});
