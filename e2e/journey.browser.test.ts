import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { until } from '../server/src/testing/until.ts';
import {
  ADA,
  endSessionAtNextChange,
  linkInMail,
  openPerson,
  type Person,
  type Rapport,
  type Receiver,
  startRapport,
  startReceiver,
} from './rapport.ts';

const COMPANIES = join(import.meta.dirname, '../examples/data/companies.csv');

let rapport: Rapport;
let browser: Browser;
let ada: Person;
let receiver: Receiver;
let token = '';

before(async () => {
  rapport = await startRapport({ RAPPORT_WEBHOOK_SCHEDULE: '0s' });
  browser = await startChromium();
  ada = await openPerson(browser, rapport.base_url, { reducedMotion: 'no-preference' });
  receiver = await startReceiver();
});
after(async () => {
  receiver.close();
  await browser.close();
  await rapport.stop();
});

test('a new installation leads to the sign-up, which makes the first User and closes', async () => {
  const { page } = ada;
  await page.goto('/');
  await page.waitForURL('**/first-run');
  await page.getByLabel('Your name').fill(ADA.name);
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel(/^Password/).fill('short');
  await page.getByText('At least 10 characters.', { exact: true }).waitFor();
  await page.getByLabel(/^Password/).fill(ADA.password);
  await page.getByLabel('Name of your business').fill(ADA.account_name);
  await page.getByRole('button', { name: 'Create your account' }).click();
  await page.getByText('No Clients yet').waitFor();

  const stranger = await openPerson(browser, rapport.base_url);
  await stranger.page.goto('/first-run');
  await stranger.page.getByText('Rapport is set up already').waitFor();
  await stranger.close();
});

test('the 503 companies are imported with the columns recognised, and then found by typing', async () => {
  const { page } = ada;
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await page.locator('input[type=file]').setInputFiles(COMPANIES);
  assert.equal(await page.getByLabel('Security: becomes').inputValue(), 'name');
  assert.equal(await page.getByLabel('Symbol: becomes').inputValue(), 'external_id');
  await page.getByRole('button', { name: 'Import 503 rows' }).first().click();
  await page.getByText('503 created.').waitFor();
  await page.getByRole('link', { name: 'See the Clients' }).click();
  await page.getByText('503 Clients').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('zoetis');
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.waitForURL(/q=zoetis/);
});

test('the keyboard alone opens a row, and Back keeps the search', async () => {
  const { page } = ada;
  await page.keyboard.press('Tab');
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  await page.goBack();
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or jump to').last().fill('3M');
  await page
    .getByRole('option', { name: /^3M/ })
    .or(page.locator('.mantine-Spotlight-action', { hasText: '3M' }))
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: '3M' }).waitFor();
});

test('a field is edited in place, and a conflicting change of somebody else is shown', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  await page.getByRole('textbox', { name: 'Industry' }).fill('Tape');
  // Somebody else changes the field first, in another window.
  const other = await ada.context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: /^Edit Industry/ }).click();
  await other.getByRole('textbox', { name: 'Industry' }).fill('Paper');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Edit Industry: Paper' }).waitFor();
  await other.close();
  await page.keyboard.press('Enter');
  await page.getByText('Somebody changed this meanwhile').waitFor();
  await page.getByText('Paper').first().waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('button', { name: 'Edit Industry: Tape' }).waitFor();
  await page.locator('.timeline').getByText('Tape').waitFor();
  // The console may report only the refused change.
  const expected = ada.faults.splice(0).filter((fault) => !fault.includes('412'));
  assert.deepEqual(expected, []);
});

