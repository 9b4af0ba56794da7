import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let receiver: TestReceiver;

beforeEach(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

test('a long recovery does not keep a worker from taking over what another one has lost', async () => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  const path = `/api/v2/webhook-subscriptions/${uuid}`;
  const since = app.clock.now();
  await app.call('PATCH', path, { as: ada, body: { enabled: false } });
  await planTestDeliveries({ ...app, account_uuid }, 1200);
  await app.call('PATCH', path, { as: ada, body: { enabled: true } });
  app.clock.advance(1000);
  assert.equal((await app.call('POST', `${path}/recover`, { as: ada, body: { since } })).status, 202);

  const chores: string[] = [];
  const query: Database['query'] = async (statement) => {
    const rows = await app.db.query(statement);
    if (statement.text.includes('WITH expired AS')) chores.push('leases');
    if (statement.text.includes('WITH job AS')) {
      chores.push('recovery');
      app.clock.advance(1000);
    }
    return rows as never;
  };
  await app.startWorker({ db: { ...app.db, query } });
  await untilDeliveries(app.db, uuid, { succeeded: 1200 });
  assert.deepEqual(chores.slice(0, 6), ['leases', 'recovery', 'leases', 'recovery', 'leases', 'recovery']);
});

test('a chore that fails keeps none of the others from being done', async () => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  const now = app.clock.now();
  // As a worker leaves it that is gone, of a receiver that has failed for too long.
  await app.db.query(
    sql`UPDATE webhook_open_deliveries SET state = 'sending', due_at = ${now} WHERE subscription_uuid = ${uuid}`,
  );
  const [failing_since, paused_until] = [-6, 1].map((days) => new Date(now.getTime() + days * DAY_MS));
  await app.db.query(sql`
    UPDATE webhook_endpoints SET in_flight = 1, paused_until = ${paused_until}, failing_since = ${failing_since}
    WHERE subscription_uuid = ${uuid}`);
  // Relays come between the two, and are ended in a transaction.
  const transaction: Database['transaction'] = async () => {
    throw new Error('no relay can be ended');
  };
  await app.startWorker({ db: { ...app.db, transaction } });
  await untilDeliveries(app.db, uuid, { not_sent: 1 });
});
