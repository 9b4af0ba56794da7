import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { LEASED_MAX } from './in-flight.ts';

// What receivers that hang with more slots than a worker has do to one that answers.

/** With eight slots each they would take all leases. */
const HANGING = LEASED_MAX / 8 + 2;

let app: TestApp;
let hanging: TestReceiver;
let healthy: TestReceiver;

before(async () => {
  app = await startTestApp();
  hanging = await startTestReceiver();
  healthy = await startTestReceiver();
  hanging.handle(() => {});
});
after(async () => {
  await hanging.close();
  await app.close();
  await healthy.close();
});

test('however many receivers hang, one with nothing under way is sent its delivery', async () => {
  const [ada, bob] = [await app.addUser(), await app.addUser()];
  const account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, bob, 'member');
  for (let n = 0; n < HANGING; n++) await subscribe(n % 2 ? ada : bob, `${hanging.url}/${n}`);
  await planTestDeliveries({ ...app, account_uuid }, 8);
  await app.startWorker();
  const kept = LEASED_MAX / 8;
  await hanging.untilReceived(LEASED_MAX - kept - 32);
  const { uuid } = await subscribe(ada, healthy.url);
  for (let sent = 1; sent <= 3; sent++) {
    await planTestDeliveries({ ...app, account_uuid }, 1);
    await untilDeliveries(app.db, uuid, { succeeded: sent });
  }
  assert.ok(hanging.received.length <= LEASED_MAX - kept, `${hanging.received.length} attempts hang`);
});

async function subscribe(user: TestUser, url: string): Promise<{ uuid: string }> {
  const body = { url, events: ['client.*'] };
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', { as: user, body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}
