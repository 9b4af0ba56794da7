import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import {
  ADA,
  addLogin,
  linkInMail,
  openPerson,
  startForAda,
  startReceiver,
  stopRouting,
  takeScreenshot,
} from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const FOREIGN_ACCOUNT = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com', password: 'a ship in port is safe' };

const { rapport, browser, ada, stop } = await startForAda();
const receiver = await startReceiver();

after(async () => {
  receiver.close();
  await stop();
});

test('a link to a foreign Account still lets Users choose their own', async () => {
  const { page } = ada;
  await page.goto(`/clients?account_uuid=${FOREIGN_ACCOUNT}`);
  const account = page.getByLabel('Account', { exact: true }).first();
  // Waits until the User's own Accounts are known. Before that, a foreign Account looks like one of
  // them.
  await account.click();
  await page.getByRole('option', { name: ADA.account_name }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await account.inputValue(), '');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByText('No Clients yet').waitFor();
  assert.doesNotMatch(page.url(), /account_uuid/);
});

test('Back does not reopen the dialog of a delivery', async () => {
  const { page } = ada;
  const { uuid } = await call('POST', '/api/v2/webhook-subscriptions', {
    url: receiver.url,
    events: ['client.created'],
  });
  await page.goto('/settings/webhooks');
  await page.getByRole('link', { name: receiver.url }).click();
  await call('POST', '/api/v2/clients', { name: 'Heard of' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  await page.getByRole('dialog').getByText('Attempt 1').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(/\/settings\/webhooks$/);
  await page.goForward();
  await page.waitForURL(new RegExp(`/${uuid}$`));
});

test('Back from a new Account does not reopen its dialog', async () => {
  const { page } = ada;
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'New Account' }).click();
  await page.getByLabel('Name of the business').fill('Second Ltd');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Second Ltd is created.').waitFor();
  await page.goBack();
  await page.waitForURL(/\/developers/);
});

test('a token that would live too long is refused beside its last day', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is it for?').fill('For ever');
  await dialog.getByLabel('Expires').first().click();
  await page.getByRole('option', { name: 'On a day of your choice' }).click();
  await dialog.getByLabel('Last day').fill('2500-01-01');
  await dialog.getByRole('button', { name: 'New token' }).click();
  await dialog.getByText('at most 100 years').waitFor();
});

test('an incomplete or used link says so at once, and offers a way on', async () => {
  const { page } = ada;
  await page.goto('/reset-password');
  await page.getByText('A part of it is missing.').waitFor();
  await page.goto('/reset-password#code=used');
  await page.getByText('The link was used already').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
  await page.goto('/invitation');
  await page.getByText('A part of it is missing.').waitFor();
  await page.goto('/invitation#code=used');
  await page.getByText('If you have joined already').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Go to Rapport' }).click();
  await page.waitForURL(/\/clients/);
});

test('a viewer sees no action of owners, and can leave the Account', async () => {
  const account = (await callList('/api/v2/accounts')).find(({ name }) => name === ADA.account_name)!;
  const { name, email, password } = GRACE;
  await operator('users', 'create', '--email', email, '--name', name, '--password', password);
  await operator('logins', 'add', '--account', account.uuid, '--email', email, '--role', 'viewer');
  const grace = await openPerson(browser, rapport.base_url);
  const { page } = grace;
  await page.goto('/sign-in?return_to=/accounts');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // A screen reader reads the fault together with the focused field.
  await page.locator('input:focus[aria-describedby=fault]').waitFor();
  await page.locator('#fault', { hasText: 'the password is wrong' }).waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: ADA.account_name }).click();
  const leave = page.getByRole('button', { name: 'Leave' });
  await leave.waitFor();
  assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0);
  assert.equal(await page.getByText('Delete this Account').count(), 0);
  await page.getByRole('link', { name: 'Account Details' }).click();
  await page.locator('#content').getByRole('link', { name: ADA.account_name }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0);
  await takeScreenshot(page, 'viewer-account-details');
  await page.goBack();
  await leave.click();
  await page.getByText(`Leave ${ADA.account_name}?`).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You have no Account').waitFor();
  // Without an Account she can neither read nor import.
  for (const path of ['/settings/imports', '/clients?q=analytical', '/clients']) {
    await page.goto(path);
    await page.getByText('You have no Account').waitFor();
    assert.equal(await page.getByText('Your role').count(), 0, path);
  }
  await page.getByRole('link', { name: 'New Account' }).click();
  await page.getByRole('dialog').getByLabel('Name of the business').waitFor();
  await grace.close();
});

