import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hold, type Receiver, startForAda, startReceiver, stopRouting, takeScreenshot } from './rapport.ts';

/** What asks for the oldest that did not arrive. */
const MISSED = /\/deliveries\?.*sort=created_at/;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sooner than the page asks for the health by itself. */
const SOON_MS = 10_000;

const { rapport, ada, stop } = await startForAda();
let receiver: Receiver;
let page: Page;

/** The page of a subscription to which nothing was sent yet. */
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

test('a delivery that waits for its next attempt is sent now when one asks for it', async () => {
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

test('the log shows only what failed for the reason that is chosen', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Refused' });
  const delivery = page.getByRole('button', { name: /inspect client.created/ });
  await delivery.waitFor();
  const reason = page.getByLabel('Why it failed');
  await reason.selectOption('No answer in time');
  await page.getByText('None is as you chose').waitFor();
  await reason.selectOption('Status not 2xx');
  await delivery.waitFor();
  await takeScreenshot(page, 'delivery-log-filtered');
});

test('the log shows only what was planned up to the time that is chosen', async () => {
  await call('/api/v2/clients', { name: 'Recent' });
  const delivery = page.getByRole('button', { name: /inspect client.created/ });
  await delivery.waitFor();
  const until = page.getByLabel('Up to this time');
  await until.fill('2020-02-03T04:05');
  await page.getByText('None is as you chose').waitFor();
  await page.reload();
  await page.getByText('None is as you chose').waitFor();
  assert.equal(await until.inputValue(), '2020-02-03T04:05');
  await until.fill('2099-02-03T04:05');
  await delivery.waitFor();
  await takeScreenshot(page, 'delivery-log-until');
});

test('the log says which event it shows before it is known which there are', async () => {
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/v2/event-types', async (route) => {
    await looked.promise;
    return route.continue();
  });
  await page.goto(`${new URL(page.url()).pathname}?event=client.deleted`);
  await page.getByText('None is as you chose').waitFor();
  const event = page.getByRole('combobox').filter({ hasText: 'Any event' });
  const shown = await event.inputValue();
  looked.resolve();
  assert.equal(shown, 'client.deleted');
  await event.getByRole('option', { name: 'client.created' }).waitFor({ state: 'attached' });
  assert.equal(await event.getByRole('option', { name: 'client.deleted' }).count(), 1);
  await stopRouting(page);
});

test('a delivery is shown that was made while the log was read for the first time', async () => {
  const log = await hold(page, /\/deliveries\?.*limit=25/, (route) => route.fetch());
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await log.asked;
  await call('/api/v2/clients', { name: 'Meanwhile' });
  await page.getByRole('button', { name: /inspect client.created/ }).waitFor();
  log.release();
  await stopRouting(page);
});

test('a log in which nothing is yet says so, also where the address names an Account', async () => {
  const accounts = await ada.context.request.get('/api/v2/accounts');
  const [{ uuid }] = ((await accounts.json()) as { data: [{ uuid: string }] }).data;
  await page.goto(`${new URL(page.url()).pathname}?account_uuid=${uuid}`);
  await page.getByText('Change something that this subscription asks for').waitFor();
});

