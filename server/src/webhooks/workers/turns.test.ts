import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { deliveryHealth } from '../queue/queue-health.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Shows what the operator learns of how far workers are behind, and which receiver waits for which.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('a flood for many receivers does not keep a quiet one waiting', async () => {
  for (let n = 0; n < 20; n++) await subscribe(app, ada, receiver.url);
  await app.startWorker();
  await plan(200);
  const quiet = await subscribe(app, ada, receiver.url);
  await plan(1);
  await untilDeliveries(app.db, quiet.uuid, { succeeded: 1 });
  assert.ok(receiver.received.length < 2_500, `${receiver.received.length} came before it`);
});

test('deliveries that wait for slots of their receiver do not look as if workers were behind', async () => {
  await subscribe(app, ada, receiver.url);
  const open: (() => void)[] = [];
  receiver.handle((response) => open.push(() => response.end()));
  await plan(20);
  await app.startWorker();
  await receiver.untilReceived(8);
  app.clock.advance(5_000);
  assert.equal((await deliveryHealth(app.db, app.clock)).lag_ms, 0);
  receiver.answerWith(200);
  for (const answer of open) answer();
});

test('a delivery that no worker takes shows how far workers are behind', async () => {
  await subscribe(app, ada, receiver.url);
  await plan(1);
  app.clock.advance(5_000);
  assert.equal((await deliveryHealth(app.db, app.clock)).lag_ms, 5_000);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
