import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifySync } from '@rapport/webhooks';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { operator } from '../access/caller.ts';
import { setDisabled } from '../oauth/applications/actions.ts';
import { addApplication, callWith, connect, signedIn } from '../testing/oauth-flow.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { subscribe } from '../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../testing/test-receiver.ts';
import { until } from '../testing/until.ts';

// Follows a change from the API to the receiver and back into the log, through the real worker.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
afterEach(() => receiver.close());

test('a delivery carries the event byte for byte, and both signatures verify', async (t) => {
  const { signing_secret } = await subscribeTo(['client.*']);
  const client = await createClient('Zoë & Søn');
  const [request] = await receiver.untilReceived(1);
  const event = verifySync(request!.body, request!.headers, signing_secret);
  assert.equal(event.event, 'client.created');
  assert.deepEqual(event.data, client);
  // The foreign library looks at the process's clock; the delivery was made at the test's.
  t.mock.timers.enable({ apis: ['Date'], now: app.clock.now() });
  new Webhook(`whsec_${signing_secret}`).verify(request!.body, request!.headers as Record<string, string>);
  t.mock.timers.reset();
  const inFeed = await until('the event in the feed', async () => {
    const feed = await app.call('GET', `/api/v2/events?account_uuid=${account_uuid}&limit=200`, { as: ada });
    return feed.body.data.find(({ uuid }: { uuid: string }) => uuid === event.uuid);
  });
  assert.equal(JSON.stringify(inFeed), request!.body.toString());
});

test('the headers name the subscription, the event, the delivery and the attempt', async () => {
  const { uuid } = await subscribeTo(['client.created']);
  await createClient('Named');
  const [{ headers, body }] = (await receiver.untilReceived(1)) as [TestReceiver['received'][number]];
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['user-agent'], 'Rapport-Webhooks/1');
  assert.equal(headers['x-subscription-uuid'], uuid);
  assert.equal(headers['x-event'], 'client.created');
  assert.equal(headers['x-attempt'], '1');
  assert.match(headers['x-delivery-uuid'] as string, /^[0-9a-f-]{36}$/);
  assert.equal(headers['webhook-id'], JSON.parse(body.toString()).uuid);
});

test('a failed delivery comes again when the schedule says so, with the same bytes, and not before', async () => {
  await subscribeTo(['client.*']);
  receiver.answerWith(500);
  await createClient('Retried');
  const [first] = await receiver.untilReceived(1);
  await untilSettled('pending');
  receiver.answerWith(200);
  app.clock.advance(66_000);
  const [, second] = await receiver.untilReceived(2);
  assert.deepEqual(second!.body, first!.body);
  assert.equal(second!.headers['x-attempt'], '2');
  assert.equal(second!.headers['x-delivery-uuid'], first!.headers['x-delivery-uuid']);
  await untilSettled('succeeded');
});

test('the time of the last call is set by every attempt, also by one that fails', async () => {
  const { uuid, last_outgoing_webhook_call_at } = await subscribeTo(['client.*']);
  assert.equal(last_outgoing_webhook_call_at, null);
  receiver.answerWith(503);
  await createClient('Called');
  const called = await until('the call to be noted', async () => {
    const read = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
    return read.body.data.last_outgoing_webhook_call_at;
  });
  assert.equal(called, app.clock.now().toISOString().replace('Z', '+00:00'));
});

test('a change that is rolled back is never delivered', async () => {
  await subscribeTo(['client.*']);
  await createClient('First', { external_id: 'A' });
  const refused = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { name: 'Second', external_id: 'A' },
  });
  assert.equal(refused.status, 409);
  await createClient('Third');
  const requests = await receiver.untilReceived(2);
  const names = requests.map(({ body }) => JSON.parse(body.toString()).data.name);
  assert.deepEqual(names.sort(), ['First', 'Third']);
});

