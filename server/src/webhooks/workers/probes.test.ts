import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { endLeases, loseDelivery, ownAllElsewhere } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// A delivery is sent again by hand while its receiver fails, and something comes in between: how
// both end.

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

test('what was sent again by hand is the next attempt, and the only one in the pause', async () => {
  const resent = await latest();
  await resend(resent);
  await plan(3);
  const attempts = receiver.received.length;
  assert.ok(app.clock.now() < new Date(paused_until));
  await app.startWorker();
  const requests = await receiver.untilReceived(attempts + 1);
  assert.equal(requests.at(-1)!.headers['x-delivery-uuid'], resent);
  await until('it to be settled', async () => (await endpoint()).probe_uuid === null);
  assert.equal(receiver.received.length, attempts + 1);
  assert.deepEqual(await endpoint(), { paused_until, probe_uuid: null });
});

test('what was sent again by hand is made by the worker that comes after one that was taken over', async () => {
  const resent = await latest();
  const attempts = receiver.received.length;
  await ownAllElsewhere(app);
  await resend(resent);
  await app.startWorker();
  await endLeases(app);
  const requests = await receiver.untilReceived(attempts + 1);
  assert.equal(requests.at(-1)!.headers['x-delivery-uuid'], resent);
});

test('a resend whose delivery is gone ends with its turn: nothing is sent in the pause, and the next probe comes at its time', async () => {
  const resent = await latest();
  await resend(resent);
  await loseDelivery(app, resent);
  await plan(3);
  const attempts = receiver.received.length;
  await app.startWorker();
  receiver.answerWith(200);
  app.clock.advance(2 * 3_600_000);
  await untilDeliveries(app.db, uuid, { succeeded: 22 });
  assert.ok(attempts < receiver.received.length);
  assert.equal((await endpoint()).paused_until, null);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

async function endpoint() {
  const [row] = await app.db.query<{
    paused_until: string | null;
    probe_uuid: string | null;
  }>(sql`SELECT paused_until, probe_uuid FROM webhook_endpoints`);
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
