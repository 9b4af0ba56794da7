import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { type ClaimedDelivery, claim } from '../queue/claim.ts';
import { releaseExpiredLeases } from '../queue/queries.ts';
import { deliveryHealth } from '../queue/queue-health.ts';
import { ALL_RECEIVERS, type Share } from '../queue/share.ts';
import { planOnlyFor, putIntoBacklogs, setFailing, takeAllSlots } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Whose turn it is when more is due than can be sent.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
/** Where the next claim goes on in the round of the receivers. */
let after: string | null;

withReceivers((given) => {
  after = null;
  ({ app, receiver, ada, account_uuid } = given);
});

test('a receiver with a long backlog does not come before one that has nothing under way', async () => {
  const backlogged = await subscribe(app, ada, receiver.url);
  await plan(20);
  await putIntoBacklogs(app);
  app.clock.advance(1_000);
  const quiet = await subscribe(app, ada, receiver.url);
  await plan(1);
  const claimed = [...(await claimSome(1)), ...(await claimSome(1))];
  assert.deepEqual(claimed.map(receiverOf), [backlogged.uuid, quiet.uuid]);
});

test('new deliveries that come after a backlog do not stand before that of another receiver', async () => {
  await subscribe(app, ada, receiver.url);
  await plan(20);
  await putIntoBacklogs(app);
  await plan(3);
  app.clock.advance(1_000);
  const quiet = await subscribe(app, ada, receiver.url);
  await plan(1);
  const claimed: ClaimedDelivery[] = [];
  for (let n = 0; n < 5; n++) claimed.push(...(await claimSome(1)));
  assert.equal(claimed.length, 5);
  assert.equal(claimed.filter((delivery) => receiverOf(delivery) === quiet.uuid).length, 1);
});

test('new deliveries that come after a backlog are not written twice while they hide no others', async () => {
  await subscribe(app, ada, receiver.url);
  await plan(20);
  await putIntoBacklogs(app);
  await plan(3);
  assert.equal((await claimSome(1)).length, 1);
  assert.deepEqual(await countWaiting(), [{ count: 19 }]);
});

test('new deliveries of a share that come after a backlog do not stand before that of another receiver of it', async () => {
  await subscribeOfShare(0);
  await plan(20);
  await putIntoBacklogs(app);
  await subscribeOfShare(1);
  await plan(4);
  const quiet = await subscribeOfShare(0);
  await plan(1);
  const claimed: ClaimedDelivery[] = [];
  for (let n = 0; n < 5; n++) claimed.push(...(await claimSome(1, { share: shareOf(0) })));
  assert.equal(claimed.filter((delivery) => receiverOf(delivery) === quiet).length, 1);
});

test('a flood for many receivers does not keep a quiet one waiting, and nothing of it is written twice', async () => {
  for (let n = 0; n < 40; n++) await subscribe(app, ada, receiver.url);
  await plan(100);
  app.clock.advance(1_000);
  const quiet = await subscribe(app, ada, receiver.url, { events: ['login.*'] });
  await planOnlyFor(app, quiet.uuid);
  const claimed = await claimSome(64);
  assert.equal(claimed.length, 64);
  assert.equal(claimed.filter((delivery) => receiverOf(delivery) === quiet.uuid).length, 1);
  assert.deepEqual(await countWaiting(), [{ count: 0 }]);
});

test('claims that find less room than receivers go round all of them', async () => {
  for (let n = 0; n < 10; n++) await subscribe(app, ada, receiver.url);
  await plan(8);
  const claimed: ClaimedDelivery[] = [];
  for (let n = 0; n < 6; n++) claimed.push(...(await claimSome(4)));
  assert.deepEqual([claimed.length, new Set(claimed.map(receiverOf)).size], [24, 10]);
});

test('what is new for a receiver that fails moves to its backlog, and for one that is busy it stays', async () => {
  const failing = await subscribe(app, ada, receiver.url);
  const busy = await subscribe(app, ada, receiver.url);
  await takeAllSlots(app, busy.uuid);
  const now = app.clock.now();
  await setFailing(app, failing.uuid, { since: now, paused_until: new Date(now.getTime() + 60_000) });
  await plan(3);
  const { deliveries, round } = await claim(app.db, app.clock, {
    limit: 64,
    share: ALL_RECEIVERS,
    after: null,
  });
  assert.deepEqual([deliveries, round.left_new], [[], true]);
  assert.deepEqual(
    await app.db.query(
      sql`SELECT subscription_uuid, state, count(*) FROM webhook_open_deliveries GROUP BY 1, 2 ORDER BY 1`,
    ),
    [
      { subscription_uuid: failing.uuid, state: 'waiting', count: 3 },
      { subscription_uuid: busy.uuid, state: 'new', count: 3 },
    ],
  );
});

test('deliveries that wait for slots of their receiver do not look as if workers were behind', async () => {
  await subscribe(app, ada, receiver.url);
  const open: (() => void)[] = [];
  receiver.handle((response) => open.push(() => response.end()));
  await plan(20);
  await app.startWorker();
  await receiver.untilReceived(8);
  app.clock.advance(5_000);
  assert.equal((await deliveryHealth(app.db, app.clock)).lag_ms, 0);
  receiver.answerWith(200);
  for (const answer of open) answer();
});

test('a delivery that no worker takes shows how far workers are behind', async () => {
  await subscribe(app, ada, receiver.url);
  await plan(1);
  app.clock.advance(5_000);
  assert.equal((await deliveryHealth(app.db, app.clock)).lag_ms, 5_000);
});

test('what is new for busy receivers moves to their backlogs when they fill more than half of a round', async () => {
  for (let n = 0; n < 9; n++) await subscribe(app, ada, receiver.url);
  await plan(2);
  await takeAllSlots(app);
  assert.deepEqual(await claimSome(16), []);
  assert.deepEqual(await countWaiting(), [{ count: 18 }]);
});

test('a first attempt that a lost worker had under way is made before all that came later', async () => {
  await subscribe(app, ada, receiver.url);
  for (let n = 0; n < 10; n++) {
    await plan(1);
    app.clock.advance(1);
  }
  await putIntoBacklogs(app);
  const lost = await claimSome(1);
  app.clock.advance(30_000);
  assert.equal(await releaseExpiredLeases(app.db, app.clock.now(), 10), 1);
  const [again] = await claimSome(1);
  assert.equal(again!.uuid, lost[0]!.uuid);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

function countWaiting(): Promise<object[]> {
  return app.db.query(sql`SELECT count(*) FROM webhook_open_deliveries WHERE state = 'waiting'`);
}

/** A receiver that is among those of this one of two workers. */
async function subscribeOfShare(index: number): Promise<string> {
  for (;;) {
    const { uuid } = await subscribe(app, ada, receiver.url);
    if (Number.parseInt(uuid.slice(-4), 16) % 2 === index) return uuid;
    assert.equal(
      (await app.call('DELETE', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada })).status,
      204,
    );
  }
}

function shareOf(index: number): Share {
  return { index, count: 2 };
}

async function claimSome(limit: number, { share = ALL_RECEIVERS } = {}): Promise<ClaimedDelivery[]> {
  const { deliveries, round } = await claim(app.db, app.clock, { limit, share, after });
  after = round.after;
  return deliveries;
}

function receiverOf({ subscription_uuid }: ClaimedDelivery): string {
  return subscription_uuid;
}
