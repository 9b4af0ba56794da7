import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { type ClaimedDelivery, claim } from './claim.ts';
import { releaseExpiredLeases } from './queries.ts';
import { ALL_RECEIVERS } from './share.ts';

// Whose turn it is when more is due than can be sent.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

beforeEach(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

test('a receiver with a long backlog does not come before one that has nothing under way', async () => {
  const backlogged = await subscribe(app, ada, receiver.url);
  await plan(20);
  await putIntoBacklogs();
  app.clock.advance(1_000);
  const quiet = await subscribe(app, ada, receiver.url);
  await plan(1);
  const claimed = [...(await claimSome(1, { lookahead: 8 })), ...(await claimSome(1, { lookahead: 8 }))];
  assert.deepEqual(claimed.map(receiverOf), [backlogged.uuid, quiet.uuid]);
});

test('new deliveries that come after a backlog do not stand before that of another receiver', async () => {
  await subscribe(app, ada, receiver.url);
  await plan(20);
  await putIntoBacklogs();
  await plan(3);
  app.clock.advance(1_000);
  const quiet = await subscribe(app, ada, receiver.url);
  await plan(1);
  const claimed: ClaimedDelivery[] = [];
  for (let n = 0; n < 5; n++) claimed.push(...(await claimSome(1)));
  assert.equal(claimed.length, 5);
  assert.equal(claimed.filter((delivery) => receiverOf(delivery) === quiet.uuid).length, 1);
});

test('a first attempt that a lost worker had under way is made before all that came later', async () => {
  await subscribe(app, ada, receiver.url);
  for (let n = 0; n < 10; n++) {
    await plan(1);
    app.clock.advance(1);
  }
  await putIntoBacklogs();
  const lost = await claimSome(1);
  app.clock.advance(30_000);
  assert.equal(await releaseExpiredLeases(app.db, app.clock.now(), 10), 1);
  const [again] = await claimSome(1);
  assert.equal(again!.uuid, lost[0]!.uuid);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

/** Puts all that is new where claims put it that find no slot free. */
async function putIntoBacklogs(): Promise<void> {
  await app.db.query(sql`UPDATE webhook_open_deliveries SET state = 'waiting'`);
  await app.db.query(sql`UPDATE webhook_endpoints SET backlog_due_at = ${app.clock.now()}`);
}

async function claimSome(limit: number, { lookahead = limit } = {}): Promise<ClaimedDelivery[]> {
  const want = { limit, lookahead, share: ALL_RECEIVERS, only_retries: false };
  return (await claim(app.db, app.clock, want)).deliveries;
}

function receiverOf({ subscription_uuid }: ClaimedDelivery): string {
  return subscription_uuid;
}
