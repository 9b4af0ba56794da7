import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
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
import { claim } from '../queue/claim.ts';
import { ALL_RECEIVERS } from '../queue/share.ts';
import { disableSubscriptions } from '../subscriptions/queries.ts';
import { delayAllButFirst, leaveUnderWay, putIntoBacklogs, putOffRetries } from '../testing/queue-states.ts';
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

test('more new deliveries of one receiver than a claim looks at do not keep that of another one waiting', async () => {
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

test('what is claimed together is sent in the order in which it happened', async () => {
  for (let n = 0; n < 16; n++) await subscribe(app, ada, receiver.url);
  for (let n = 0; n < 8; n++) {
    await plan(1);
    app.clock.advance(1);
  }
  const want = { limit: 128, share: ALL_RECEIVERS, after: null };
  const { deliveries } = await claim(app.db, app.clock, want);
  const times = deliveries.map(({ created_at }) => created_at.getTime());
  assert.equal(times.length, 128);
  assert.deepEqual(times, times.toSorted());
});

test('a first attempt whose moment is still to come is not forgotten when the rest of its backlog is made', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(2);
  const now = app.clock.now();
  await putIntoBacklogs(app, now);
  await delayAllButFirst(app, new Date(now.getTime() + 10));
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 1, pending: 1 });
  app.clock.advance(10);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
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
      app.clock.now().toISOString(),
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

test('the deliveries of a worker that is gone are made by another one within 30 s', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(3);
  await leaveUnderWay(app, uuid, 30_000);
  await app.startWorker();
  await plan(1);
  await untilDeliveries(app.db, uuid, { sending: 3, succeeded: 1 });
  app.clock.advance(30_000);
  await untilDeliveries(app.db, uuid, { succeeded: 4 });
});

test('a lease that runs out while the worker looks for such is found at its next look', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(3);
  await leaveUnderWay(app, uuid, 30_000);
  let looks = 0;
  const query: Database['query'] = async (statement) => {
    const rows = await app.db.query(statement);
    if (statement.text.includes('WITH expired AS') && ++looks === 1) app.clock.advance(30_000);
    return rows as never;
  };
  await app.startWorker({ db: { ...app.db, query } });
  await untilDeliveries(app.db, uuid, { succeeded: 3 });
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
