import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { newUuid } from '../../platform/ids.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { announceWorkers } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';
import { claim } from './claim.ts';
import { ALL_RECEIVERS, Place, type Share } from './share.ts';

const SECOND_MS = 1_000;

let app: TestApp;
let receiver: TestReceiver;
let subscription_uuids: string[];
let account_uuid: string;

withReceivers(async (given) => {
  ({ app, receiver, account_uuid } = given);
  const { ada } = given;
  subscription_uuids = [];
  for (let n = 0; n < 12; n++) {
    subscription_uuids.push((await subscribe(app, ada, receiver.url)).uuid);
  }
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

test('a worker alone takes all, and so does the one that is left', async () => {
  const [first, second] = [new Place(app), new Place(app)];
  for (const place of [first, second]) await place.look();
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
  const beat = () => announceWorkers(app, stuck);
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

test('help reaches every receiver of a worker that does nothing before it is done with any of them', async () => {
  await insertReceivers(600);
  const stuck = newUuid(new Date(0));
  const beat = () => announceWorkers(app, [stuck]);
  await beat();
  await plan(12);
  await app.startWorker();
  // The first uuid has the first place, and so the receivers with an even number at their end.
  const left = sql`
    SELECT count(*) FROM webhook_open_deliveries WHERE state = 'new' AND get_byte(uuid_send(subscription_uuid), 15) % 2 = 0
    GROUP BY subscription_uuid`;
  const all = (await app.db.query(left)).length;
  let counts: { count: number }[] = [];
  await until('an attempt for each', async () => {
    await beat();
    app.clock.advance(SECOND_MS);
    counts = await app.db.query<{ count: number }>(left);
    return counts.length < all || counts.every(({ count }) => count < 12);
  });
  assert.equal(counts.length, all);
});

/** The second of two at the same instant: the first may be for all receivers, to help. */
function ownShare(place: Place): Share {
  place.nextShare(0);
  return place.nextShare(0).share;
}

async function receiversOf(share: Share): Promise<string[]> {
  const want = { limit: 256, share, after: null };
  const { deliveries } = await claim(app.db, app.clock, want);
  return deliveries.map(({ subscription_uuid }) => subscription_uuid);
}

/** More than a claim goes past; all of the first User of the Account. */
async function insertReceivers(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const uuid = newUuid(app.clock.now());
    return { uuid, secret: app.secretKey.encrypt('A'.repeat(60), uuid).toString('hex') };
  });
  await app.db.query(sql`
    WITH row AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}) AS row (uuid uuid, secret text)),
    endpoint AS (INSERT INTO webhook_endpoints (subscription_uuid) SELECT uuid FROM row)
    INSERT INTO webhook_subscriptions (uuid, user_uuid, url, events, skip_own, signing_secret_encrypted, enabled, created_at, updated_at)
    SELECT row.uuid, user_uuid, ${receiver.url}, '{*}', false, decode(secret, 'hex'), true, created_at, created_at
    FROM row, (SELECT user_uuid, created_at FROM webhook_subscriptions LIMIT 1) AS first`);
}

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}