test('Clients deleted in bulk come back with Undo', async () => {
  const { page } = ada;
  await page.goto('/clients?q=american');
  await page.getByLabel('Select all that are loaded').check();
  const count = await page.locator('tbody input[type=checkbox]').count();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(`${count} Clients deleted.`).waitFor();
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${count} records are as before.`).waitFor();
  await page.getByText(`${count} Clients`, { exact: true }).waitFor();
});

test('a token is made under Settings, Account Details, Personal Access Tokens, and works outside', async () => {
  const { page } = ada;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Personal Access Tokens' }).waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('What is it for?').fill('Warehouse sync');
  await page.getByRole('combobox', { name: 'What may it do?' }).click();
  await page.getByRole('option', { name: 'Everything that I can' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  token = (await page.getByLabel('Token', { exact: true }).textContent()) ?? '';
  assert.match(token, /^rpt_pat_/);
  assert.match((await page.getByLabel('Command').textContent()) ?? '', /^curl .*\/api\/v1\/logins$/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const answer = await fetch(`${rapport.base_url}/api/v1/logins`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200);
  assert.ok(answer.headers.get('x-token-expires-at'));
  await page.getByText('Warehouse sync').waitFor();
});

test('P9: Account Details warns of a token in its last 14 days, and of no other', async () => {
  const { page } = ada;
  const make = (name: string, days: number) =>
    page.evaluate(
      async ([name, expires_at]) => {
        const body = JSON.stringify({ name, expires_at });
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/v2/personal-access-tokens', { method: 'POST', headers, body })).status;
      },
      [name, new Date(Date.now() + days * 86_400_000).toISOString()],
    );
  assert.deepEqual([await make('Old robot', 13), await make('New robot', 15)], [201, 201]);
  await page.reload();
  await page.getByText(/“Old robot” expires/).waitFor();
  await page.getByText('New robot').waitFor();
  assert.equal(await page.getByText(/“New robot” expires/).count(), 0);
});

test('a subscription shows the failure of its receiver, and missed events are recovered afterwards', async () => {
  const { page } = ada;
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the receiver').fill('http://intranet.example.com');
  await dialog.getByText('It must begin with https://').waitFor();
  await dialog.getByLabel('Address of the receiver').fill(receiver.url);
  await dialog.getByLabel(/^Events/).click();
  await page.getByRole('option', { name: /^client\.\*/ }).click();
  await page.keyboard.press('Escape');
  await dialog.getByText('Sample of the body').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Delivery log' }).waitFor();

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^Answered 204/).waitFor();
  assert.equal(receiver.received.length, 1);
  await page.getByText('Live', { exact: true }).waitFor();

  receiver.status = 500;
  await change('Before');
  await page.getByText('Answered 500, which is not 2xx').waitFor();
  await page.getByRole('button', { name: /inspect client.updated/ }).click();
  await page.getByText('Attempt 1').waitFor();
  await page.getByRole('dialog').getByText('Request body').click();
  await page.getByRole('dialog').getByLabel('Request body').getByText('"changed_fields"').waitFor();
  // A header with a long signature scrolls within its box.
  await page.getByRole('dialog').getByText('Request headers').first().click();
  const headers = await page.getByRole('dialog').getByText('x-signature: ').boundingBox();
  assert.ok(headers!.x + headers!.width <= 1280, 'the headers are wider than the window');
  await page.keyboard.press('Escape');
  await page.getByRole('row').getByText('Failed').waitFor();

  receiver.status = 204;
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('You disabled it.').waitFor();
  await page.getByText('1 delivery was missed, ').waitFor();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByRole('button', { name: 'Count first' }).waitFor();
  await page.getByRole('button', { name: 'Count first' }).click();
  await page.getByText('1 delivery would be sent again.').waitFor();
  await page.getByRole('button', { name: 'Send them again' }).click();
  await page.getByText('Done: all of them').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row').getByText('Delivered').first().waitFor();
  assert.equal(JSON.parse(receiver.received.at(-1)!.body).event, 'client.updated');
});

test('the charts of a receiver name the time range that they cover', async () => {
  const { page } = ada;
  const { data } = JSON.parse(ada.answers.findLast((answer) => answer.includes('last_24_hours'))!);
  // The browser of the test uses the language and the time zone of this process.
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
  const said = (steps: { since: string }[], every: number, format: Intl.DateTimeFormat) => [
    ...steps.filter((_, index) => index % every === 0).map(({ since }) => format.format(new Date(since))),
    'now',
  ];
  const hours = said(data.last_24_hours.steps, 8, hour);
  const days = said(data.last_30_days.steps, 10, day);
  assert.deepEqual([hours.length, days.length], [4, 4]);
  const axes = await page.locator('.time-axis').all();
  const shown = await Promise.all(axes.map((axis) => axis.locator('span').allTextContents()));
  assert.deepEqual(shown, [hours, hours, days, days]);
});

test('a received delivery is verified in the browser, with the secret that only the API gives', async () => {
  const { page } = ada;
  const answer = await fetch(`${rapport.base_url}/api/v2/webhook-subscriptions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { signing_secret: string }[] };
  const delivery = receiver.received.at(-1)!;
  await page.goto('/developers/verify');
  await page.getByLabel('Body, exactly as it arrived').fill(delivery.body);
  await page.getByLabel('X-Signature').fill(String(delivery.headers['x-signature']));
  await page.getByLabel(/^Signing secret/).fill(data[0]!.signing_secret);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The signature is genuine.').first().waitFor();
  await page.getByLabel('Body, exactly as it arrived').fill(`${delivery.body}\n`);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Proven: undoing it makes the signature match.').waitFor();
  assert.ok(
    ada.answers.every((body) => !body.includes(data[0]!.signing_secret)),
    'the browser got a secret',
  );
});

