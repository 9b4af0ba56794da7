import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { Database } from '../../platform/database/database.ts';
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

for (const statement of ['put_off_deliveries', 'end_deliveries', 'keep_endpoints']) {
  test(`an attempt is logged once although the answer of ${statement} is lost`, async () => {
    const { uuid } = await subscribe(app, ada, receiver.url);
    await plan(4);
    const answers = [200, 503, 503, 503];
    receiver.handle((response) => response.writeHead(answers.shift() ?? 200).end());
    let lost = 0;
    const query: Database['query'] = async (asked) => {
      const rows = await app.db.query(asked);
      if ((asked as { name?: string }).name !== statement || lost === 2) return rows as never;
      lost += 1;
      throw Object.assign(new Error('the connection is lost'), { code: '08006' });
    };
    await app.startWorker({ db: { ...app.db, query } });
    await receiver.untilReceived(4);
    await until('the failed attempts to be logged', async () => {
      const { body } = await logOf(uuid);
      return body.data.every((delivery: { attempt_count: number }) => delivery.attempt_count > 0);
    });
    app.clock.advance(60 * 60_000);
    await untilDeliveries(app.db, uuid, { succeeded: 4 });
    const { body } = await logOf(uuid);
    const counts = body.data.map(({ attempt_count }: { attempt_count: number }) => attempt_count);
    assert.deepEqual(counts.toSorted(), [1, 2, 2, 2]);
    assert.equal(lost, 2);
  });
}

function logOf(uuid: string) {
  return app.call('GET', `/api/v2/webhook-subscriptions/${uuid}/deliveries`, { as: ada });
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
