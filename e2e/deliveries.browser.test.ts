import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hold, type Receiver, startForAda, startReceiver, stopRouting, takeScreenshot } from './rapport.ts';

/** The request for the oldest failed delivery. */
const MISSED = /\/deliveries\?.*sort=created_at/;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Earlier than the page's own interval for the health. */
const SOON_MS = 10_000;

const { rapport, ada, stop } = await startForAda();
let receiver: Receiver;
let page: Page;

/** Opens the page of a subscription without deliveries. */
beforeEach(async () => {
  receiver = await startReceiver();
  const { uuid } = await call('/api/v2/webhook-subscriptions', {
    url: receiver.url,
    events: ['client.created', 'deal.created'],
  });
  page = await ada.context.newPage();
  await page.clock.install();
  await page.goto(`/settings/webhooks/${uuid}`);
  await page.getByText('Live', { exact: true }).waitFor();
});
afterEach(async () => {
  await page.close();
  receiver.close();
});
after(stop);

test('a waiting delivery is sent at once on request', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Patient' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Waiting').waitFor();
  await drawer.getByText('Client Patient').waitFor();
  await takeScreenshot(page, 'delivery-waits');
  receiver.status = 204;
  await drawer.getByRole('button', { name: 'Send now' }).click();
  await drawer.getByText('Delivered').waitFor();
  await drawer.getByText('Attempt 2').waitFor();
  await drawer.getByRole('button', { name: 'Send again' }).waitFor();
  await takeScreenshot(page, 'delivery-sent-now');
});

test('the log is filtered by the reason of a failure', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Refused' });
  const delivery = page.getByRole('button', { name: /inspect client.created/ });
  await delivery.waitFor();
  const reason = page.getByLabel('Why it failed');
  await reason.selectOption('No answer in time');
  await page.getByText('No delivery matches these filters').waitFor();
  await reason.selectOption('Status not 2xx');
  await delivery.waitFor();
  await takeScreenshot(page, 'delivery-log-filtered');
});

test('the log is filtered by the planned time', async () => {
  await call('/api/v2/clients', { name: 'Recent' });
  const delivery = page.getByRole('button', { name: /inspect client.created/ });
  await delivery.waitFor();
  const until = page.getByLabel('Up to this time');
  await until.fill('2020-02-03T04:05');
  await page.getByText('No delivery matches these filters').waitFor();
  await page.reload();
  await page.getByText('No delivery matches these filters').waitFor();
  assert.equal(await until.inputValue(), '2020-02-03T04:05');
  await until.fill('2099-02-03T04:05');
  await delivery.waitFor();
  await takeScreenshot(page, 'delivery-log-until');
});

test('the log names the filtered event before the list of events is read', async () => {
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/v2/event-types', async (route) => {
    await looked.promise;
    return route.continue();
  });
  await page.goto(`${new URL(page.url()).pathname}?event=client.deleted`);
  await page.getByText('No delivery matches these filters').waitFor();
  const event = page.getByRole('combobox').filter({ hasText: 'Any event' });
  const shown = await event.inputValue();
  looked.resolve();
  assert.equal(shown, 'client.deleted');
  await event.getByRole('option', { name: 'client.created' }).waitFor({ state: 'attached' });
  assert.equal(await event.getByRole('option', { name: 'client.deleted' }).count(), 1);
  await stopRouting(page);
});

test('the log shows a delivery that was made during its first read', async () => {
  const log = await hold(page, /\/deliveries\?.*limit=25/, (route) => route.fetch());
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await log.asked;
  await call('/api/v2/clients', { name: 'Meanwhile' });
  await page.getByRole('button', { name: /inspect client.created/ }).waitFor();
  log.release();
  await stopRouting(page);
});

test('an empty log says so, also when the address names an Account', async () => {
  const accounts = await ada.context.request.get('/api/v2/accounts');
  const [{ uuid }] = ((await accounts.json()) as { data: [{ uuid: string }] }).data;
  await page.goto(`${new URL(page.url()).pathname}?account_uuid=${uuid}`);
  await page.getByText('Change a record that this subscription is about').waitFor();
});

