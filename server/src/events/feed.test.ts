import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../access/caller.ts';
import type { Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { recordEvents, startFeed } from './actions.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
});
after(() => app.close());

test('an event whose transaction commits late is not passed over by a reader who has seen later ones', async () => {
  const account_uuid = await app.addAccount(ada);
  const start = await readAll(account_uuid, null);
  const slow = openTransaction();
  await slow.record(account_uuid, 'slow');
  const fast = openTransaction();
  await fast.record(account_uuid, 'fast');
  await fast.commit();
  const before = await readAll(account_uuid, start.cursor);
  await slow.commit();
  const after = await readAll(account_uuid, before.cursor);
  assert.deepEqual([...before.names, ...after.names], ['slow', 'fast']);
});

test('a reader beside many concurrent writers gets every event once', async () => {
  const account_uuid = await app.addAccount(ada);
  const start = await readAll(account_uuid, null);
  const seen: string[] = [];
  let cursor = start.cursor;
  let writing = true;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++) {
      const transaction = openTransaction();
      await transaction.record(account_uuid, `${writer}-${n}`);
      await transaction.commit();
    }
  });
  const reader = (async () => {
    while (writing) {
      const page = await readAll(account_uuid, cursor);
      seen.push(...page.names);
      cursor = page.cursor;
    }
  })();
  await Promise.all(writers);
  writing = false;
  await reader;
  seen.push(...(await readAll(account_uuid, cursor)).names);
  assert.equal(seen.length, 200);
  assert.equal(new Set(seen).size, 200);
});

test('after a restore into another cluster, whose transaction ids begin anew, the feed goes on behind what was there', async () => {
  const account_uuid = await app.addAccount(ada);
  await record(account_uuid, 'before');
  const start = await readAll(account_uuid, null);
  // What a restored dump looks like: the old ids are far ahead of the new cluster's, and its identity is another.
  await app.db.query(
    sql`UPDATE events SET transaction_id = '999999999'::xid8 WHERE account_uuid = ${account_uuid}`,
  );
  await app.db.query(sql`UPDATE feed_epochs SET system_identifier = 1`);
  await startFeed(app);
  await record(account_uuid, 'after');
  const whole = await readAll(account_uuid, null);
  assert.deepEqual(whole.names.slice(-2), ['before', 'after']);
  assert.deepEqual((await readAll(account_uuid, start.cursor)).names, ['after']);
});

test('starting again on the same cluster begins no new epoch', async () => {
  const count = sql`SELECT count(*) FROM feed_epochs`;
  const before = await app.db.query(count);
  await Promise.all([startFeed(app), startFeed(app)]);
  assert.deepEqual(await app.db.query(count), before);
});

test('an event of an Account that the caller has no login to is no place to start from', async () => {
  const grace = await app.addUser();
  const account_uuid = await app.addAccount(grace);
  const { cursor } = await readAll(account_uuid, null, grace);
  const refused = await app.call('GET', `/api/v2/events?after=${cursor}`, { as: ada });
  assert.deepEqual([refused.status, refused.body.code], [400, 'cursor_invalid']);
});

async function readAll(account_uuid: string, after: string | null, as = ada) {
  const names: string[] = [];
  let cursor = after;
  for (;;) {
    const query = cursor === null ? '' : `&after=${cursor}`;
    const page = await app.call('GET', `/api/v2/events?account_uuid=${account_uuid}&limit=200${query}`, {
      as,
    });
    assert.equal(page.status, 200);
    names.push(...page.body.data.map((event: { data: { name: string } }) => event.data.name));
    cursor = page.body.next_cursor;
    if (page.body.data.length === 0) return { names, cursor };
  }
}

async function record(account_uuid: string, name: string): Promise<void> {
  const transaction = openTransaction();
  await transaction.record(account_uuid, name);
  await transaction.commit();
}

/** A transaction that the test ends when it likes. */
function openTransaction() {
  const opened = Promise.withResolvers<Transaction>();
  const committing = Promise.withResolvers<void>();
  const ended = app.db.transaction(async (tx) => {
    opened.resolve(tx);
    await committing.promise;
  });
  return {
    record: async (account_uuid: string, name: string) => {
      const record = { uuid: newUuid(), name };
      const change = { event: 'client.created' as const, account_uuid, record, previous: null };
      await recordEvents({ ...app, base_url: '' }, await opened.promise, operator('test'), [change]);
    },
    commit: async () => {
      committing.resolve();
      await ended;
    },
  };
}
