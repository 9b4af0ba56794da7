import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { SentMail } from '../../platform/mail/mailer.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { subscribe } from '../../testing/test-deliveries.ts';
import { warnOfFailingReceivers } from './warnings.ts';

const DAY_MS = 24 * 3_600_000;
const URL = 'http://127.0.0.1:9/hook';

let app: TestApp;
let ada: TestUser;
let mails: SentMail[];
let uuid: string;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  await app.db.query(sql`DELETE FROM webhook_subscriptions`);
  ada = await app.addUser();
  mails = app.mails;
  mails.length = 0;
  uuid = (await subscribe(app, ada, URL)).uuid;
});

test('an owner is told at half of the five days, shortly before their end, and when it is disabled, each once', async () => {
  await setFailingSince(app.clock.now());
  for (const days of [2.4, 0.1, 1, 1, 0.4]) {
    app.clock.advance(days * DAY_MS);
    await warn();
    await warn();
  }
  await disable('failing');
  await warn();
  await warn();
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [
      [ada.email, 'A webhook is failing'],
      [ada.email, 'A webhook is failing and will soon be disabled'],
      [ada.email, 'A webhook was disabled'],
    ],
  );
  for (const { text } of mails) assert.ok(text.includes(URL) && text.includes(uuid));
});

test('an owner who wants no mail about it hears of a disabled receiver at the bell alone', async () => {
  const body = { sorts: { receiver_disabled: { mail: false } } };
  await app.call('PATCH', '/api/v2/notification-settings', { as: ada, body });
  await disable('gone');
  await warn();
  await warn();
  assert.deepEqual(mails, []);
  const told = (await app.call('GET', '/api/v2/notifications', { as: ada })).body.data;
  assert.deepEqual(
    told.map(({ sort, subject }: { sort: string; subject: object }) => [sort, subject]),
    [['receiver_disabled', { resource: 'webhook_subscription', uuid, name: URL }]],
  );
});

test('several nodes that look at once send one mail together', async () => {
  await disable('gone');
  await Promise.all([warn(), warn(), warn()]);
  assert.equal(mails.length, 1);
});

test('an owner is told again when it fails again after it worked', async () => {
  await setFailingSince(app.clock.now());
  app.clock.advance(3 * DAY_MS);
  await warn();
  await setFailingSince(null);
  await warn();
  await setFailingSince(app.clock.now());
  app.clock.advance(3 * DAY_MS);
  await warn();
  assert.equal(mails.length, 2);
});

test('nobody is told of what they disabled or deleted themselves', async () => {
  const path = `/api/v2/webhook-subscriptions/${uuid}`;
  await app.call('PATCH', path, { as: ada, body: { enabled: false } });
  await warn();
  await app.call('PATCH', path, { as: ada, body: { enabled: true } });
  await setFailingSince(app.clock.now());
  await app.call('DELETE', path, { as: ada });
  app.clock.advance(3 * DAY_MS);
  await warn();
  assert.equal(mails.length, 0);
});

async function warn(): Promise<void> {
  while ((await warnOfFailingReceivers(app)) > 0);
  await app.jobs.finished();
}

async function setFailingSince(failing_since: Date | null): Promise<void> {
  await app.db.query(sql`
    UPDATE webhook_endpoints SET failing_since = ${failing_since}, paused_until = ${failing_since} WHERE subscription_uuid = ${uuid}`);
}

async function disable(reason: 'failing' | 'gone'): Promise<void> {
  await setFailingSince(null);
  await app.db.query(sql`
    UPDATE webhook_subscriptions SET enabled = false, disabled_reason = ${reason}, disabled_at = ${app.clock.now()}
    WHERE uuid = ${uuid}`);
}
