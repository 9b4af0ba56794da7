import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../platform/database/database.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { leaveUnderWay, setFailing } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('a long recovery does not keep a worker from taking over what another one has lost', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const path = `/api/v2/webhook-subscriptions/${uuid}`;
  const since = app.clock.now();
  await app.call('PATCH', path, { as: ada, body: { enabled: false } });
  await planTestDeliveries({ ...app, account_uuid }, 1200);
  await app.call('PATCH', path, { as: ada, body: { enabled: true } });
  app.clock.advance(1000);
  assert.equal((await app.call('POST', `${path}/recover`, { as: ada, body: { since } })).status, 202);

  const jobs: string[] = [];
  const query: Database['query'] = async (statement) => {
    const rows = await app.db.query(statement);
    if (statement.text.includes('WITH expired AS')) jobs.push('leases');
    if (statement.text.includes('WITH job AS')) {
      jobs.push('recovery');
      app.clock.advance(1000);
    }
    return rows as never;
  };
  await app.startWorker({ db: { ...app.db, query } });
  await untilDeliveries(app.db, uuid, { succeeded: 1200 });
  assert.deepEqual(jobs.slice(0, 6), ['leases', 'recovery', 'leases', 'recovery', 'leases', 'recovery']);
});

test('a job that fails keeps none of the others from being done', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  const now = app.clock.now();
  await leaveUnderWay(app, uuid, 0);
  const [since, paused_until] = [-6, 1].map((days) => new Date(now.getTime() + days * DAY_MS));
  await setFailing(app, uuid, { since: since!, paused_until: paused_until! });
  // Relays come between the two, and are ended in a transaction.
  const transaction: Database['transaction'] = async () => {
    throw new Error('no relay can be ended');
  };
  await app.startWorker({ db: { ...app.db, transaction } });
  await untilDeliveries(app.db, uuid, { not_sent: 1 });
});
