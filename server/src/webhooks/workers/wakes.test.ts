import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../platform/database/database.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Shows what makes a worker look again at once. The clock stands still, so no poll finds anything.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('what is behind the deliveries that are kept of a receiver is not left for the next poll', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(100);
  await app.startWorker();
  await plan(100);
  await untilDeliveries(app.db, uuid, { succeeded: 200 });
});

for (const statement of [
  'look_for_changes',
  'read_endpoints',
  'read_next',
  'list_receivers',
  'read_deliveries',
]) {
  test(`what waits is sent also when the database fails at ${statement}`, async () => {
    const { uuid } = await subscribe(app, ada, receiver.url);
    await plan(50);
    let failures = 0;
    const query: Database['query'] = async (asked) => {
      if ((asked as { name?: string }).name !== statement || failures === 2) return app.db.query(asked);
      failures += 1;
      throw Object.assign(new Error('the connection is lost'), { code: '08006' });
    };
    await app.startWorker({ db: { ...app.db, query } });
    await untilDeliveries(app.db, uuid, { succeeded: 50 });
    assert.equal(failures, 2);
  });
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
