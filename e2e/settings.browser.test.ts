import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { ADA, startForAda, startReceiver, stopRouting, takeScreenshot } from './rapport.ts';

const SUBSCRIPTIONS = '/api/v2/webhook-subscriptions';

const { rapport, ada, stop } = await startForAda();
const receiver = await startReceiver();

beforeEach(() => {
  receiver.status = 204;
});
after(async () => {
  receiver.close();
  await stop();
});

test('a failed sign-out does not look like a sign-out', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.route('**/browser-sessions/current', (route) => route.abort());
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You may still be signed in').waitFor();
  await stopRouting(page);
  assert.match(page.url(), /\/clients$/);
});

test('an edit keeps the changes of others to untouched fields, and a closed edit is discarded', async () => {
  const { page } = ada;
  const { uuid } = await subscribe(['client.created']);
  await page.goto(`/settings/webhooks/${uuid}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Note').fill('Never saved');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit' }).click();
  assert.equal(await dialog.getByLabel('Note').inputValue(), '');
  await dialog.getByLabel('Note').fill('Saved');
  await call('PATCH', `${SUBSCRIPTIONS}/${uuid}`, { events: ['client.deleted'] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The subscription is saved.').waitFor();
  const { events, description } = await call('GET', `${SUBSCRIPTIONS}/${uuid}`);
  assert.deepEqual([events, description], [['client.deleted'], 'Saved']);
});

test('an untouched form shows later changes', async () => {
  const { page } = ada;
  const { uuid } = (await call('GET', '/api/v2/accounts'))[0]!;
  await page.goto(`/accounts/${uuid}`);
  const name = page.getByLabel('Name of the business');
  await name.waitFor();
  await call('PATCH', `/api/v2/accounts/${uuid}`, { name: 'Renamed elsewhere' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' }).waitFor();
  assert.equal(await name.inputValue(), 'Renamed elsewhere');
});

test('the state of a subscription follows the answers of its receiver', async () => {
  const { page } = ada;
  const { uuid } = await subscribe(['client.created']);
  await page.goto(`/settings/webhooks/${uuid}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('Not called yet').waitFor();
  receiver.status = 410;
  await call('POST', '/api/v2/clients', { name: 'Heard of' });
  await page.getByText('The receiver answered 410 Gone').waitFor();
});

test('the state of a subscription is fully visible beside a long address and a long note', async () => {
  const { page } = ada;
  const url = `${receiver.url}/${'a-long-path/'.repeat(20)}`;
  const note = 'What this is for, in many words. '.repeat(12);
  const { uuid } = await subscribe(['client.created']);
  const headers = { origin: new URL(page.url()).origin };
  const data = { url, description: note };
  const changed = await ada.context.request.patch(`${SUBSCRIPTIONS}/${uuid}`, { headers, data });
  assert.ok(changed.ok(), await changed.text());
  await page.goto('/settings/webhooks');
  const row = page.getByRole('row').filter({ hasText: url });
  const cut = await row
    .locator('.mantine-Badge-label')
    .evaluate((label) => label.scrollWidth > label.clientWidth);
  await takeScreenshot(page, 'subscriptions-long');
  assert.equal(cut, false);
});

test('a subscription can be created only after the list of events is read', async () => {
  const { page } = ada;
  await page.route('**/api/v2/event-types', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'The catalogue failed.' } }),
  );
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The catalogue failed.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).count(), 0);
  await stopRouting(page);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel(/^Events/).click();
  await page.getByRole('option', { name: /^client\.created/ }).waitFor();
});

test('lasting error messages leave room for later ones', async () => {
  const { page } = ada;
  const { uuid } = await subscribe(['client.created']);
  await page.goto(`/settings/webhooks/${uuid}`);
  const disable = page.getByRole('button', { name: 'Disable', exact: true });
  await disable.waitFor();
  await page.route(`**${SUBSCRIPTIONS}/${uuid}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  for (let failures = 1; failures <= 6; failures++) {
    const answered = page.waitForEvent('requestfailed');
    await disable.click();
    await answered;
  }
  await stopRouting(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Changed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The subscription is saved.').waitFor();
});

test('the verdict on a signature claims no proof without a comparison, and disappears at the first change', async () => {
  const { page } = ada;
  await page.goto('/developers/verify');
  const body = page.getByLabel('Body, exactly as it arrived');
  await body.fill('{}');
  await page.getByLabel('X-Signature').fill('a'.repeat(64));
  await page.getByLabel(/^Signing secret/).fill('short');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The signature cannot be checked.').waitFor();
  assert.equal(await page.getByText('Proven').count(), 0);
  await body.fill('{ }');
  await page.getByText('The signature cannot be checked.').waitFor({ state: 'detached' });
});

test('without a mail server the pages say where the link is', async () => {
  const { page } = ada;
  await page.goto('/forgot-password');
  await page.getByText('This Rapport sends no mails').waitFor();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('Ask for it').waitFor();
  await page.goto('/settings/account-details');
  await page.getByText('This Rapport sends no mails').waitFor();
});

test('a User corrects their name in place, and others see it', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  const input = page.getByLabel('Your name');
  assert.equal(await input.inputValue(), ADA.name);
  assert.equal(await page.getByRole('button', { name: 'Change the name' }).isDisabled(), true);
  await input.fill('   ');
  await page.getByText('This must not be blank.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Change the name' }).isDisabled(), true);
  await input.fill('Ada King');
  await page.getByRole('button', { name: 'Change the name' }).click();
  await page.getByText('Your name is changed.').waitFor();
  await takeScreenshot(page, 'own-name');
  await page.goto('/settings/security');
  await page.getByText('You changed your name: “Ada King”').waitFor();
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByText(`Ada King · ${ADA.email}`).waitFor();
  await page.keyboard.press('Escape');
  const [account] = await call('GET', '/api/v2/accounts');
  await page.goto(`/accounts/${account.uuid}`);
  await page.getByText('Ada King (you)').waitFor();
});

type Subscription = { uuid: string; events: string[]; description: string | null };

function subscribe(events: string[]): Promise<Subscription> {
  return call('POST', SUBSCRIPTIONS, { url: receiver.url, events });
}

/** Calls the API like another program of the User, with the session of the browser. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(method: string, path: string, body?: object): Promise<any> {
  const options = { method, headers: { origin: rapport.base_url }, ...(body && { data: body }) };
  const answer = await ada.context.request.fetch(path, options);
  assert.ok(answer.ok(), await answer.text());
  return ((await answer.json()) as { data: unknown }).data;
}
