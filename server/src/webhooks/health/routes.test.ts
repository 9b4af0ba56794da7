import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { forgetOldDeliveries } from '../queue/actions.ts';

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let uuid: string;

before(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  uuid = (await subscribe(app, ada, receiver.url)).uuid;
});
after(async () => {
  await receiver.close();
  await app.close();
});

test('the attempts of a worker are added up, and those that failed count too', async () => {
  const worker = await app.startWorker();
  await plan(3);
  await untilDeliveries(app.db, uuid, { succeeded: 3 });
  receiver.answerWith(500);
  await plan(1);
  await receiver.untilReceived(4);
  // A worker that stops leaves no count behind.
  await worker.stop();
  const { last_24_hours, last_30_days } = await health();
  assert.deepEqual([last_24_hours.succeeded_count, last_24_hours.failed_count], [3, 1]);
  assert.equal(last_24_hours.success_rate, 0.75);
  assert.equal(last_30_days.steps.length, 30);
  assert.equal(last_30_days.steps.at(-1).failed_count, 1);
  assert.ok(last_24_hours.max_ms >= last_24_hours.mean_ms);
});

test('a worker that goes on writes its counts by itself', async () => {
  receiver.answerWith(204);
  await app.startWorker();
  await plan(2);
  await until('the counts', async () => (await health()).last_24_hours.succeeded_count >= 5);
});

test('the sums go with the log after 30 days', async () => {
  app.clock.advance(31 * 24 * 3_600_000);
  await forgetOldDeliveries(app.db, app.clock);
  const rows = await app.db.query(sql`SELECT 1 FROM webhook_attempt_hours`);
  assert.deepEqual(rows, []);
});

// biome-ignore lint/suspicious/noExplicitAny: an answer
async function health(): Promise<any> {
  return (await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}/health`, { as: ada })).body.data;
}

function plan(count: number): Promise<unknown> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
