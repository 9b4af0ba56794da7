import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { purgeDeletedSubscriptions } from '../subscriptions/actions.ts';
import { forgetOldDeliveries } from './actions.ts';
import { LOG_LIFETIME_MAX_MS } from './partitions.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  await subscribe(app, ada, receiver.url);
  await app.startWorker();
});
after(async () => {
  await app.close();
  await receiver.close();
});

test('finished deliveries and their attempts are kept for thirty days and then dropped by the week', async () => {
  await planTestDeliveries({ ...app, account_uuid }, 5);
  await untilCount(5);
  assert.equal(await count('webhook_finished_deliveries_default'), 0);
  app.clock.advance(30 * DAY_MS);
  await forgetOldDeliveries(app.db, app.clock);
  assert.equal(await count('webhook_finished_deliveries'), 5);
  app.clock.advance(7 * DAY_MS);
  while ((await forgetOldDeliveries(app.db, app.clock)) > 0);
  assert.equal(await count('webhook_finished_deliveries'), 0);
  assert.equal(await count('webhook_attempts'), 0);
});

test('the partitions of the next four weeks are there, also when two nodes make them at once', async () => {
  await Promise.all([forgetOldDeliveries(app.db, app.clock), forgetOldDeliveries(app.db, app.clock)]);
  app.clock.advance(28 * DAY_MS);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await untilCount(1);
  assert.equal(await count('webhook_finished_deliveries_default'), 0);
});

test('what falls outside all partitions is kept in the default one, for as long', async () => {
  app.clock.advance(365 * DAY_MS);
  await planTestDeliveries({ ...app, account_uuid }, 2);
  await untilCount(3);
  assert.equal(await count('webhook_finished_deliveries_default'), 2);
  while ((await forgetOldDeliveries(app.db, app.clock)) > 0);
  assert.equal(await count('webhook_finished_deliveries'), 2);
  app.clock.advance(30 * DAY_MS + 1);
  while ((await forgetOldDeliveries(app.db, app.clock)) > 0);
  assert.equal(await count('webhook_finished_deliveries'), 0);
});

test('a subscription that was deleted is forgotten when the last of its deliveries is, and not before', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const path = `/api/v2/webhook-subscriptions/${uuid}`;
  await app.call('DELETE', path, { as: ada });
  const there = await count('webhook_subscriptions');
  app.clock.advance(LOG_LIFETIME_MAX_MS);
  assert.equal(await purgeDeletedSubscriptions(app.db, app.clock), 0);
  app.clock.advance(1);
  assert.equal(await purgeDeletedSubscriptions(app.db, app.clock), 1);
  assert.equal(await count('webhook_subscriptions'), there - 1);
});

test('a worker starts and delivers while a backup keeps the next partitions from being made', async () => {
  app.clock.advance(28 * DAY_MS);
  const before = await count('webhook_finished_deliveries');
  await app.db.transaction(async (backup) => {
    await backup.query(sql`LOCK TABLE webhook_attempts, webhook_finished_deliveries IN ACCESS SHARE MODE`);
    await (await app.startWorker()).stop();
    await planTestDeliveries({ ...app, account_uuid }, 1);
    await untilCount(before + 1);
  });
});

async function count(table: string): Promise<number> {
  const [row] = await app.db.query<{ count: number }>(sql`SELECT count(*) FROM ${sql([table])}`);
  return row!.count;
}

async function untilCount(expected: number): Promise<void> {
  const finished = () => count('webhook_finished_deliveries');
  await until(`${expected} finished deliveries`, finished, (seen) => seen === expected);
}