test('the log names the Client of each delivery', async () => {
  await call('/api/v2/clients', { name: 'Acme' });
  await call('/api/v2/clients', { name: 'Bolt' });
  await page.getByRole('row', { name: 'client.created Bolt' }).waitFor();
  await page.getByRole('button', { name: 'inspect client.created Acme' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Acme' }).waitFor();
});

test('a delivery links to its Client', async () => {
  const { uuid } = await call('/api/v2/clients', { name: 'Told of' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Told of' }).click();
  await page.getByRole('heading', { level: 1, name: 'Told of' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/clients/${uuid}`);
});

test('a delivery about a Deal shows its title and links to it', async () => {
  const client = await call('/api/v2/clients', { name: 'Buyer' });
  const deal = await call('/api/v2/deals', { title: 'Ten seats', client_uuid: client.uuid });
  await page.getByRole('button', { name: 'inspect deal.created Ten seats' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Deal Ten seats').waitFor();
  await dialog.getByRole('link', { name: 'Ten seats' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ten seats' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/deals/${deal.uuid}`);
});

test('an answer without a body differs from no answer', async () => {
  await call('/api/v2/clients', { name: 'Terse' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Answer 204').click();
  await drawer.getByText('The answer had no body.').waitFor();
});

test('an attempt that is due is not shown as past', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Due' });
  await page.getByText('Next attempt in').waitFor();
  await page.clock.fastForward('02:00:00');
  await page.getByText('Next attempt is due').waitFor();
});

test('deliveries that waited when a subscription was disabled count as missed, even when later ones arrived', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Early' });
  await page.getByText('Next attempt in').waitFor();
  receiver.status = 204;
  await call('/api/v2/clients', { name: 'Late' });
  await page.getByRole('row').getByText('Delivered').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('1 delivery was missed, ').waitFor();
  await page.getByRole('button', { name: 'Enable and recover' }).click();
  await page.getByRole('button', { name: 'Count first' }).click();
  await page.getByText('1 delivery would be sent again.').waitFor();
});

test('a recovery that starts before the page knows the missed events begins with the first of them', async () => {
  const created_at = new Date(Math.trunc(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS).toISOString();
  const pressed = Promise.withResolvers<void>();
  await page.route(MISSED, async (route) => {
    await pressed.promise;
    return route.fulfill({ json: { data: [{ created_at }], next_cursor: null } });
  });
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable and recover' }).click();
  await page.getByRole('button', { name: 'Enable and recover', disabled: true }).waitFor();
  pressed.resolve();
  const from = await page.getByRole('dialog').getByLabel('From').inputValue();
  assert.equal(new Date(from).toISOString(), created_at);
  await stopRouting(page);
});

test('missed events can be recovered even if the page learns that the subscription is enabled before its answer comes', async () => {
  const enabled = Promise.withResolvers<void>();
  const learned = Promise.withResolvers<void>();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('You disabled it.').waitFor();
  await page.route(/\/webhook-subscriptions\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const response = await route.fetch();
    enabled.resolve();
    await learned.promise;
    return route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Enable and recover' }).click();
  await enabled.promise;
  await call('/api/v2/clients', { name: 'Tells of it' });
  await page.getByText('You disabled it.').waitFor({ state: 'detached' });
  learned.resolve();
  await page.getByRole('button', { name: 'Count first' }).waitFor();
  await stopRouting(page);
});

test('a subscription stays disabled and says so when its missed events cannot be read', async () => {
  await page.route(MISSED, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'The log failed.' } }),
  );
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('The log failed.').waitFor();
  const answer = await ada.context.request.get(subscriptionPath());
  assert.equal(((await answer.json()) as { data: { enabled: boolean } }).data.enabled, false);
  await stopRouting(page);
});

test('the range of a recovery keeps its beginning while the form is open, even if the receiver recovers', async () => {
  receiver.status = 500;
  for (let n = 0; n < 6; n++) await call('/api/v2/clients', { name: `Client ${n}` });
  await page.getByText('Failing since').waitFor();
  await page.getByRole('button', { name: 'Recover' }).click();
  const from = page.getByRole('dialog').getByLabel('From');
  const before = await from.inputValue();
  receiver.status = 204;
  await call(`${subscriptionPath()}/test`, {});
  await page.getByText('Failing since').waitFor({ state: 'detached' });
  assert.equal(await from.inputValue(), before);
});

test('a range of one day counts from the time when the form was opened', async () => {
  await page.getByRole('button', { name: 'Recover' }).click();
  const from = page.getByRole('dialog').getByLabel('From');
  const before = await from.inputValue();
  await page.clock.fastForward('02:00:00');
  await call('/api/v2/clients', { name: 'Meanwhile' });
  await page.getByText('Not called yet').waitFor({ state: 'detached' });
  assert.equal(await from.inputValue(), before);
});

test('a failing receiver and its waiting deliveries show the time of the next attempt', async () => {
  receiver.status = 500;
  for (let n = 0; n < 6; n++) await call('/api/v2/clients', { name: `Client ${n}` });
  await page.getByText('It is tried again in').waitFor();
  await call('/api/v2/clients', { name: 'Later' });
  await page.getByText('Waits for the receiver, which is tried again in').first().waitFor();
  await takeScreenshot(page, 'receiver-fails');
  await page.clock.fastForward('02:00:00');
  await page.getByText('It is tried again with the next delivery.').waitFor();
});

test('the health of a receiver agrees with the log', async () => {
  await call('/api/v2/clients', { name: 'Counted' });
  await page.getByRole('button', { name: /inspect client.created/ }).waitFor();
  await page.getByText('of 1 attempt succeeded').first().waitFor({ timeout: SOON_MS });
});

function subscriptionPath(): string {
  return `/api/v2/webhook-subscriptions/${new URL(page.url()).pathname.split('/').at(-1)}`;
}

/** Calls the API like another program of the User, with the session of the browser. */
async function call(path: string, data: object): Promise<{ uuid: string }> {
  const headers = { origin: rapport.base_url };
  const answer = await ada.context.request.post(path, { headers, data });
  assert.ok(answer.ok(), await answer.text());
  return ((await answer.json()) as { data: { uuid: string } }).data;
}
