import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../access/caller.ts';
import type { Queryable } from '../platform/database/database.ts';
import { madeAt, newUuid } from '../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { recordEvents, startFeed } from './actions.ts';
import { sampleOf } from './catalogue.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
after(() => app.close());

test('a reader between commits misses no event when transactions commit in another order than they wrote', async () => {
  const names = ['first', 'second', 'third', 'fourth'];
  const commits: (() => Promise<void>)[] = [];
  for (const name of names) commits.push(await recordAndHold(name));
  const seen: string[] = [];
  let cursor = '';
  const readOn = async () => {
    const { body } = await app.call('GET', `/api/v2/events?limit=200${cursor}`, { as: ada });
    if (body.next_cursor !== null) cursor = `&after=${body.next_cursor}`;
    const read = body.data.map((event: { data: { name: string } }) => event.data.name);
    seen.push(...read.filter((name: string) => names.includes(name)));
  };
  for (const commit of commits.toReversed()) {
    await commit();
    await readOn();
  }
  await until('all four events', async () => {
    await readOn();
    return seen.length >= names.length;
  });
  assert.deepEqual(seen, names);
});

test('a filter does not move the cursor past uncommitted events', async () => {
  await record('ground');
  const { next_cursor } = await readUntil('ground', '');
  const commit = await recordAndHold('held');
  await record('beside');
  const path = `/api/v2/events?after=${next_cursor}&filter[event]=login.deleted`;
  const filtered = await app.call('GET', path, { as: ada });
  await commit();
  assert.deepEqual((await readUntil('beside', `&after=${filtered.body.next_cursor}`)).names, [
    'held',
    'beside',
  ]);
});

test('a reader who continues from an event that the feed does not show yet misses no earlier one', async () => {
  await record('base');
  const { next_cursor } = await readUntil('base', '');
  const commit = await recordAndHold('older');
  await record('newer');
  const [newer] = await app.db.query<{ uuid: string }>(
    sql`SELECT uuid FROM events WHERE body::json #>> '{data,name}' = 'newer'`,
  );
  const early = await app.call('GET', `/api/v2/events?after=${newer!.uuid}`, { as: ada });
  assert.deepEqual([early.body.data, early.body.next_cursor], [[], next_cursor]);
  await commit();
  assert.deepEqual((await readUntil('newer', `&after=${early.body.next_cursor}`)).names, ['older', 'newer']);
});

test('after a restore into another cluster, whose transaction ids begin anew, the feed continues after the old events', async () => {
  await record('before');
  const { next_cursor } = await readUntil('before', '');
  // Simulates a restored dump: its transaction ids are far ahead of the new cluster's, and the
  // cluster has another identity.
  await app.db.query(
    sql`UPDATE events SET transaction_id = '999999999'::xid8 WHERE account_uuid = ${account_uuid}`,
  );
  await app.db.query(sql`UPDATE feed_epochs SET system_identifier = 1`);
  await startFeed(app);
  await record('after');
  assert.deepEqual((await readUntil('after', '')).names.slice(-2), ['before', 'after']);
  assert.deepEqual((await readUntil('after', `&after=${next_cursor}`)).names, ['after']);
});

test('a reader of events that a restored database lacks continues before them, and is told so', async () => {
  await record('kept');
  await record('lost');
  const lost = await readUntil('lost', '');
  // Simulates a restored backup, for a reader who has read events made after the backup.
  await app.db.query(sql`DELETE FROM events WHERE body::json #>> '{data,name}' = 'lost'`);
  const path = '/api/v2/events?limit=200&after=';
  const { body } = await app.call('GET', path + lost.next_cursor, { as: ada });
  assert.ok(Date.parse(body.resumed_from) < Date.parse(body.data.at(-1).created_at));
  assert.equal(body.data.at(-1).data.name, 'kept');
  await record('next');
  assert.deepEqual((await readUntil('next', `&after=${body.next_cursor}`)).names, ['next']);
  const future = newUuid(new Date(app.clock.now().getTime() + 2 * 3_600_000));
  assert.equal((await app.call('GET', path + future, { as: ada })).body.code, 'cursor_invalid');
});

test('a restart on the same cluster begins no new epoch', async () => {
  const count = sql`SELECT count(*) FROM feed_epochs`;
  const before = await app.db.query(count);
  await Promise.all([startFeed(app), startFeed(app)]);
  assert.deepEqual(await app.db.query(count), before);
});

test('the uuids of events have the time of the clock, and sort in the order of recording', async () => {
  for (const name of ['one', 'two', 'three']) await record(name);
  const events = await app.db.query<{ uuid: string; created_at: string }>(sql`
    SELECT uuid, created_at FROM events WHERE account_uuid = ${account_uuid} ORDER BY epoch, transaction_id, position`);
  const uuids = events.map(({ uuid }) => uuid).slice(-3);
  assert.deepEqual(uuids, uuids.toSorted());
  for (const { uuid, created_at } of events) assert.deepEqual(madeAt(uuid), new Date(created_at));
});

/** Records an event in a transaction that stays open until the returned function is called. */
async function recordAndHold(name: string): Promise<() => Promise<void>> {
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = app.db.transaction(async (tx) => {
    await record(name, tx);
    written.resolve();
    await released.promise;
  });
  await Promise.race([written.promise, ended]);
  return () => {
    released.resolve();
    return ended;
  };
}

async function record(name: string, db: Queryable = app.db): Promise<void> {
  const change = {
    event: 'client.created' as const,
    account_uuid,
    record: { ...(sampleOf('client.created').data as object), uuid: newUuid(app.clock.now()), name },
    previous: null,
  };
  await db.transaction(async (tx) => recordEvents({ ...app, base_url: '' }, tx, operator('test'), [change]));
}

/**
 * Reads the feed until it shows the event of this name. It does so once all earlier transactions,
 * also of other test files, have ended.
 */
function readUntil(name: string, query: string): Promise<{ names: string[]; next_cursor: string }> {
  return until(`the event of ${name}`, async () => {
    const { body } = await app.call('GET', `/api/v2/events?limit=200${query}`, { as: ada });
    const names = body.data.map((event: { data: { name: string } }) => event.data.name);
    return names.includes(name) && { names, next_cursor: body.next_cursor };
  });
}