test('an arrow key takes the role of an owner from nobody', async () => {
  const { page } = ada;
  const account = await call('POST', '/api/v2/accounts', { name: 'Owners Ltd' });
  await addLogin(rapport, account.uuid, { email: GRACE.email, role: 'owner' });
  await page.goto(`/accounts/${account.uuid}`);
  const dialog = page.getByRole('dialog');
  const [own, other] = [page.getByLabel(`Role of ${ADA.name}`), page.getByLabel(`Role of ${GRACE.name}`)];
  await own.focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByText('Make yourself Admin?').waitFor();
  await takeScreenshot(page, 'own-role');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await own.inputValue(), 'owner');
  await other.focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByText(/^Take the ownership from /).waitFor();
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await page.getByText(/ is now Admin\.$/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await own.inputValue(), 'owner');
  // The role of a member who is no owner changes without a question.
  await other.selectOption('viewer');
  await page.getByText(/ is now Viewer\.$/).waitFor();
  assert.equal(await dialog.count(), 0);
});

test('the button to withdraw an invitation names it', async () => {
  const { page } = ada;
  const account = await call('POST', '/api/v2/accounts', { name: 'Guests Ltd' });
  for (const email of ['one@example.com', 'two@example.com'])
    await call('POST', `/api/v2/accounts/${account.uuid}/invitations`, { email, role: 'viewer' });
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByRole('button', { name: 'Withdraw the invitation to two@example.com' }).click();
  await page.getByRole('cell', { name: 'two@example.com', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'one@example.com', exact: true }).waitFor();
});

test('the audit log names the User and the thing of each entry', async () => {
  const { page } = ada;
  const account = (await callList('/api/v2/accounts')).find(({ name }) => name === ADA.account_name)!;
  const invitation = { email: 'carol@example.com', role: 'admin' };
  await call('POST', `/api/v2/accounts/${account.uuid}/invitations`, invitation);
  await page.goto('/settings/security');
  await page.getByText(`You invited somebody: carol@example.com, Admin (${ADA.account_name})`).waitFor();
  await page.getByText('in a browser from').first().waitFor();
  await page.getByLabel(/^Current password/).fill(ADA.password);
  await page.getByLabel(/^New password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('You changed your password').waitFor();
});

test('relative times are updated while they are shown', async () => {
  const page = await ada.context.newPage();
  await page.clock.install();
  await page.goto('/settings/security');
  await page.getByText('You changed your password').waitFor();
  assert.equal(await page.getByText('5 minutes ago').count(), 0);
  await page.clock.fastForward(5 * 60_000);
  await page.getByText('5 minutes ago').first().waitFor();
  await page.close();
});

test('a long name without spaces stays within the page of a phone', async () => {
  const name = 'W'.repeat(100);
  const account = (await callList('/api/v2/accounts'))[0]!;
  await call('PATCH', `/api/v2/accounts/${account.uuid}`, { name });
  await call('POST', '/api/v2/personal-access-tokens', { name, expires_at: null });
  const url = `${receiver.url}/services/${name}`;
  const { uuid } = await call('POST', '/api/v2/webhook-subscriptions', { url, events: ['*'] });
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 800 });
  const pages = {
    [`/accounts/${account.uuid}`]: 'Invitations',
    '/accounts': 'Your role:',
    '/settings/account-details': 'Rotate',
    '/settings/webhooks': 'Enabled',
    [`/settings/webhooks/${uuid}`]: 'Enabled',
    '/settings/security': 'Audit log',
  };
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 390, path);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a page whose script cannot be fetched while Rapport is away says so, in our frame', async () => {
  const { page } = ada;
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Open the reference' }).waitFor();
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Connected apps' }).click();
  await page.getByText('Rapport does not answer.').first().waitFor();
  await page.getByRole('link', { name: 'Connected apps' }).waitFor();
  await stopRouting(page);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('No connected apps').waitFor();
});

