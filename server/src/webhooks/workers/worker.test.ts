import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { HEALTHY, SLOTS_MAX } from '../queue/breaker.ts';
import { disableSubscriptions } from '../subscriptions/queries.ts';
import { putOffRetries } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// How workers share out what waits, and what becomes of it when they or its subscription go away.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('a subscription gets at most eight attempts at a time, however many workers there are', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const open: (() => void)[] = [];
  receiver.handle((response) => open.push(() => response.end()));
  await plan(100);
  await app.startWorker();
  await app.startWorker();
  await receiver.untilReceived(8);
  await untilDeliveries(app.db, uuid, { sending: 8, pending: 92 });
  receiver.answerWith(200);
  for (const answer of open) answer();
  await untilDeliveries(app.db, uuid, { succeeded: 100 });
  assert.equal(receiver.concurrency_max, 8);
  assert.equal(receiver.received.length, 100);
});

test('a receiver that hangs does not keep another one waiting', async () => {
  const hanging = await startTestReceiver();
  hanging.handle(() => {});
  await subscribe(app, ada, hanging.url);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(300);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 300 });
  assert.equal(hanging.received.length, 8);
  await hanging.close();
});

test('a hundred and forty receivers that hang with all their slots do not keep another one waiting', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const hanging = await startTestReceiver();
  hanging.handle(() => {});
  const bob = await app.addUser();
  await app.addLogin(account_uuid, bob, 'member');
  for (const user of [ada, bob]) {
    for (let n = 0; n < 70; n++) await subscribe(app, user, hanging.url);
  }
  await plan(8);
  await app.startWorker();
  await hanging.untilReceived(8 * 140);
  await plan(1);
  await untilDeliveries(app.db, uuid, { succeeded: 9 });
  assert.deepEqual(await app.db.query(sql`SELECT FROM webhook_attempts WHERE error_kind IS NOT NULL`), []);
  await hanging.close();
});

test('a flood for one receiver, longer than is kept of it, does not keep another one waiting', async () => {
  const flooded = await startTestReceiver();
  flooded.handle(() => {});
  await subscribe(app, ada, flooded.url);
  await plan(5000);
  app.clock.advance(1000);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(1);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 1 });
  await flooded.untilReceived(8);
  await flooded.close();
});

for (const [what, change] of [
  ['disabled', ['PATCH', { enabled: false }]],
  ['deleted', ['DELETE', undefined]],
] as const) {
  test(`a retry that is due in an hour ends as not sent as soon as its subscription is ${what}`, async () => {
    const { uuid } = await subscribe(app, ada, receiver.url);
    receiver.answerWith(503, { 'retry-after': '3600' });
    await plan(1);
    await app.startWorker();
    await receiver.untilReceived(1);
    await untilDeliveries(app.db, uuid, { pending: 1 });
    const [method, body] = change;
    await app.call(method, `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body });
    await untilDeliveries(app.db, uuid, { not_sent: 1 });
  });
}

for (const [what, change] of [
  ['disabled', ['PATCH', { enabled: false }]],
  ['deleted', ['DELETE', undefined]],
] as const) {
  test(`attempts under way while their subscription is ${what} are the last ones, however many fail then`, async () => {
    const { uuid } = await subscribe(app, ada, receiver.url);
    const answers: (() => void)[] = [];
    receiver.handle((response) =>
      answers.push(() => response.writeHead(503, { 'retry-after': '3600' }).end()),
    );
    await plan(20);
    await app.startWorker();
    await until('attempts in all slots', async () => answers.length === SLOTS_MAX);
    const [method, body] = change;
    await app.call(method, `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body });
    for (const answer of answers) answer();
    await untilDeliveries(app.db, uuid, { not_sent: 20 });
    const [endpoint] = await app.db.query(sql`
      SELECT slots, consecutive_failures, failing_since, paused_until FROM webhook_endpoints WHERE subscription_uuid = ${uuid}`);
    const { slots, consecutive_failures, failing_since, paused_until } = HEALTHY;
    assert.deepEqual(endpoint, { slots, consecutive_failures, failing_since, paused_until });
  });
}

test('however many retries wait, all of them end as not sent when their subscription is disabled', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(1500);
  await putOffRetries(app, new Date(app.clock.now().getTime() + DAY_MS));
  await app.startWorker();
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body: { enabled: false } });
  await untilDeliveries(app.db, uuid, { not_sent: 1500 });
});

test('a retry of an application that is disconnected ends as not sent', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(503, { 'retry-after': '3600' });
  await plan(1);
  await app.startWorker();
  await receiver.untilReceived(1);
  await untilDeliveries(app.db, uuid, { pending: 1 });
  await app.db.transaction(async (tx) => {
    await disableSubscriptions(
      tx,
      { user_uuid: ada.uuid, oauth_client_uuid: null },
      'grant_revoked',
      app.clock.now(),
    );
    tx.notifyAfterCommit(DELIVERIES_CHANNEL);
  });
  await untilDeliveries(app.db, uuid, { not_sent: 1 });
});

test('what waits for a subscription that is deleted ends as not sent', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(20);
  await app.call('DELETE', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { not_sent: 20 });
  const [delivery] = await readDeliveries(app.db, uuid);
  assert.equal(delivery!.not_sent_reason, 'subscription_deleted');
  assert.equal(receiver.received.length, 0);
});

test('a worker that is stopped finishes what is on its way, takes nothing more and sends nothing twice', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const open: (() => void)[] = [];
  receiver.handle((response) => open.push(() => response.end()));
  await plan(20);
  const worker = await app.startWorker();
  await receiver.untilReceived(8);
  const stopped = worker.stop();
  for (const answer of open) answer();
  await stopped;
  await untilDeliveries(app.db, uuid, { succeeded: 8, pending: 12 });
  receiver.answerWith(200);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 20 });
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [20, 20]);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
