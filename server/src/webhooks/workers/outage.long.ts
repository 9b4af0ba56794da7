import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { SLOTS_MAX } from '../queue/breaker.ts';

const WAITING = 100_000;
const EVENTS_AT_ONCE = 2_000;
/** Longer than any pause between the first probes. */
const PROBE_PAUSE_MS = 2 * 3_600_000;
const PROBES = 5;

let app: TestApp;
let receiver: TestReceiver;
before(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
});
after(async () => {
  await app.close();
  await receiver.close();
});

test('an outage with 100,000 waiting deliveries costs one attempt at a time, and then all arrive, the oldest first', async (t) => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  await subscribe(app, ada, receiver.url);
  for (let planned = 0; planned < WAITING; planned += EVENTS_AT_ONCE) {
    await planTestDeliveries({ ...app, account_uuid }, EVENTS_AT_ONCE);
    app.clock.advance(1);
  }

  receiver.answerWith(500);
  await app.startWorker();
  await untilQuiet();
  const before = receiver.received.length;
  assert.ok(before <= 5 + SLOTS_MAX - 1, `${before} attempts until it was known to fail`);
  for (let probe = 1; probe <= PROBES; probe++) {
    app.clock.advance(PROBE_PAUSE_MS);
    await receiver.untilReceived(before + probe);
    await untilQuiet();
    assert.equal(receiver.received.length, before + probe);
  }

  const failed = new Set(uuidsFrom(0));
  const backAt = receiver.received.length;
  const open: number[] = [];
  let now_open = 0;
  receiver.handle((response) => {
    open.push(++now_open);
    response.on('close', () => now_open--);
    setImmediate(() => response.end());
  });
  const started_ms = performance.now();
  app.clock.advance(24 * 3_600_000);
  while ((await left()) > 0) await delay(100);
  const lasted_s = (performance.now() - started_ms) / 1000;
  t.diagnostic(
    `${WAITING} after the outage in ${lasted_s.toFixed(1)} s, ${before + PROBES} attempts during it`,
  );

  assert.equal(receiver.received.length, backAt + WAITING);
  assert.equal(open[0], 1);
  assert.ok(Math.max(...open.slice(0, 3)) <= 2, `${open.slice(0, 10)}`);
  assert.ok(Math.max(...open) <= SLOTS_MAX);
  const order = uuidsFrom(backAt).filter((uuid) => !failed.has(uuid));
  // The uuid tells the millisecond in which it was planned, to which two thousand belong.
  const moments = order.map((uuid) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));
  const latest = { seen: 0, late_by: 0 };
  for (const moment of moments) {
    latest.late_by = Math.max(latest.late_by, latest.seen - moment);
    latest.seen = Math.max(latest.seen, moment);
  }
  assert.ok(latest.late_by <= 1, `one came ${latest.late_by} ms behind younger ones`);
});

/** Until the receiver is left alone. */
async function untilQuiet(): Promise<void> {
  const busy = sql`
    SELECT FROM webhook_endpoints WHERE paused_until IS NULL OR paused_until <= ${app.clock.now()}`;
  while ((await app.db.query(busy)).length > 0) await delay(20);
}

async function left(): Promise<number> {
  return (await app.db.query(sql`SELECT FROM webhook_open_deliveries LIMIT 1`)).length;
}

function uuidsFrom(index: number): string[] {
  return receiver.received.slice(index).map(({ headers }) => headers['x-delivery-uuid'] as string);
}