test('what an Account that is deleted held is not sent again, and its deletion still is', async () => {
  const owner = await app.addUser();
  const account_uuid = await app.addAccount(owner, 'Short-lived');
  await app.addLogin(account_uuid, ada, 'viewer');
  await subscribeTo(['client.created', 'account.deleted']);
  await app.call('POST', '/api/v2/clients', { as: owner, body: { account_uuid, name: 'Secret' } });
  const [request] = await receiver.untilReceived(1);
  await untilSettled('succeeded');
  await app.call('DELETE', `/api/v2/accounts/${account_uuid}?confirm_name=Short-lived`, {
    as: owner,
    in_browser: true,
  });
  await receiver.untilReceived(2);
  const resent = await app.call(
    'POST',
    `/api/v2/webhook-deliveries/${request!.headers['x-delivery-uuid']}/resend`,
    { as: ada },
  );
  assert.equal(resent.status, 202);
  assert.equal(await until('the reason', reasonNotSent), 'access_lost');
  assert.equal(receiver.received.length, 2);
});

test('who is removed from an Account is told so, and no more of what others did there', async () => {
  const [owner, other] = [await app.addUser(), await app.addUser()];
  const account_uuid = await app.addAccount(owner);
  for (const user of [other, ada]) await app.addLogin(account_uuid, user, 'viewer');
  const { uuid } = await subscribeTo(['login.deleted']);
  receiver.answerWith(500);
  const logins = await app.call('GET', `/api/v2/accounts/${account_uuid}/logins`, { as: owner });
  for (const [n, { uuid: user_uuid }] of [other, ada].entries()) {
    const login = logins.body.data.find((login: { user_uuid: string }) => login.user_uuid === user_uuid);
    await app.call('DELETE', `/api/v2/logins/${login.uuid}`, { as: owner, in_browser: true });
    await receiver.untilReceived(n + 1);
  }
  await until('both attempts in the log', async () => {
    const log = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}/deliveries`, { as: ada });
    return log.body.data.every((delivery: { attempt_count: number }) => delivery.attempt_count === 1);
  });
  receiver.answerWith(200);
  app.clock.advance(66_000);
  const requests = await receiver.untilReceived(3);
  assert.equal(JSON.parse(requests.at(-1)!.body.toString()).data.user_uuid, ada.uuid);
  assert.equal(await until('the reason', reasonNotSent), 'access_lost');
});

test('only events that the subscription names are delivered', async () => {
  await subscribeTo(['client.deleted']);
  const { uuid } = await createClient('Short-lived');
  await app.call('DELETE', `/api/v2/clients/${uuid}`, { as: ada });
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).event, 'client.deleted');
});

test('a deletion carries the last state, an update the old values', async () => {
  await subscribeTo(['client.updated', 'client.deleted']);
  const { uuid } = await createClient('Before');
  await app.call('PATCH', `/api/v2/clients/${uuid}`, { as: ada, body: { name: 'After' } });
  const [request] = await receiver.untilReceived(1);
  const updated = JSON.parse(request!.body.toString());
  assert.deepEqual(
    [updated.previous, updated.changed_fields, updated.data.name],
    [{ name: 'Before' }, ['name'], 'After'],
  );
  assert.equal(updated.actor.user_uuid, ada.uuid);
});

test('a subscription covers an Account that its User joins later', async () => {
  await subscribeTo(['client.created']);
  const grace = await app.addUser();
  const joined = await app.addAccount(grace);
  await app.addLogin(joined, ada, 'viewer');
  await app.call('POST', '/api/v2/clients', { as: grace, body: { name: 'Elsewhere' } });
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).account_uuid, joined);
});

test('a subscriber who asked to skip their own changes is told why one was not sent', async () => {
  await subscribeTo(['client.created'], { skip_own: true });
  await createClient('My own');
  assert.equal(await reasonNotSent(), 'own_change');
});

test('a subscriber skips the changes of the token that subscribed, and hears of those of another token', async () => {
  await subscribeTo(['client.created'], { skip_own: true });
  const token = { name: 'Other program' };
  const headers = await sessionHeaders(app, ada);
  const other = await app.call('POST', '/api/v2/personal-access-tokens', { headers, body: token });
  assert.equal(other.status, 201, JSON.stringify(other.body));
  const as = { ...ada, token: other.body.data.token };
  const body = { name: 'Of the other program', account_uuid };
  await app.call('POST', '/api/v2/clients', { as, body });
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).data.name, 'Of the other program');
});

test('a subscription that skips imports hears of no row of a file, and the log says why', async () => {
  await subscribeTo(['client.created'], { skip_imports: true });
  const headers = { 'content-type': 'text/csv' };
  const body = 'Name\nFrom a file\n';
  const path = `/api/v2/clients/import?account_uuid=${account_uuid}`;
  const imported = await app.call('POST', path, { as: ada, body, headers });
  assert.equal(imported.body.data.created, 1);
  assert.equal(await reasonNotSent(), 'imported');
  await createClient('By hand');
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).data.name, 'By hand');
});

test('what a person changes on the pages reaches the integration that skips its own changes', async () => {
  await subscribeTo(['client.created'], { skip_own: true });
  const headers = await sessionHeaders(app, ada);
  const body = { name: 'By hand', account_uuid };
  const created = await app.call('POST', '/api/v2/clients', { headers, body });
  assert.equal(created.status, 201);
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).actor.type, 'browser_session');
});

test('an application skips what it changed for the User, and hears of what their own token changed', async () => {
  const { access_token } = await connect(app, await signedIn(app, ada), await addApplication(app));
  const body = { url: receiver.url, events: ['client.created'], skip_own: true };
  await callWith(app, access_token, '/api/v2/webhook-subscriptions', 'POST', body);
  await callWith(app, access_token, '/api/v2/clients', 'POST', { name: 'Its own', account_uuid });
  assert.equal(await reasonNotSent(), 'own_change');
  await createClient('Of another program');
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).data.name, 'Of another program');
});

test('what happens while a subscription is disabled is kept as not sent', async () => {
  const { uuid } = await subscribeTo(['client.created']);
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body: { enabled: false } });
  await createClient('Unheard');
  assert.equal(await reasonNotSent(), 'subscription_disabled');
});

test('an application that the operator disabled gets nothing more, and gets it again when it is enabled', async () => {
  const client = await addApplication(app);
  const { access_token } = await connect(app, await signedIn(app, ada), client);
  const body = { url: receiver.url, events: ['client.created'] };
  await callWith(app, access_token, '/api/v2/webhook-subscriptions', 'POST', body);
  await setDisabled(app, operator('test'), client.client_id, true);
  await createClient('Unheard');
  assert.equal(await until('the delivery to be given up', reasonNotSent), 'access_lost');
  await setDisabled(app, operator('test'), client.client_id, false);
  await createClient('Heard');
  const [request] = await receiver.untilReceived(1);
  assert.equal(JSON.parse(request!.body.toString()).data.name, 'Heard');
});

test('an application that the operator deleted gets nothing, also when a User let it in at the same moment', async () => {
  const client = await addApplication(app);
  const { access_token } = await connect(app, await signedIn(app, ada), client);
  const body = { url: receiver.url, events: ['client.created'] };
  await callWith(app, access_token, '/api/v2/webhook-subscriptions', 'POST', body);
  // A grant that is made after the deletion has looked for grants leaves this state.
  await app.db.query(sql`UPDATE oauth_clients SET deleted_at = now() WHERE uuid = ${client.client_id}`);
  await createClient('Unheard');
  assert.equal(await until('the delivery to be given up', reasonNotSent), 'access_lost');
});

function subscribeTo(events: string[], more: object = {}) {
  return subscribe(app, ada, receiver.url, { events, ...more });
}

async function createClient(name: string, more: object = {}) {
  const created = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { name, account_uuid, ...more },
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}

/** Waits for the outcome, which is written a moment after the receiver has answered. */
async function untilSettled(state: string): Promise<void> {
  const attempted = () =>
    app.db.query<{ state: string }>(sql`
      SELECT delivery.state FROM webhook_deliveries AS delivery
      JOIN webhook_subscriptions AS subscription ON subscription.uuid = subscription_uuid
      WHERE user_uuid = ${ada.uuid} AND attempt_count > 0`);
  await until(`a delivery that is ${state}`, attempted, (rows) => rows.some((row) => row.state === state));
}

async function reasonNotSent(): Promise<string | undefined> {
  const [row] = await app.db.query<{ not_sent_reason: string }>(sql`
    SELECT not_sent_reason FROM webhook_deliveries AS delivery
    JOIN webhook_subscriptions AS subscription ON subscription.uuid = subscription_uuid
    WHERE user_uuid = ${ada.uuid} AND delivery.state = 'not_sent'`);
  return row?.not_sent_reason;
}
