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
import { emptyQueue } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Shows what the worker does with receivers that fail, come back and go away.

const MINUTE_MS = 60_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('while a receiver fails it gets one probe at a time, and the rest waits without using up attempts', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(1000);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilNothingIsSending();
  const before = receiver.received.length;
  assert.ok(before <= 12, `${before} attempts`);
  for (let probe = 1; probe <= 3; probe++) {
    app.clock.advance(2 * 60 * MINUTE_MS);
    await receiver.untilReceived(before + probe);
    await untilNothingIsSending();
    assert.equal(receiver.received.length, before + probe);
  }
  const deliveries = await readDeliveries(app.db, uuid);
  const attempts = deliveries.reduce((sum, { attempt_count }) => sum + attempt_count, 0);
  assert.equal(attempts, before + 3);
});

test('an attempt that fails makes no room for another one, and one that succeeds does', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const open: ((status: number) => void)[] = [];
  receiver.handle((response) => open.push((status) => response.writeHead(status).end()));
  await plan(20);
  await app.startWorker();
  await receiver.untilReceived(8);
  for (let failures = 1; failures <= 4; failures++) {
    open.shift()!(500);
    const failed = () => app.db.query(sql`SELECT FROM webhook_attempts WHERE error_kind IS NOT NULL`);
    await until('the failure to be settled', async () => (await failed()).length === failures);
  }
  // Each failure has taken a slot, so no other attempt began in its place.
  assert.equal(receiver.received.length, 8);
  // The success gives a fifth slot. Three attempts are open, so two more begin.
  open.shift()!(200);
  await receiver.untilReceived(10);
  receiver.answerWith(200);
  for (const answer of open) answer(200);
  await untilDeliveries(app.db, uuid, { succeeded: 16, pending: 4 });
});

test('when a receiver comes back all that waited arrives in the order of the feed, with one, two, four, eight at a time', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  // The deliveries are planned in the same millisecond, as by an import.
  await plan(250);
  await plan(250);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilNothingIsSending();
  const failed = new Set(receiver.received.map(eventOf));
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
  const feed = await app.db.query<{ uuid: string }>(
    sql`SELECT uuid FROM events WHERE account_uuid = ${account_uuid} ORDER BY transaction_id, position`,
  );
  const expected = feed.map(({ uuid }) => uuid).filter((uuid) => !failed.has(uuid));
  const waited = receiver.received
    .slice(before)
    .map(eventOf)
    .filter((uuid) => !failed.has(uuid));
  const displacement = Math.max(...waited.map((uuid, index) => Math.abs(expected.indexOf(uuid) - index)));
  // Eight are on their way at a time, and one of them may be slow.
  assert.ok(displacement < 25, `${displacement}`);
});

test('after five days of failures only the subscription is disabled, with warnings before', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(50);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilNothingIsSending();
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

test('a subscription that has failed for five days is disabled when the time comes, also when nothing waits for it', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(5);
  await app.startWorker();
  await receiver.untilReceived(5);
  await untilNothingIsSending();
  await untilFailing(uuid);
  await emptyQueue(app);
  const { disables_at } = await read(uuid);
  app.clock.advance(Date.parse(disables_at) - app.clock.now().getTime());
  const disabled = await until(
    'it to be disabled',
    () => read(uuid),
    ({ enabled }) => !enabled,
  );
  assert.deepEqual([disabled.disabled_reason, disabled.disabled_at], ['failing', disables_at]);
});

test('what is sent again by hand is the next attempt at a receiver that fails, and leaves its pauses as they are', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(500);
  await plan(20);
  await app.startWorker();
  await receiver.untilReceived(5);
  const { next_probe_at } = await untilFailing(uuid);
  assert.ok(Date.parse(next_probe_at) > app.clock.now().getTime());
  for (let n = 1; n <= 3; n++) {
    await plan(1);
    const attempts = receiver.received.length;
    const [latest] = await log(`${uuid}/deliveries?limit=1`);
    await resend(latest.uuid);
    const requests = await receiver.untilReceived(attempts + 1);
    assert.equal(requests.at(-1)!.headers['x-delivery-uuid'], latest.uuid);
    await untilNothingIsSending();
    assert.equal(receiver.received.length, attempts + 1);
    assert.equal((await read(uuid)).next_probe_at, next_probe_at);
  }
  const attempts = receiver.received.length;
  app.clock.advance(Date.parse(next_probe_at) - app.clock.now().getTime());
  await receiver.untilReceived(attempts + 1);
  await untilNothingIsSending();
  const [endpoint] = await app.db.query(sql`SELECT probe_count FROM webhook_endpoints`);
  assert.deepEqual(endpoint, { probe_count: 1 });
});