test('the log tells the Client of each delivery', async () => {
  await call('/api/v2/clients', { name: 'Acme' });
  await call('/api/v2/clients', { name: 'Bolt' });
  await page.getByRole('row', { name: 'client.created Bolt' }).waitFor();
  await page.getByRole('button', { name: 'inspect client.created Acme' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Acme' }).waitFor();
});

test('a delivery leads to the Client that it is about', async () => {
  const { uuid } = await call('/api/v2/clients', { name: 'Told of' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Told of' }).click();
  await page.getByRole('heading', { level: 1, name: 'Told of' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/clients/${uuid}`);
});

test('a delivery about a Deal tells its title and leads to it', async () => {
  const client = await call('/api/v2/clients', { name: 'Buyer' });
  const deal = await call('/api/v2/deals', { title: 'Ten seats', client_uuid: client.uuid });
  await page.getByRole('button', { name: 'inspect deal.created Ten seats' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Deal Ten seats').waitFor();
  await dialog.getByRole('link', { name: 'Ten seats' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ten seats' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/deals/${deal.uuid}`);
});

test('an answer without a body is told from no answer', async () => {
  await call('/api/v2/clients', { name: 'Terse' });
  await page.getByRole('button', { name: /inspect client.created/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Answer 204').click();
  await drawer.getByText('The answer had no body.').waitFor();
});

test('an attempt that is due is not said to have been some time ago', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Due' });
  await page.getByText('Next attempt in').waitFor();
  await page.clock.fastForward('02:00:00');
  await page.getByText('Next attempt when it is its turn').waitFor();
});

test('what waited when a subscription was disabled was missed, also when others arrived after it', async () => {
  receiver.status = 500;
  await call('/api/v2/clients', { name: 'Early' });
  await page.getByText('Next attempt in').waitFor();
  receiver.status = 204;
  await call('/api/v2/clients', { name: 'Late' });
  await page.getByRole('row').getByText('Delivered').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('1 delivery was missed, ').waitFor();
  await page.getByRole('button', { name: 'Switch it on and recover' }).click();
  await page.getByRole('button', { name: 'Count first' }).click();
  await page.getByText('1 delivery would be sent again.').waitFor();
});

test('who recovers before it is known what was missed begins with the first of it', async () => {
  const created_at = new Date(Math.trunc(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS).toISOString();
  const pressed = Promise.withResolvers<void>();
  await page.route(MISSED, async (route) => {
    await pressed.promise;
    return route.fulfill({ json: { data: [{ created_at }], next_cursor: null } });
  });
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Switch it on and recover' }).click();
  await page.getByRole('button', { name: 'Switch it on and recover', disabled: true }).waitFor();
  pressed.resolve();
  const from = await page.getByRole('dialog').getByLabel('From').inputValue();
  assert.equal(new Date(from).toISOString(), created_at);
  await stopRouting(page);
});

test('what was missed can be recovered also when the page learns that it is enabled before its answer comes', async () => {
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
  await page.getByRole('button', { name: 'Switch it on and recover' }).click();
  await enabled.promise;
  await call('/api/v2/clients', { name: 'Tells of it' });
  await page.getByText('You disabled it.').waitFor({ state: 'detached' });
  learned.resolve();
  await page.getByRole('button', { name: 'Count first' }).waitFor();
  await stopRouting(page);
});

test('a subscription of which it cannot be read what was missed says so and stays disabled', async () => {
  await page.route(MISSED, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'The log failed.' } }),
  );
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('The log failed.').waitFor();
  const answer = await ada.context.request.get(subscriptionPath());
  assert.equal(((await answer.json()) as { data: { enabled: boolean } }).data.enabled, false);
  await stopRouting(page);
});

test('what is to be recovered begins where it did when the form was opened, also when the receiver is well again', async () => {
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

test('a form that begins a day ago does so from when it was opened', async () => {
  await page.getByRole('button', { name: 'Recover' }).click();
  const from = page.getByRole('dialog').getByLabel('From');
  const before = await from.inputValue();
  await page.clock.fastForward('02:00:00');
  await call('/api/v2/clients', { name: 'Meanwhile' });
  await page.getByText('Not called yet').waitFor({ state: 'detached' });
  assert.equal(await from.inputValue(), before);
});

test('a receiver that fails says when it is tried again, and so does what waits for it', async () => {
  receiver.status = 500;
  for (let n = 0; n < 6; n++) await call('/api/v2/clients', { name: `Client ${n}` });
  await page.getByText('It is tried again in').waitFor();
  await call('/api/v2/clients', { name: 'Later' });
  await page.getByText('Waits for the receiver, which is tried again in').first().waitFor();
  await takeScreenshot(page, 'receiver-fails');
  await page.clock.fastForward('02:00:00');
  await page.getByText('It is tried again with the next delivery.').waitFor();
});

test('the health of a receiver counts what the log shows', async () => {
  await call('/api/v2/clients', { name: 'Counted' });
  await page.getByRole('button', { name: /inspect client.created/ }).waitFor();
  await page.getByText('of 1 attempt succeeded').first().waitFor({ timeout: SOON_MS });
});

function subscriptionPath(): string {
  return `/api/v2/webhook-subscriptions/${new URL(page.url()).pathname.split('/').at(-1)}`;
}

/** What another program of the User does: the API, with the session of the browser. */
async function call(path: string, data: object): Promise<{ uuid: string }> {
  const headers = { origin: rapport.base_url };
  const answer = await ada.context.request.post(path, { headers, data });
  assert.ok(answer.ok(), await answer.text());
  return ((await answer.json()) as { data: { uuid: string } }).data;
}
