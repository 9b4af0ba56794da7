import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sign, signStandardWebhooks } from '@rapport/webhooks/sign';
import { startTestApp, type TestApp, type TestUser } from '../../../server/src/testing/test-app.ts';
import type { IDataObject } from '../testing/n8n-workflow.ts';
import { editing, type Listening, listening, type Placed } from '../testing/stand-in.ts';

const { RapportTrigger } = await import('./RapportTrigger/RapportTrigger.node.ts');
const trigger = new RapportTrigger();
const { checkExists, create, delete: remove } = trigger.webhookMethods.default;

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let workflow: Listening;
before(async () => {
  app = await startTestApp();
  // The node knows no other time than that of its machine.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Lovelace');
  await app.startWorker();
});
after(() => app.close());
afterEach(() => workflow?.close());

async function listen(parameters: IDataObject = {}): Promise<Listening> {
  const chosen = {
    authentication: 'accessToken',
    account: account_uuid,
    events: ['client.*'],
    ...parameters,
  };
  const placed: Placed = { base_url: app.base_url, token: ada.token, parameters: chosen };
  workflow = await listening(trigger, placed);
  return workflow;
}

async function subscriptions(): Promise<IDataObject[]> {
  return (await app.call('GET', '/api/v2/webhook-subscriptions', { as: ada })).body.data;
}

async function addClient(name: string): Promise<void> {
  const body = { name, account_uuid };
  const { status } = await app.call('POST', '/api/v2/clients', { as: ada, body });
  assert.equal(status, 201);
}

/** Posts a body to the workflow with these headers; returns the status. */
async function post(body: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(workflow.url, { method: 'POST', body, headers })).status;
}

function headersOf(body: string, secret: string, timestamp_s = Math.floor(Date.now() / 1000)) {
  const standard = { id: 'id-1', timestamp_s, rawBody: body, secret };
  return {
    'x-signature': sign(body, secret),
    'x-subscription-uuid': String(workflow.kept.subscription_uuid),
    'webhook-id': 'id-1',
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signStandardWebhooks(standard),
  };
}

test('it subscribes, is started by a delivery, and unsubscribes', async () => {
  await listen({ options: { skipOwn: false } });
  assert.equal(await checkExists.call(workflow.hooks), false);
  await create.call(workflow.hooks);
  const [subscription] = await subscriptions();
  assert.deepEqual(
    [subscription!.url, subscription!.events, subscription!.account_uuids, subscription!.description],
    [workflow.url, ['client.*'], [account_uuid], 'n8n: Told by Rapport'],
  );
  assert.equal(await checkExists.call(workflow.hooks), true);
  // Whoever may see the workflow sees this, too.
  assert.deepEqual(workflow.kept, { subscription_uuid: subscription!.uuid });

  await addClient('Told');
  assert.deepEqual(await workflow.answered(1), [200]);
  assert.deepEqual(
    workflow.started.map(({ event, data }) => [event, data.name]),
    [['client.created', 'Told']],
  );

  await remove.call(workflow.hooks);
  assert.deepEqual(await subscriptions(), []);
  assert.deepEqual(workflow.kept, {});
  await remove.call(workflow.hooks);
});

test('a subscription that differs is brought up to date, and one that is gone is made anew', async () => {
  await listen();
  await create.call(workflow.hooks);
  const { subscription_uuid } = workflow.kept;
  const path = `/api/v2/webhook-subscriptions/${subscription_uuid}`;
  const body = { url: 'http://127.0.0.1:9/old', events: ['deal.*'], enabled: false };
  await app.call('PATCH', path, { as: ada, body });
  assert.equal(await checkExists.call(workflow.hooks), true);
  const [read] = await subscriptions();
  assert.deepEqual([read!.url, read!.events, read!.enabled], [workflow.url, ['client.*'], true]);

  await app.call('DELETE', path, { as: ada });
  assert.equal(await checkExists.call(workflow.hooks), false);
  await create.call(workflow.hooks);
  assert.notEqual(workflow.kept.subscription_uuid, subscription_uuid);
  await remove.call(workflow.hooks);
});

test('what Rapport has not signed is answered 401 and starts nothing', async () => {
  await listen();
  await create.call(workflow.hooks);
  const body = JSON.stringify({ uuid: 'one', event: 'client.created' });
  const secret = (await subscriptions())[0]!.signing_secret as string;
  const genuine = headersOf(body, secret);
  const { 'x-signature': _, ...unsigned } = genuine;
  const other = `${secret.slice(1)}A`;
  const wrong: [string, Record<string, string>][] = [
    [body, {}],
    [body, unsigned],
    [`${body} `, genuine],
    [body, { ...genuine, 'x-signature': genuine['x-signature'].toUpperCase() }],
    [body, { ...genuine, 'x-signature': '0'.repeat(64) }],
    [body, headersOf(body, other)],
    [body, headersOf(body, secret, Math.floor(Date.now() / 1000) - 301)],
    [body, { ...genuine, 'webhook-timestamp': String(Number(genuine['webhook-timestamp']) + 1) }],
    [body, { ...genuine, 'webhook-id': 'another' }],
  ];
  for (const [sent, headers] of wrong) assert.equal(await post(sent, headers), 401);
  assert.deepEqual(workflow.started, []);
  assert.equal(await post(body, genuine), 200);
  assert.equal(await post(body, genuine), 200, 'it came again');
  assert.deepEqual(workflow.started, [{ uuid: 'one', event: 'client.created' }]);
  await remove.call(workflow.hooks);
  assert.equal(await post(body, genuine), 401, 'the workflow listens no more');
});

test('while Rapport does not tell the secret, a delivery is put off and nothing is started', async () => {
  await listen();
  workflow.kept.subscription_uuid = '01a22a06-1c32-7000-b750-a20f4ada3380';
  const body = JSON.stringify({ uuid: 'early' });
  assert.equal(await post(body, headersOf(body, 'A'.repeat(60))), 503);
  assert.deepEqual(workflow.started, []);
});

test('a workflow is not started by what its own credential changed', async () => {
  await listen({ account: '' });
  await create.call(workflow.hooks);
  await addClient('By the workflow itself');
  const body = { name: 'By somebody else', account_uuid };
  await app.call('POST', '/api/v2/clients', { as: ada, in_browser: true, body });
  await workflow.answered(1);
  assert.deepEqual(
    workflow.started.map(({ data }) => data.name),
    ['By somebody else'],
  );
  await remove.call(workflow.hooks);
});

test('the events of the service are the choices', async () => {
  const placed = { base_url: app.base_url, token: ada.token, parameters: { authentication: 'accessToken' } };
  const events = await trigger.methods.loadOptions.getEvents.call(editing(placed));
  const { body } = await app.call('GET', '/api/v2/event-types', { as: ada });
  assert.equal(events[0]!.value, '*');
  assert.deepEqual(
    events.slice(1).map(({ value }) => value),
    body.data.map(({ event }: { event: string }) => event),
  );
});
