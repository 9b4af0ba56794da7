import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';

// What becomes of outcomes that the database does not take.

/** A count that one attempt more does not fit into. */
const SMALLINT_MAX = 32_767;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let lines: { msg: string; delivery_uuid?: string }[];

beforeEach(async () => {
  lines = [];
  app = await startTestApp({ log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }) });
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

test('an outcome that the database refuses holds back no other, and is told with its delivery', async () => {
  const poisoned = await subscribe(app, ada, receiver.url);
  await plan(8);
  const sound = await subscribe(app, ada, receiver.url);
  await plan(20);
  const [delivery] = await app.db.query<{ uuid: string }>(sql`
    UPDATE webhook_open_deliveries SET attempt_count = ${SMALLINT_MAX}
    WHERE uuid = (SELECT uuid FROM webhook_open_deliveries WHERE subscription_uuid = ${poisoned.uuid} ORDER BY uuid LIMIT 1)
    RETURNING uuid`);
  await app.startWorker();
  await untilDeliveries(app.db, sound.uuid, { succeeded: 20 });
  await untilDeliveries(app.db, poisoned.uuid, { succeeded: 27, sending: 1 });
  const told = lines.filter(({ msg }) => msg.startsWith('the database refuses'));
  const metrics = await app.call('GET', '/metrics');
  assert.ok(metrics.body.includes('\nrapport_webhook_settle_failures_total 1\n'));
  assert.deepEqual(
    told.map(({ delivery_uuid }) => delivery_uuid),
    [delivery!.uuid],
  );
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
