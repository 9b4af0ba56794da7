import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import type { Worker } from '../../worker.ts';
import { endLeases, ownAllElsewhere } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Shows what holds while receivers go from one worker to another.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('a worker that was taken over writes nothing of what it had under way', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(8);
  const open: ServerResponse[] = [];
  receiver.handle((response) => open.push(response));
  await app.startWorker();
  await receiver.untilReceived(8);
  // The worker looks as if it had stood still for long: its lease has run out, and an idle worker
  // takes over before it renews.
  await app.db.transaction(async (tx) => {
    const within = { ...app, db: tx as unknown as Database };
    await endLeases(within);
    await tx.query({ text: 'DELETE FROM workers', values: [] } as never);
    await ownAllElsewhere(within);
  });
  for (const response of open) response.writeHead(410).end();
  await delay(300);
  const deliveries = await readDeliveries(app.db, uuid);
  assert.deepEqual(
    new Set(deliveries.map(({ state, attempt_count }) => `${state} ${attempt_count}`)),
    new Set(['pending 0']),
  );
  const { body } = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  assert.equal(body.data.enabled, true);
  receiver.answerWith(200);
  await endLeases(app);
  await untilDeliveries(app.db, uuid, { succeeded: 8 });
  assert.equal(receiver.received.length, 16);
  assert.equal(receiver.concurrency_max, 8);
});

test('a receiver gets at most eight attempts at a time while workers come and go, and each delivery once', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.handle((response) => setTimeout(() => response.end(), 20));
  await plan(600);
  const workers: Worker[] = [];
  for (let n = 0; n < 4; n++) {
    workers.push(await app.startWorker());
    await delay(400);
    if (n % 2 === 1) await workers.shift()!.stop();
  }
  await untilDeliveries(app.db, uuid, { succeeded: 600 });
  assert.equal(receiver.concurrency_max, 8);
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [600, 600]);
});

test('what waits for a worker that is gone is sent by another one once its lease is over', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await ownAllElsewhere(app);
  await plan(5);
  await app.startWorker();
  await delay(1_200);
  assert.equal(receiver.received.length, 0);
  await endLeases(app);
  await untilDeliveries(app.db, uuid, { succeeded: 5 });
});

test('a delivery that is sent again while it is under way and fails is sent at once, and both attempts are in the log', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const open: ServerResponse[] = [];
  receiver.handle((response) => open.push(response));
  await app.startWorker();
  // After 0.75 s a delivery is shown as being sent, and cannot be sent again: another is tried.
  const path = await until('a delivery to be sent again while it is under way', async () => {
    await plan(1);
    const received = await receiver.untilReceived(open.length + 1);
    const path = `/api/v2/webhook-deliveries/${received.at(-1)!.headers['x-delivery-uuid']}`;
    const { status } = await app.call('POST', `${path}/resend`, { as: ada });
    if (status === 202) return path;
    assert.equal(status, 409);
    open.at(-1)!.end();
  });
  receiver.answerWith(200);
  open.at(-1)!.writeHead(500).end();
  await untilDeliveries(app.db, uuid, { succeeded: open.length });
  const { body } = await app.call('GET', path, { as: ada });
  assert.deepEqual(
    body.data.attempts.map(({ response_status }: { response_status: number }) => response_status),
    [500, 200],
  );
});

test('a receiver that another worker owns is not left without what waits when it comes back', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const first = await app.startWorker();
  await plan(3);
  await untilDeliveries(app.db, uuid, { succeeded: 3 });
  const second = await app.startWorker();
  await until('both to own some', async () => (await shares()).length === 2);
  await first.stop();
  await plan(3);
  await untilDeliveries(app.db, uuid, { succeeded: 6 });
  await second.stop();
});

async function shares(): Promise<object[]> {
  return app.db.query({
    text: 'SELECT worker_uuid FROM worker_shards WHERE worker_uuid IS NOT NULL GROUP BY 1',
    values: [],
  } as never);
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
