import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { keepRecurring } from '../../jobs/actions.ts';
import { REMIND } from '../../notifications/reminders/actions.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { withReceivers } from '../testing/with-receivers.ts';

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers(
  (given) => {
    ({ app, receiver, ada, account_uuid } = given);
  },
  { is_copy: true },
);

test('a copy ends its deliveries as not sent, test events too, and says why', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 3);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { not_sent: 3 });
  const found = await readDeliveries(app.db, uuid);
  assert.deepEqual([...new Set(found.map((one) => one.not_sent_reason))], ['copy']);
  const { body } = await app.call('POST', `/api/v2/webhook-subscriptions/${uuid}/test`, {
    as: ada,
    body: {},
  });
  assert.deepEqual([body.data.not_sent_reason, body.data.attempt], ['copy', null]);
  assert.equal(receiver.received.length, 0);
});

test('a copy reminds nobody, and keeps the reminders for when it is made live', async () => {
  const due_at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const body = { account_uuid, title: 'Call', assignee_uuid: ada.uuid, due_at };
  await app.call('POST', '/api/v2/tasks', { as: ada, body });
  await keepRecurring(app.db, app.clock, [REMIND]);
  app.clock.advance(3_600_000);
  await app.jobs.finished();
  const { body: told } = await app.call('GET', '/api/v2/notifications', { as: ada });
  assert.deepEqual(told.data, []);
  const [kept] = await app.db.query<{ count: number }>(sql`SELECT count(*) FROM reminders`);
  assert.equal(kept!.count, 1);
});

test('each page of a copy says that it is one', async () => {
  const page = await fetch(`${app.base_url}/sign-in`);
  assert.match(await page.text(), /<body><p class="copy-strip">A copy: /);
});
