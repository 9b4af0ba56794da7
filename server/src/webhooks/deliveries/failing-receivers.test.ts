import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';

// What the worker does with receivers that fail, come back and go away.

const MINUTE_MS = 60_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

beforeEach(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

test('while a receiver fails it gets one probe at a time, and the rest waits without using up attempts', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(1000);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilDeliveries(app.db, uuid, { pending: 1000 });
  const before = receiver.received.length;
  assert.ok(before <= 12, `${before} attempts`);
  for (let probe = 1; probe <= 3; probe++) {
    app.clock.advance(2 * 60 * MINUTE_MS);
    await receiver.untilReceived(before + probe);
    await untilDeliveries(app.db, uuid, { pending: 1000 });
    assert.equal(receiver.received.length, before + probe);
  }
  const deliveries = await readDeliveries(app.db, uuid);
  const attempts = deliveries.reduce((sum, { attempt_count }) => sum + attempt_count, 0);
  assert.equal(attempts, before + 3);
});

test('when a receiver comes back all that waited arrives, the oldest first, with one, two, four, eight at a time', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  for (let n = 0; n < 50; n++) {
    await plan(10);
    app.clock.advance(1);
  }
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilDeliveries(app.db, uuid, { pending: 500 });
  const failed = new Set(receiver.received.map(({ headers }) => headers['x-delivery-uuid']));
  const before = receiver.received.length;
  const open: number[] = [];
  let now_open = 0;
  receiver.handle((response) => {
    open.push(++now_open);
    response.on('close', () => now_open--);
    setImmediate(() => response.end());
  });
  app.clock.advance(90 * MINUTE_MS);
  await untilDeliveries(app.db, uuid, { succeeded: 500 });
  assert.equal(open[0], 1);
  assert.ok(Math.max(...open.slice(0, 3)) <= 2, `${open.slice(0, 10)}`);
  const order = receiver.received.slice(before).map(({ headers }) => headers['x-delivery-uuid'] as string);
  const waited = order.filter((uuid) => !failed.has(uuid));
  const place = new Map(waited.toSorted().map((uuid, place) => [uuid, place]));
  const displacement = Math.max(...waited.map((uuid, index) => Math.abs(place.get(uuid)! - index)));
  // Ten were planned in the same millisecond, eight are on their way at a time, and one of them may be slow.
  assert.ok(displacement < 50, `${displacement}`);
});

test('after five days of failures only the subscription is disabled, with warnings before', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(50);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilDeliveries(app.db, uuid, { pending: 50 });
  const warnings = new Set<string>();
  for (let hour = 0; hour < 6 * 24; hour += 2) {
    app.clock.advance(2 * 60 * MINUTE_MS);
    const read = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
    warnings.add(read.body.data.failing_warning);
    if (!read.body.data.enabled) break;
    await untilNothingIsSending();
  }
  const { body } = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  assert.deepEqual([body.data.enabled, body.data.disabled_reason], [false, 'failing']);
  assert.deepEqual([...warnings].slice(0, 3), [null, 'half', 'soon']);
  const deliveries = await readDeliveries(app.db, uuid);
  assert.ok(
    deliveries.every(({ not_sent_reason }) => [null, 'subscription_disabled'].includes(not_sent_reason)),
  );
});

test('a receiver that answers 410 is disabled at once, and enabling starts from zero', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(410);
  await plan(1);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { failed: 1 });
  const read = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  assert.deepEqual([read.body.data.enabled, read.body.data.disabled_reason], [false, 'gone']);
  await plan(1);
  await untilDeliveries(app.db, uuid, { failed: 1, not_sent: 1 });
  receiver.answerWith(200);
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body: { enabled: true } });
  await plan(1);
  await untilDeliveries(app.db, uuid, { failed: 1, not_sent: 1, succeeded: 1 });
});

test('Retry-After of a 503 is honoured, also beyond the schedule', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(503, { 'retry-after': '1800' });
  await plan(1);
  await app.startWorker();
  await receiver.untilReceived(1);
  await untilDeliveries(app.db, uuid, { pending: 1 });
  const [delivery] = await readDeliveries(app.db, uuid);
  const wait_ms = Date.parse(delivery!.due_at!) - app.clock.now().getTime();
  assert.ok(wait_ms >= 30 * MINUTE_MS && wait_ms <= 33 * MINUTE_MS, `${wait_ms}`);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

async function untilNothingIsSending(): Promise<void> {
  const idle = sql`SELECT FROM webhook_endpoints WHERE in_flight > 0 OR claim_at <= ${app.clock.now()}`;
  await until('nothing to be sent', async () => (await app.db.query(idle)).length === 0);
}