test('a delivery that has ended is sent again to a receiver that fails before all that waits', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(1);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 1 });
  const [ended] = await log(`${uuid}/deliveries`);
  receiver.answerWith(500);
  await plan(20);
  await receiver.untilReceived(6);
  await untilFailing(uuid);
  await untilNothingIsSending();
  const attempts = receiver.received.length;
  receiver.answerWith(200);
  await resend(ended.uuid);
  const requests = await receiver.untilReceived(attempts + 1);
  assert.equal(requests[attempts]!.headers['x-delivery-uuid'], ended.uuid);
  await until(
    'it to work again',
    () => read(uuid),
    ({ failing_since, next_probe_at }) => failing_since === null && next_probe_at === null,
  );
});

for (const status of [410, 500]) {
  test(`what an old url answers late with ${status} is not held against the new one`, async (t) => {
    const { uuid } = await subscribe(app, ada, receiver.url);
    const open: (() => void)[] = [];
    receiver.handle((response) => open.push(() => response.writeHead(status).end()));
    await plan(8);
    await app.startWorker();
    await receiver.untilReceived(8);
    const mended = await startTestReceiver();
    t.after(() => mended.close());
    const path = `/api/v2/webhook-subscriptions/${uuid}`;
    await app.call('PATCH', path, { as: ada, body: { url: mended.url } });
    for (const answer of open) answer();
    // The clock stands still, so no delivery may wait for the schedule that began at the old URL.
    await untilDeliveries(app.db, uuid, { succeeded: 8 });
    const { enabled, failing_since } = await read(uuid);
    assert.deepEqual([enabled, failing_since], [true, null]);
    const [{ consecutive_failures }] = (await app.db.query(sql`SELECT * FROM webhook_endpoints`)) as [
      Record<string, unknown>,
    ];
    assert.equal(consecutive_failures, 0);
    await mended.untilReceived(8);
  });
}

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

test('what was put off for hours ends as not sent when its receiver is gone', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(503, { 'retry-after': '40000' });
  await plan(3);
  await app.startWorker();
  await receiver.untilReceived(3);
  await untilNothingIsSending();
  receiver.answerWith(410);
  await plan(1);
  await untilDeliveries(app.db, uuid, { failed: 1, not_sent: 3 });
});

test('Retry-After of a 503 is honoured, also beyond the schedule', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  receiver.answerWith(503, { 'retry-after': '1800' });
  await plan(1);
  await app.startWorker();
  await receiver.untilReceived(1);
  await untilNothingIsSending();
  const [delivery] = await readDeliveries(app.db, uuid);
  const wait_ms = Date.parse(delivery!.due_at!) - app.clock.now().getTime();
  assert.ok(wait_ms >= 30 * MINUTE_MS && wait_ms <= 33 * MINUTE_MS, `${wait_ms}`);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

async function read(uuid: string) {
  return (await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada })).body.data;
}

async function log(path: string) {
  return (await app.call('GET', `/api/v2/webhook-subscriptions/${path}`, { as: ada })).body.data;
}

async function resend(uuid: string): Promise<void> {
  const resent = await app.call('POST', `/api/v2/webhook-deliveries/${uuid}/resend`, { as: ada });
  assert.equal(resent.status, 202);
}

function untilFailing(uuid: string) {
  return until(
    'it to fail',
    () => read(uuid),
    ({ failing_since }) => failing_since !== null,
  );
}

/** Until every attempt that was made is in the log. */
async function untilNothingIsSending(): Promise<void> {
  const logged = sql`
    SELECT (SELECT count(*) FROM webhook_attempts)
      + (SELECT count(*) FROM webhook_finished_deliveries WHERE started_at IS NOT NULL) AS count`;
  const count = async () => (await app.db.query<{ count: number }>(logged))[0]!.count;
  await until('all attempts to be logged', async () => (await count()) === receiver.received.length);
}

function eventOf({ body }: { body: Buffer }): string {
  return JSON.parse(body.toString()).uuid;
}
