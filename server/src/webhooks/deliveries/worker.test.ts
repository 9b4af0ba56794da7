import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, readDeliveries, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { claim } from './claim.ts';
import { ALL_RECEIVERS } from './share.ts';

// What the worker does with receivers that fail, hang, come back and go away.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

test('a subscription gets at most eight attempts at a time, however many workers there are', async () => {
  const { uuid } = await subscribe();
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
  await subscribe({ url: hanging.url });
  const { uuid } = await subscribe();
  await plan(300);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 300 });
  assert.equal(hanging.received.length, 8);
  await hanging.close();
});

test('more new deliveries of one receiver than a claim looks at do not keep that of another one waiting', async () => {
  const flooded = await startTestReceiver();
  flooded.handle(() => {});
  await subscribe({ url: flooded.url });
  await plan(5000);
  app.clock.advance(1000);
  const { uuid } = await subscribe();
  await plan(1);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 1 });
  await flooded.untilReceived(8);
  await flooded.close();
});

test('while a receiver fails it gets one probe at a time, and the rest waits without using up attempts', async () => {
  const { uuid } = await subscribe();
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
  const { uuid } = await subscribe();
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

test('what is claimed together is sent in the order in which it happened', async () => {
  for (let n = 0; n < 16; n++) await subscribe();
  for (let n = 0; n < 8; n++) {
    await plan(1);
    app.clock.advance(1);
  }
  const want = { limit: 128, lookahead: 128, share: ALL_RECEIVERS, only_retries: false, idle_only: false };
  const { deliveries } = await claim(app.db, app.clock, want);
  const times = deliveries.map(({ created_at }) => created_at.getTime());
  assert.equal(times.length, 128);
  assert.deepEqual(times, times.toSorted());
});

test('a first attempt whose moment is still to come is not forgotten when the rest of its backlog is made', async () => {
  const { uuid } = await subscribe();
  await plan(2);
  const now = app.clock.now();
  // As when another node, whose clock is a little ahead, records a change or takes a delivery over.
  await app.db.query(sql`
    UPDATE webhook_open_deliveries SET state = 'waiting', due_at = CASE
      WHEN uuid = (SELECT uuid FROM webhook_open_deliveries ORDER BY uuid LIMIT 1) THEN ${now}::timestamptz ELSE ${new Date(now.getTime() + 10)}
    END`);
  await app.db.query(sql`UPDATE webhook_endpoints SET backlog_due_at = ${now}`);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 1, pending: 1 });
  app.clock.advance(10);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
});

test('after five days of failures only the subscription is disabled, with warnings before', async () => {
  const { uuid } = await subscribe();
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
  const { uuid } = await subscribe();
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
  const { uuid } = await subscribe();
  receiver.answerWith(503, { 'retry-after': '1800' });
  await plan(1);
  await app.startWorker();
  await receiver.untilReceived(1);
  await untilDeliveries(app.db, uuid, { pending: 1 });
  const [delivery] = await readDeliveries(app.db, uuid);
  const wait_ms = Date.parse(delivery!.due_at!) - app.clock.now().getTime();
  assert.ok(wait_ms >= 30 * MINUTE_MS && wait_ms <= 33 * MINUTE_MS, `${wait_ms}`);
});

for (const [what, change] of [
  ['disabled', ['PATCH', { enabled: false }]],
  ['deleted', ['DELETE', undefined]],
] as const) {
  test(`a retry that is due in an hour ends as not sent as soon as its subscription is ${what}`, async () => {
    const { uuid } = await subscribe();
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

test('what waits for a subscription that is deleted ends as not sent', async () => {
  const { uuid } = await subscribe();
  await plan(20);
  await app.call('DELETE', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { not_sent: 20 });
  const [delivery] = await readDeliveries(app.db, uuid);
  assert.equal(delivery!.not_sent_reason, 'subscription_deleted');
  assert.equal(receiver.received.length, 0);
});

test('the deliveries of a worker that is gone are made by another one within 30 s', async () => {
  const { uuid } = await subscribe();
  await planLeased(3);
  await app.startWorker();
  await plan(1);
  await untilDeliveries(app.db, uuid, { sending: 3, succeeded: 1 });
  app.clock.advance(30_000);
  await untilDeliveries(app.db, uuid, { succeeded: 4 });
  const [endpoint] = await app.db.query<{ in_flight: number }>(sql`SELECT in_flight FROM webhook_endpoints`);
  assert.equal(endpoint!.in_flight, 0);
});

test('a lease that runs out while the worker looks for such is found at its next look', async () => {
  const { uuid } = await subscribe();
  await planLeased(3);
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
  const { uuid } = await subscribe();
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

test('a worker for late retries leaves first attempts to others', async () => {
  const { uuid } = await subscribe();
  receiver.answerWith(500);
  await plan(1);
  const first = await app.startWorker();
  await receiver.untilReceived(1);
  await untilDeliveries(app.db, uuid, { pending: 1 });
  await first.stop();
  receiver.answerWith(200);
  await app.startWorker({ only_retries: true });
  await plan(1);
  app.clock.advance(DAY_MS);
  await untilDeliveries(app.db, uuid, { succeeded: 1, pending: 1 });
  assert.equal(receiver.received.at(-1)!.headers['x-attempt'], '2');
});

async function subscribe(fields: object = {}): Promise<{ uuid: string }> {
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', {
    as: ada,
    body: { url: receiver.url, events: ['client.*'], ...fields },
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

/** Deliveries on which a worker that is gone holds leases for another 30 s. */
async function planLeased(count: number): Promise<void> {
  await plan(count);
  await app.db.query(sql`
    UPDATE webhook_open_deliveries SET state = 'sending', fence = 1, due_at = ${new Date(app.clock.now().getTime() + 30_000)}`);
  await app.db.query(sql`UPDATE webhook_endpoints SET in_flight = ${count}`);
}

async function untilNothingIsSending(): Promise<void> {
  const idle = sql`SELECT FROM webhook_endpoints WHERE in_flight > 0 OR claim_at <= ${app.clock.now()}`;
  await until('nothing to be sent', async () => (await app.db.query(idle)).length === 0);
}
