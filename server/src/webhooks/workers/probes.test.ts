import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { hastenDelivery, putFirst } from '../log/queries.ts';
import { type ClaimedDelivery, claim } from '../queue/claim.ts';
import { type SentDelivery, Settler } from '../queue/settle.ts';
import { ALL_RECEIVERS } from '../queue/share.ts';
import { loseDelivery } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';
import { workerMetrics } from './metrics.ts';

// What becomes of a delivery that is sent again by hand while its receiver fails, and of the receiver, when something comes in between.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let uuid: string;
let paused_until: string;

/** A receiver that fails, and nobody who works. */
withReceivers(async (given) => {
  ({ app, receiver, ada, account_uuid } = given);
  uuid = (await subscribe(app, ada, receiver.url)).uuid;
  receiver.answerWith(500);
  await plan(20);
  const worker = await app.startWorker();
  await receiver.untilReceived(5);
  await until('it to fail', async () => (await endpoint()).paused_until !== null);
  await worker.stop();
  paused_until = (await endpoint()).paused_until!;
});

test('what was sent again by hand is the next attempt also when the worker that makes it is lost', async () => {
  const resent = await latest();
  await resend(resent);
  assert.deepEqual((await claimAll()).map(nameOf), [resent]);
  assert.deepEqual((await claimAll()).map(nameOf), []);
  const attempts = receiver.received.length;
  app.clock.advance(30_000);
  assert.ok(app.clock.now() < new Date(paused_until));
  await app.startWorker();
  const requests = await receiver.untilReceived(attempts + 1);
  assert.equal(requests.at(-1)!.headers['x-delivery-uuid'], resent);
  await untilQuiet();
  assert.equal(receiver.received.length, attempts + 1);
  assert.deepEqual(await endpoint(), { paused_until, probe_uuid: null, in_flight: 0 });
});

test('what was sent again by hand is the next attempt also when this machine had no connection left for it', async () => {
  const resent = await latest();
  await resend(resent);
  const [delivery] = await claimAll();
  await settle({ delivery: delivery!, result: { shortage: new Error('EMFILE') } });
  assert.deepEqual((await claimAll()).map(nameOf), [resent]);
});

test('what is new is not attempted in the pause of a receiver while another delivery is just being sent again', async () => {
  await plan(3);
  const resent = await latest();
  let claimed: Promise<ClaimedDelivery[]> = Promise.resolve([]);
  await app.db.transaction(async (tx) => {
    await putFirst(tx, uuid, resent, app.clock.now());
    // It sees what there was before the resend, and waits for the row of the receiver, which names the delivery.
    claimed = claimAll();
    await until(
      'the claim to wait',
      () => app.db.query(sql`SELECT FROM pg_locks WHERE NOT granted`),
      hasRows,
    );
    await hastenDelivery(tx, uuid, resent, app.clock.now());
  });
  const names = [...(await claimed).map(nameOf), ...(await claimAll()).map(nameOf)];
  assert.deepEqual(names, [resent]);
});

test('a resend whose delivery is gone ends with its turn: nothing is sent in the pause, and the next probe comes at its time', async () => {
  const resent = await latest();
  await resend(resent);
  await loseDelivery(app, resent);
  await plan(3);
  const attempts = receiver.received.length;
  await app.startWorker();
  await until('it to be forgotten', async () => (await endpoint()).probe_uuid === null);
  await untilQuiet();
  assert.equal(receiver.received.length, attempts);
  receiver.answerWith(200);
  app.clock.advance(2 * 3_600_000);
  await untilDeliveries(app.db, uuid, { succeeded: 22 });
  assert.deepEqual(await endpoint(), { paused_until: null, probe_uuid: null, in_flight: 0 });
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

async function endpoint() {
  const [row] = await app.db.query<{
    paused_until: string | null;
    probe_uuid: string | null;
    in_flight: number;
  }>(sql`SELECT paused_until, probe_uuid, in_flight FROM webhook_endpoints`);
  return row!;
}

/** The delivery that is at the end of the backlog. */
async function latest(): Promise<string> {
  const [row] = await app.db.query<{ uuid: string }>(
    sql`SELECT uuid FROM webhook_open_deliveries ORDER BY uuid DESC LIMIT 1`,
  );
  return row!.uuid;
}

async function resend(delivery_uuid: string): Promise<void> {
  const path = `/api/v2/webhook-deliveries/${delivery_uuid}/resend`;
  assert.equal((await app.call('POST', path, { as: ada })).status, 202);
}

async function claimAll(): Promise<ClaimedDelivery[]> {
  const want = { limit: 64, share: ALL_RECEIVERS, after: null };
  return (await claim(app.db, app.clock, want)).deliveries;
}

function nameOf({ uuid }: ClaimedDelivery): string {
  return uuid;
}

function settle(sent: SentDelivery): Promise<void> {
  const settler = new Settler({
    ...app,
    schedule_ms: [0, 60_000],
    log: pino({ level: 'silent' }),
    deliveryMetrics: workerMetrics(new Registry()),
    onSettled: () => {},
  });
  return settler.settle(sent);
}

async function untilQuiet(): Promise<void> {
  const busy = sql`SELECT FROM webhook_endpoints WHERE in_flight > 0 OR claim_at <= ${app.clock.now()}`;
  const fresh = sql`SELECT FROM webhook_open_deliveries WHERE state <> 'waiting'`;
  await until('nothing to do', async () => {
    return !hasRows(await app.db.query(busy)) && !hasRows(await app.db.query(fresh));
  });
}

function hasRows(rows: object[]): boolean {
  return rows.length > 0;
}
