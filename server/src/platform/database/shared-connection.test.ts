import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { until } from '../../testing/until.ts';
import { type Database, openDatabase } from './database.ts';
import { identifying, quick } from './statements.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString);
});
after(async () => {
  await db.close();
  await database.drop();
});

type Asked = { value: number; pid: number };

/** Quick statements of one name, which give back `value` and the process that answered. */
const ask = (on: Database, values: number[]) =>
  Promise.all(
    values.map((value) =>
      on.query<Asked>(quick('ask', sql`SELECT ${value}::int AS value, pg_backend_pid() AS pid`)),
    ),
  );
const divide = (by: number) =>
  db.query<{ value: number }>(quick('divide', sql`SELECT 6 / ${by}::int AS value`));
const sleep = (on: Database) => on.query(quick('sleep', sql`SELECT pg_sleep(600)`));

test('quick statements that come at once share a connection, and each gets its own answer', async () => {
  const values = Array.from({ length: 50 }, (_, i) => i);
  const answers = (await ask(db, values)).map(([row]) => row!);
  assert.deepEqual(
    answers.map(({ value }) => value),
    values,
  );
  assert.equal(new Set(answers.map(({ pid }) => pid)).size, 1);
  const [later] = await ask(db, [1]);
  assert.equal(later![0]!.pid, answers[0]!.pid);
});

test('a quick statement that fails takes no other with it', async () => {
  const [six, failed, three] = await Promise.allSettled([divide(1), divide(0), divide(2)]);
  assert.equal(failed!.status, 'rejected');
  assert.deepEqual(
    [six, three].map((it) => it!.status === 'fulfilled' && it!.value[0]!.value),
    [6, 3],
  );
  assert.deepEqual(await divide(3), [{ value: 2 }]);
});

test('when the shared connection is lost, what is under way fails, and the next statement has another', async () => {
  const lost = Promise.allSettled([sleep(db), sleep(db)]);
  await until('the connection to be lost', async () => {
    const [row] = await db.query<{ ended: number }>(sql`
      SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`);
    return row!.ended === 1;
  });
  for (const { status } of await lost) assert.equal(status, 'rejected');
  const [[again]] = (await ask(db, [7])) as [[Asked]];
  assert.equal(again.value, 7);
});

test('a shared connection that has gone silent fails within the time limit, and is replaced', async (t) => {
  const proxy = await startSilentProxy(database.connectionString);
  const far = openDatabase(proxy.connectionString, { query_timeout_ms: 1_000 });
  t.after(async () => {
    proxy.close();
    await far.close();
  });
  await ask(far, [1]);
  proxy.swallow();
  for (const { status } of await Promise.allSettled([sleep(far), sleep(far)]))
    assert.equal(status, 'rejected');
  const [[again]] = (await ask(far, [8])) as [[Asked]];
  assert.equal(again.value, 8);
});

test('a transaction asks quick statements on its own connection', async () => {
  const [[outside]] = (await ask(db, [1])) as [[Asked]];
  const inside = await db.transaction((tx) =>
    tx.query<Asked>(quick('ask', sql`SELECT ${2}::int AS value, pg_backend_pid() AS pid`)),
  );
  assert.equal(inside[0]!.value, 2);
  assert.notEqual(inside[0]!.pid, outside.pid);
});

test('a lock on records stops reads of records, and not the look-up of who is calling', async () => {
  await db.query(sql`CREATE TABLE recorded (value int PRIMARY KEY)`);
  const reading = await db.transaction(async (tx) => {
    await tx.query(sql`LOCK TABLE recorded`);
    const read = db.query(quick('read_recorded', sql`SELECT value FROM recorded`));
    const [who] = await db.query(identifying('who', sql`SELECT 'Ada' AS who`));
    assert.deepEqual(who, { who: 'Ada' });
    return { read };
  });
  assert.deepEqual(await reading.read, []);
});