test('the reference sends requests with the session and the same-origin proof, and shows no secret', async () => {
  const reference = await openPerson(browser, rapport.base_url, {
    storageState: await ada.context.storageState(),
  });
  const { page } = reference;
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Open the reference' }).click();
  await tryOut('Me', 'Retrieve the calling User and token', { status: '200', shows: ADA.email });
  await tryOut(
    'Clients',
    'Create a client',
    { status: '201', shows: 'Made in the reference' },
    async (body) => {
      await body.fill(JSON.stringify({ name: 'Made in the reference' }));
    },
  );
  await tryOut('Webhook subscriptions', 'List your webhook subscriptions', {
    status: '200',
    shows: receiver.url,
  });
  // The test reads bodies in parallel, so the page may be ready first.
  await until('the answer to be read', async () =>
    reference.answers.some((body) => body.includes(receiver.url)),
  );
  // Only answers count, because the API description names the field with an example.
  const shown = reference.answers.filter((body) => body.startsWith('{"data"'));
  assert.ok(shown.every((body) => !body.includes('signing_secret')));
  assert.deepEqual(reference.faults, []);
  await reference.close();

  async function tryOut(
    tag: string,
    summary: string,
    expected: { status: string; shows: string },
    fill?: (body: Locator) => Promise<void>,
  ) {
    await page.goto('/docs');
    await page.getByRole('heading', { name: tag, exact: true }).click();
    await page.getByRole('link', { name: summary, exact: true }).click();
    const request = page.locator('form.try');
    await fill?.(request.locator('textarea'));
    await request.getByRole('button', { name: 'Send' }).click();
    await request.locator('b', { hasText: expected.status }).waitFor();
    await request.getByText(expected.shows).first().waitFor();
  }
});

test('somebody is invited by a mail in the data folder, and joins', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('link', { name: ADA.account_name }).click();
  await page.getByLabel('E-mail address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('grace@example.com is invited. No mail is sent').waitFor();
  const link = await linkInMail(rapport, 'grace@example.com', '/invitation');

  const grace = await openPerson(browser, rapport.base_url);
  await grace.page.goto(link);
  await grace.page.getByLabel('Your name').fill('Grace Hopper');
  await grace.page.getByLabel(/^Password/).fill('a ship in port is safe');
  await grace.page.getByRole('button', { name: 'Join' }).click();
  await grace.page.getByText('504 Clients').waitFor();
  assert.deepEqual(grace.faults, []);
  await grace.close();
});

test('a session that ends while a page is open asks for the password there, then completes the request', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Typed before the session ended');
  await endSessionAtNextChange(ada);
  await page.getByRole('dialog').getByRole('button', { name: 'New Client' }).click();
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel(/^Password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Typed before the session ended' }).waitFor();
  const expected = ada.faults.splice(0).filter((fault) => !fault.includes('401'));
  assert.deepEqual(expected, []);
});

test('a forgotten password is reset by the mailed link, and signing in and out works', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('If there is a User with this address').waitFor();
  await page.goto(await linkInMail(rapport, ADA.email, '/reset-password'));
  await page.getByLabel(/^New password/).fill('another long password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password is set').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('Password').fill('another long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('505 Clients').waitFor();
  assert.deepEqual(ada.faults, []);
});

/** Changes a Client from outside the browser, with the token. */
async function change(name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const found = await fetch(`${rapport.base_url}/api/v2/clients?q=zoetis`, { headers });
  const { data } = (await found.json()) as { data: { uuid: string }[] };
  const body = JSON.stringify({ description: name });
  await fetch(`${rapport.base_url}/api/v2/clients/${data[0]!.uuid}`, { method: 'PATCH', headers, body });
}
