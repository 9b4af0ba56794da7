import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { spoilFirst } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Shows what becomes of outcomes that the database does not take.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
const lines: { msg: string; delivery_uuid?: string }[] = [];

withReceivers(
  (given) => {
    ({ app, receiver, ada, account_uuid } = given);
  },
  { log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }) },
);

test('an outcome that the database refuses holds back no other, and is told with its delivery', async () => {
  const poisoned = await subscribe(app, ada, receiver.url);
  await plan(8);
  const sound = await subscribe(app, ada, receiver.url);
  await plan(20);
  const refused = await spoilFirst(app, poisoned.uuid);
  await app.startWorker();
  await untilDeliveries(app.db, sound.uuid, { succeeded: 20 });
  await untilDeliveries(app.db, poisoned.uuid, { succeeded: 27, pending: 1 });
  const told = await until(
    'the refusal',
    async () => lines.filter(({ msg }) => msg.startsWith('the database refuses')),
    (seen) => seen.length > 0,
  );
  const metrics = await app.call('GET', '/metrics');
  assert.ok(metrics.body.includes('\nrapport_webhook_settle_failures_total 1\n'));
  assert.deepEqual(
    told.map(({ delivery_uuid }) => delivery_uuid),
    [refused],
  );
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
