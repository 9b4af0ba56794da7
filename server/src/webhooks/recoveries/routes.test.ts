import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import type { Worker } from '../../worker.ts';
import { endAsFailed } from '../testing/queue-states.ts';
import { stepRecovery } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let uuid: string;
let worker: Worker | undefined;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  uuid = (await subscribe(app, ada, receiver.url)).uuid;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await receiver.close();
});

test('what was missed while a subscription was disabled arrives, and the recovery says how far it is', async () => {
  const since = now();
  await miss(1200);
  worker = await app.startWorker();
  const started = await recover({ since });
  assert.equal(started.status, 202, JSON.stringify(started.body));
  assert.deepEqual([started.body.data.state, started.body.data.delivery_count], ['running', 1200]);
  await untilDeliveries(app.db, uuid, { succeeded: 1200 });
  const ended = await untilEnded(started.body.data.uuid);
  assert.deepEqual([ended.state, ended.recovered_count], ['finished', 1200]);
});

test('a dry run only counts', async () => {
  const since = now();
  await miss(3);
  const dry = await recover({ since, dry_run: true });
  assert.deepEqual([dry.status, dry.body.data.state, dry.body.data.delivery_count], [200, 'dry_run', 3]);
  assert.equal((await list()).length, 0);
  await untilDeliveries(app.db, uuid, { not_sent: 3 });
});

test('only the given range is recovered, and what succeeded only when asked for', async () => {
  worker = await app.startWorker();
  await plan(2);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
  app.clock.advance(HOUR_MS);
  const since = now();
  await plan(1);
  await untilDeliveries(app.db, uuid, { succeeded: 3 });
  app.clock.advance(1);
  assert.equal((await recover({ since, dry_run: true })).body.data.delivery_count, 0);
  assert.equal((await recover({ since, dry_run: true, only_failed: false })).body.data.delivery_count, 1);
  const started = await recover({ since, only_failed: false });
  await untilEnded(started.body.data.uuid);
  await receiver.untilReceived(4);
});

test('a recovery goes on where another worker left it', async () => {
  const since = now();
  await miss(700);
  const started = await recover({ since });
  await stepRecovery(app.db, started.body.data.uuid, app.clock.now(), 500);
  const half = await app.call('GET', `/api/v2/webhook-recoveries/${started.body.data.uuid}`, { as: ada });
  assert.deepEqual([half.body.data.state, half.body.data.recovered_count], ['running', 500]);
  worker = await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 700 });
});

test('what has arrived again before the next step is not recovered a second time', async () => {
  worker = await app.startWorker();
  const since = now();
  await plan(2);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
  await worker.stop();
  app.clock.advance(1);
  const started = await recover({ since, only_failed: false });
  const step = await stepRecovery(app.db, started.body.data.uuid, app.clock.now(), 1);
  assert.deepEqual(step, { moved: 1, state: 'running' });
  worker = await app.startWorker();
  await untilEnded(started.body.data.uuid);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
  const path = `/api/v2/webhook-recoveries/${started.body.data.uuid}`;
  const { data } = (await app.call('GET', path, { as: ada })).body;
  assert.deepEqual([data.recovered_count, receiver.received.length], [2, 4]);
});

test('what ends after the start of a recovery is not part of it', async () => {
  worker = await app.startWorker();
  const since = now();
  await plan(2);
  await untilDeliveries(app.db, uuid, { succeeded: 2 });
  await worker.stop();
  await plan(3);
  app.clock.advance(1);
  const started = await recover({ since, only_failed: false });
  assert.equal(started.body.data.delivery_count, 2);
  app.clock.advance(1);
  await endPending();
  await stepRecovery(app.db, started.body.data.uuid, app.clock.now(), 10);
  const [ended] = await list();
  assert.deepEqual([ended.state, ended.delivery_count, ended.recovered_count], ['finished', 2, 2]);
});

test('a recovery of what ended before it but was written down after its count still counts right', async () => {
  const since = now();
  await miss(1);
  await plan(1);
  app.clock.advance(1);
  const started = await recover({ since });
  await endPending();
  await stepRecovery(app.db, started.body.data.uuid, app.clock.now(), 10);
  const [ended] = await list();
  assert.deepEqual([ended.delivery_count, ended.recovered_count], [2, 2]);
});

