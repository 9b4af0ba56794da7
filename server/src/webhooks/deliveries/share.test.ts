import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { newUuid } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { claim } from './claim.ts';
import { ALL_RECEIVERS, Place, type Share } from './share.ts';

const SECOND_MS = 1_000;

let app: TestApp;
let receiver: TestReceiver;
let subscription_uuids: string[];
let account_uuid: string;

beforeEach(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
  const ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  subscription_uuids = [];
  for (let n = 0; n < 12; n++) {
    subscription_uuids.push((await subscribe(app, ada, receiver.url)).uuid);
  }
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

test('workers that run share the receivers: each delivery is of one share, and all are of some', async () => {
  const places = [new Place(app), new Place(app), new Place(app)];
  // The first two learn of the third at their second look.
  for (const place of [...places, ...places]) await place.look();
  const shares = places.map(ownShare);
  assert.deepEqual(
    shares.map(({ count }) => count),
    [3, 3, 3],
  );
  assert.deepEqual(shares.map(({ index }) => index).sort(), [0, 1, 2]);
  await plan(4);
  const claimed = await Promise.all(shares.map(receiversOf));
  assert.equal(claimed.flat().length, 48);
  const receivers = claimed.map((uuids) => new Set(uuids));
  for (const uuid of subscription_uuids) {
    assert.equal(receivers.filter((share) => share.has(uuid)).length, 1);
  }
});

test('a worker alone takes all, so does the one that is left, and workers for late retries share among themselves', async () => {
  const [first, second, retries] = [
    new Place(app),
    new Place(app),
    new Place({ ...app, only_retries: true }),
  ];
  for (const place of [first, second, retries]) await place.look();
  assert.deepEqual(ownShare(retries), ALL_RECEIVERS);
  await first.look();
  assert.equal(ownShare(first).count, 2);
  await second.leave();
  await first.look();
  assert.deepEqual(ownShare(first), ALL_RECEIVERS);
});

test('a worker that is killed is counted for 15 s more, and one that runs always', async () => {
  const [first, second] = [new Place(app), new Place(app)];
  await second.look();
  for (let second_s = 0; second_s <= 14; second_s++) {
    await first.look();
    assert.equal(ownShare(first).count, 2, `after ${second_s} s`);
    app.clock.advance(SECOND_MS);
  }
  await first.look();
  assert.deepEqual(ownShare(first), ALL_RECEIVERS);
  await second.look();
  assert.equal(ownShare(second).count, 2);
});

test('a worker looks now and then at all receivers, and makes the deliveries of one that runs and does nothing', async () => {
  const stuck = [newUuid(app.clock.now()), newUuid(app.clock.now()), newUuid(app.clock.now())];
  const beat = () =>
    app.db.query(sql`
      INSERT INTO webhook_workers (uuid, only_retries, seen_at)
      SELECT uuid, false, ${app.clock.now()} FROM unnest(${stuck}::uuid[]) AS uuid
      ON CONFLICT (uuid) DO UPDATE SET seen_at = excluded.seen_at`);
  await beat();
  await app.startWorker();
  await plan(1);
  // The clock runs on whether the worker has had its turn or not, so that leases may run out, and deliveries be made twice.
  await until('all is delivered', async () => {
    await beat();
    app.clock.advance(SECOND_MS);
    return (await app.db.query(sql`SELECT FROM webhook_open_deliveries`)).length === 0;
  });
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-delivery-uuid'])).size, 12);
});

/** The second of two at the same instant: the first may be for all receivers, to help. */
function ownShare(place: Place): Share {
  place.nextShare(0);
  return place.nextShare(0);
}

async function receiversOf(share: Share): Promise<string[]> {
  const want = { limit: 256, share, after: null, only_retries: false };
  const { deliveries } = await claim(app.db, app.clock, want);
  return deliveries.map(({ subscription_uuid }) => subscription_uuid);
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