test('an invitation is looked up once, so the page still says "joined" when the window gets the focus again', async () => {
  const { name, email, password } = { ...GRACE, email: 'g.hopper@example.com' };
  await operator('users', 'create', '--email', email, '--name', name, '--password', password);
  const account = await call('POST', '/api/v2/accounts', { name: 'W'.repeat(100) });
  await call('POST', `/api/v2/accounts/${account.uuid}/invitations`, { email, role: 'viewer' });
  const grace = await openPerson(browser, rapport.base_url, { viewport: { width: 390, height: 800 } });
  const { page } = grace;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto(await linkInMail(rapport, email, '/invitation'));
  // Only who signs in as this User joins. The link comes back after that.
  await page.getByText('Ask the operator of this Rapport to hand it over to you.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Join' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await takeScreenshot(page, 'invitation-long-name');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You have joined').waitFor();
  await page.clock.fastForward(60_000);
  await page.evaluate(
    `document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); fetch('/healthz')`,
  );
  // Once before the sign-in, and once after it.
  assert.deepEqual(asked.filter((path) => path === '/web/invitations/look-up').length, 2);
  await page.getByText('You have joined').waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await takeScreenshot(page, 'invitation-joined');
  await grace.close();
});

test('a member is not invited again, and an earlier invitation says so and offers a way on', async () => {
  const { email } = { ...GRACE, email: 'g.hopper@example.com' };
  const account = await call('POST', '/api/v2/accounts', { name: 'Twice Ltd' });
  await call('POST', `/api/v2/accounts/${account.uuid}/invitations`, { email, role: 'viewer' });
  await addLogin(rapport, account.uuid, { email, role: 'viewer' });
  await ada.page.goto(`/accounts/${account.uuid}`);
  await ada.page.getByLabel('E-mail address').fill(email);
  await ada.page.getByRole('button', { name: 'Invite' }).click();
  await ada.page.getByText('Change its role instead.').waitFor();
  await takeScreenshot(ada.page, 'invite-member');
  const grace = await openPerson(browser, rapport.base_url);
  await grace.page.goto(await linkInMail(rapport, email, '/invitation'));
  await grace.page.getByRole('link', { name: 'Sign in' }).click();
  await grace.page.getByLabel('Password').fill(GRACE.password);
  await grace.page.keyboard.press('Enter');
  await grace.page.getByRole('button', { name: 'Join' }).click();
  await grace.page.getByText('You are a member of Twice Ltd already.').waitFor();
  await takeScreenshot(grace.page, 'invitation-of-member');
  await grace.page.getByRole('link', { name: 'Go to Rapport' }).click();
  await grace.page.waitForURL('**/clients');
  await grace.close();
});

test('a User who is added sees it on the page Accounts, and works there after joining', async () => {
  const email = 'g.hopper@example.com';
  const [kept, left] = [
    await call('POST', '/api/v2/accounts', { name: 'Compilers Ltd' }),
    await call('POST', '/api/v2/accounts', { name: 'Pushy Ltd' }),
  ];
  for (const { uuid } of [kept, left])
    await call('POST', `/api/v2/accounts/${uuid}/logins`, { email, role: 'member', address_confirmed: true });
  await ada.page.goto(`/accounts/${kept.uuid}`);
  await ada.page.getByText('Is a User already, and accepts or declines').waitFor();
  await ada.page.getByText('Address not proven').first().waitFor();
  await takeScreenshot(ada.page, 'members-unproven');
  const grace = await openPerson(browser, rapport.base_url, { viewport: { width: 390, height: 800 } });
  const { page } = grace;
  await page.goto('/sign-in?return_to=/accounts');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(GRACE.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are asked to join' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Compilers Ltd' }).count(), 0);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await takeScreenshot(page, 'pending-logins');
  await page.getByRole('button', { name: 'Decline to join Pushy Ltd' }).click();
  await page.getByText('You do not join Pushy Ltd.').waitFor();
  await page.getByRole('button', { name: 'Join Compilers Ltd', exact: true }).click();
  await page.getByRole('link', { name: 'Compilers Ltd' }).waitFor();
  await page.getByRole('heading', { name: 'You are asked to join' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('link', { name: 'Pushy Ltd' }).count(), 0);
  await grace.close();
});

type Found = { uuid: string; name: string };

/** Calls the API like another program of the User, with the session of the browser. */
async function call(method: string, path: string, body?: object): Promise<Found> {
  const options = { method, headers: { origin: rapport.base_url }, ...(body && { data: body }) };
  const answer = await ada.context.request.fetch(path, options);
  assert.ok(answer.ok(), await answer.text());
  return ((await answer.json()) as { data: Found }).data;
}

async function callList(path: string): Promise<Found[]> {
  const answer = await ada.context.request.get(path);
  return ((await answer.json()) as { data: Found[] }).data;
}

async function operator(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...rapport.env },
  });
}