test('a cancelled recovery puts nothing more among the deliveries', async () => {
  const since = now();
  await miss(700);
  const started = await recover({ since });
  await stepRecovery(app.db, started.body.data.uuid, app.clock.now(), 500);
  const path = `/api/v2/webhook-recoveries/${started.body.data.uuid}/cancel`;
  const headers = { 'idempotency-key': path };
  const cancelled = await app.call('POST', path, { as: ada, headers });
  assert.deepEqual([cancelled.body.data.state, cancelled.body.data.recovered_count], ['cancelled', 500]);
  worker = await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 500, not_sent: 200 });
  const again = await app.call('POST', path, { as: ada });
  assert.deepEqual([again.status, again.body.code], [409, 'recovery_ended']);
  const repeated = await app.call('POST', path, { as: ada, headers });
  assert.deepEqual([repeated.status, repeated.body], [200, cancelled.body]);
});

test('a second recovery of the same subscription waits for the first', async () => {
  const since = now();
  await miss(1);
  await recover({ since });
  const second = await recover({ since });
  assert.deepEqual([second.status, second.body.code], [409, 'recovery_running']);
});

test('a disabled subscription must be enabled first', async () => {
  const since = now();
  await miss(1);
  await setEnabled(false);
  const refused = await recover({ since });
  assert.deepEqual([refused.status, refused.body.code], [409, 'subscription_disabled']);
});

test('a date alone is its beginning in UTC', async () => {
  const today = now().slice(0, 10);
  const { status, body } = await recover({ since: today, until: now(), dry_run: true });
  assert.deepEqual([status, body.data?.since], [200, `${today}T00:00:00.000+00:00`]);
});

const ranges: [what: string, range: () => object, pointer: string, code: string][] = [
  ['that is empty', () => ({ since: now(-HOUR_MS), until: now(-HOUR_MS) }), '/until', 'wrong_value'],
  ['that is reversed', () => ({ since: now(-HOUR_MS), until: now(-2 * HOUR_MS) }), '/until', 'wrong_value'],
  ['older than the log', () => ({ since: now(-31 * DAY_MS) }), '/since', 'too_small'],
  ['in the future', () => ({ since: now(HOUR_MS), until: now(2 * HOUR_MS) }), '/since', 'too_large'],
  ['without a beginning', () => ({}), '/since', 'required'],
  [
    'that ends in the year 10000',
    () => ({ since: now(), until: '9999-12-31T23:59:59-12:00' }),
    '/until',
    'wrong_format',
  ],
  ['that is no time', () => ({ since: 'yesterday' }), '/since', 'wrong_format'],
];
for (const [what, range, pointer, code] of ranges) {
  test(`a range ${what} is refused and says so`, async () => {
    const refused = await recover(range());
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
    assert.deepEqual([refused.body.errors[0].pointer, refused.body.errors[0].code], [pointer, code]);
  });
}

test('a recovery is 404 for everybody else', async () => {
  const since = now();
  await miss(1);
  const started = await recover({ since });
  const eve = await app.addUser();
  const recovery = `/api/v2/webhook-recoveries/${started.body.data.uuid}`;
  const statuses = [
    await app.call('POST', `/api/v2/webhook-subscriptions/${uuid}/recover`, { as: eve, body: { since } }),
    await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}/recoveries`, { as: eve }),
    await app.call('GET', recovery, { as: eve }),
    await app.call('POST', `${recovery}/cancel`, { as: eve }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [404, 404, 404, 404]);
  assert.equal((await list()).length, 1);
});

function now(shift_ms = 0): string {
  return new Date(app.clock.now().getTime() + shift_ms).toISOString();
}

/** Plans deliveries while the subscription is disabled. */
async function miss(count: number): Promise<void> {
  await setEnabled(false);
  await plan(count);
  await setEnabled(true);
  app.clock.advance(1000);
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

/** Ends what waits, as a worker does, without a step of the recovery in between. */
function endPending(): Promise<void> {
  return endAsFailed(app, uuid);
}

async function setEnabled(enabled: boolean): Promise<void> {
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body: { enabled } });
}

function recover(body: object) {
  return app.call('POST', `/api/v2/webhook-subscriptions/${uuid}/recover`, { as: ada, body });
}

async function list() {
  return (await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}/recoveries`, { as: ada })).body.data;
}

function untilEnded(recovery_uuid: string) {
  const recovery = async () =>
    (await app.call('GET', `/api/v2/webhook-recoveries/${recovery_uuid}`, { as: ada })).body.data;
  return until('the recovery to end', recovery, ({ state }) => state !== 'running');
}
