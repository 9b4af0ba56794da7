import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { moveUnchecked } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// A target is refused when a delivery is to be sent: the operator has changed what is allowed, or
// its name leads elsewhere for a while.

const HOUR_MS = 3_600_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let subscription: WebhookSubscription;

withReceivers(async (given) => {
  ({ app, receiver, ada, account_uuid } = given);
  subscription = await subscribe(app, ada, receiver.url);
  await moveUnchecked(app, subscription.uuid, 'http://10.0.0.5/');
});

test('a delivery whose address is not allowed is tried again, and arrives once it is', async () => {
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await app.startWorker();
  await untilAttempts(1);
  const [delivery] = await readDeliveries(app.db, subscription.uuid);
  const { body } = await app.call('GET', `/api/v2/webhook-deliveries/${delivery!.uuid}`, { as: ada });
  const { error_kind, error_detail } = body.data.attempts[0];
  assert.equal(error_kind, 'target_not_allowed');
  assert.match(error_detail, /10\.0\.0\.5 is a private address.*RAPPORT_WEBHOOK_ALLOWED_TARGETS=10\.0\.0\.5/);
  assert.equal('log_detail' in body.data.attempts[0], false);

  await moveUnchecked(app, subscription.uuid, receiver.url);
  app.clock.advance(HOUR_MS);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
});

test('a delivery whose address is never allowed ends as not sent, with the reason', async () => {
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await app.startWorker();
  await untilAttempts(1);
  app.clock.advance(HOUR_MS);
  await untilAttempts(2);
  app.clock.advance(2 * HOUR_MS);
  await untilDeliveries(app.db, subscription.uuid, { not_sent: 1 });
  const [delivery] = await readDeliveries(app.db, subscription.uuid);
  assert.deepEqual([delivery!.not_sent_reason, delivery!.attempt_count], ['target_not_allowed', 3]);
  assert.equal(receiver.received.length, 0);
});

test('a subscription whose address is not allowed is shown as failing', async () => {
  await planTestDeliveries({ ...app, account_uuid }, 5);
  await app.startWorker();
  await untilAttempts(5);
  const { body } = await app.call('GET', `/api/v2/webhook-subscriptions/${subscription.uuid}`, { as: ada });
  assert.notEqual(body.data.failing_since, null);
});

/** Resolves when so many attempts have been made, and their outcomes are written. */
async function untilAttempts(count: number): Promise<void> {
  const made = async () => {
    const rows = await readDeliveries(app.db, subscription.uuid);
    return rows.reduce((sum, { attempt_count }) => sum + attempt_count, 0);
  };
  await until(`${count} attempts`, made, (found) => found === count);
}
