import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import sql from 'sql-template-tag';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { until } from '../../testing/until.ts';
import { Problem } from '../problem.ts';
import { type Database, openDatabase } from './database.ts';
import { prepared } from './statements.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let db: Database;
const errors: Error[] = [];

before(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { onError: (error) => errors.push(error) });
  await db.query(sql`CREATE TABLE jottings (text text PRIMARY KEY)`);
});
after(async () => {
  await db.close();
  await database.drop();
});

const insert = (text: string) => sql`INSERT INTO jottings VALUES (${text})`;
const jottings = async () =>
  (await db.query<{ text: string }>(sql`SELECT text FROM jottings ORDER BY 1`)).map((n) => n.text);
const empty = () => db.query(sql`TRUNCATE jottings`);
const one = async (statement: ReturnType<typeof sql>) =>
  (await db.query<{ value: unknown }>(statement))[0]?.value;

test('a transaction is committed when its work returns', async () => {
  await empty();
  const result = await db.transaction(async (tx) => {
    await tx.query(insert('kept'));
    return 'done';
  });
  assert.deepEqual([result, await jottings()], ['done', ['kept']]);
});

test('a transaction whose work returns a Problem is rolled back, and returns the Problem', async () => {
  await empty();
  const refusal = new Problem('conflict', 'No.');
  const result = await db.transaction(async (tx) => {
    await tx.query(insert('refused'));
    return refusal;
  });
  assert.deepEqual([result, await jottings()], [refusal, []]);
});

test('a transaction whose work throws is rolled back, and throws the error', async () => {
  await empty();
  const work = db.transaction(async (tx) => {
    await tx.query(insert('lost'));
    throw new Error('boom');
  });
  await assert.rejects(work, /boom/);
  assert.deepEqual(await jottings(), []);
});

test('a failed statement fails its transaction, and the connection is reused', async () => {
  await empty();
  for (let i = 0; i < 30; i++) {
    await assert.rejects(
      db.transaction((tx) => tx.query(sql`SELECT 1 / 0`)),
      /division by zero/,
    );
  }
  await db.transaction((tx) => tx.query(insert('after')));
  assert.deepEqual(await jottings(), ['after']);
});

test('a transaction whose statements are sent without waiting is committed with all of them', async () => {
  await empty();
  let rows: object[] = [];
  await db.transaction(async (tx) => {
    tx.send(insert('one'));
    tx.send(sql`INSERT INTO jottings VALUES ('two') RETURNING text`, (inserted) => {
      rows = inserted;
    });
  });
  assert.deepEqual([rows, await jottings()], [[{ text: 'two' }], ['one', 'two']]);
});

test('a statement that was sent and fails undoes its transaction, which throws the error', async () => {
  await empty();
  const work = db.transaction(async (tx) => {
    tx.send(insert('before'));
    tx.send(sql`SELECT 1 / 0`);
    tx.send(insert('behind'));
  });
  await assert.rejects(work, /division by zero/);
  assert.deepEqual(await jottings(), []);
});

test('when BEGIN fails, nothing that was sent behind it is written', async (t) => {
  await empty();
  const { query } = pg.Client.prototype;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, text: unknown, ...more: unknown[]) {
    const asked = text === 'BEGIN READ WRITE' ? 'BEGIN AT ONCE' : text;
    return (query as (...given: unknown[]) => unknown).call(this, asked, ...more);
  });
  const work = db.transaction(async (tx) => {
    tx.send(insert('loose'));
  });
  await assert.rejects(work, /syntax error/);
  t.mock.restoreAll();
  assert.deepEqual(await jottings(), []);
});

test('what an attempt wrote is undone when it fails, and the transaction goes on', async () => {
  await empty();
  await db.transaction(async (tx) => {
    tx.send(insert('before'));
    const attempt = tx.attempt(async () => {
      tx.send(insert('undone'));
      tx.send(sql`SELECT 1 / 0`);
    });
    await assert.rejects(attempt, /division by zero/);
    await tx.attempt(async () => tx.send(insert('second')));
    tx.send(insert('behind'));
  });
  assert.deepEqual(await jottings(), ['before', 'behind', 'second']);
});

test('what a failed attempt wanted to begin after the commit does not begin', async () => {
  const begun: string[] = [];
  await db.transaction(async (tx) => {
    tx.afterCommit(() => begun.push('before'));
    const attempt = tx.attempt(async () => {
      tx.afterCommit(() => begun.push('undone'));
      throw new Error('boom');
    });
    await assert.rejects(attempt, /boom/);
    tx.afterCommit(() => begun.push('behind'));
  });
  assert.deepEqual(begun, ['before', 'behind']);
});

test('when what was sent before an attempt fails, the transaction fails with that error', async () => {
  await empty();
  const work = db.transaction(async (tx) => {
    tx.send(sql`SELECT 1 / 0`);
    await tx.attempt(async () => tx.send(insert('behind'))).catch(() => {});
    tx.send(insert('later'));
  });
  await assert.rejects(work, /division by zero/);
  assert.deepEqual(await jottings(), []);
});

test('a transaction inside another joins it', async () => {
  await empty();
  const work = db.transaction(async (tx) => {
    await tx.transaction((inner) => inner.query(insert('inner')));
    throw new Error('outer fails');
  });
  await assert.rejects(work, /outer fails/);
  assert.deepEqual(await jottings(), []);
});

test('a notification comes when its change can be read, and never after a rollback', async () => {
  await empty();
  const heard = Promise.withResolvers<string[]>();
  const subscription = await db.listen('news', () => heard.resolve(jottings()));
  await db.transaction(async (tx) => {
    await tx.query(insert('refused'));
    tx.notifyAfterCommit('news');
    return new Problem('conflict', 'No.');
  });
  await db.transaction(async (tx) => {
    await tx.query(insert('told'));
    tx.notifyAfterCommit('news');
  });
  assert.deepEqual(await heard.promise, ['told']);
  await subscription.close();
});

test('work for after a commit begins when the changes can be read, and never after a rollback', async () => {
  await empty();
  const begun: Promise<string[]>[] = [];
  const begin = () => void begun.push(jottings());
  await db.transaction(async (tx) => {
    await tx.query(insert('refused'));
    tx.afterCommit(begin);
    return new Problem('conflict', 'No.');
  });
  await db.transaction(async (tx) => {
    await tx.transaction(async (inner) => inner.afterCommit(begin));
    await tx.query(insert('kept'));
  });
  assert.deepEqual(await Promise.all(begun), [['kept']]);
});

test('when many transactions notify at once, listeners get joint notifications', async () => {
  let heard = 0;
  const all = Promise.withResolvers<void>();
  await empty();
  const subscription = await db.listen('busy', async () => {
    heard++;
    if ((await jottings()).length === 50) all.resolve();
  });
  const writers = Array.from({ length: 50 }, (_, i) =>
    db.transaction(async (tx) => {
      await tx.query(insert(String(i)));
      tx.notifyAfterCommit('busy');
    }),
  );
  await Promise.all(writers);
  await all.promise;
  assert.ok(heard <= 50);
  await subscription.close();
});

test('a channel that the database refuses to listen to leaves no connection open', async () => {
  await assert.rejects(
    db.listen('', () => {}),
    /zero-length/,
  );
  const listening = sql`SELECT count(*) AS value FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '% listen'`;
  await until('the connection to be closed', async () => (await one(listening)) === 0);
});

test('a listener that loses its connection listens again, and is called because it may have missed something', async () => {
  const called = Promise.withResolvers<void>();
  const subscription = await db.listen('lasting', () => called.resolve());
  await db.query(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '% listen'`);
  await called.promise;
  const again = Promise.withResolvers<void>();
  const second = await db.listen('lasting', () => again.resolve());
  await db.transaction(async (tx) => tx.notifyAfterCommit('lasting'));
  await again.promise;
  assert.match(errors.map((error) => error.message).join(), /terminat/);
  await Promise.all([subscription.close(), second.close()]);
});

test('losing an idle connection does not end the process, and the next query is answered', async () => {
  const killer = new pg.Client({ connectionString: database.connectionString });
  await killer.connect();
  await killer.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await killer.end();
  // An event tells the pool of the lost connection; until then the pool may hand it out.
  let answered = false;
  while (!answered)
    answered = await one(sql`SELECT 1 AS value`).then(
      () => true,
      () => false,
    );
  assert.equal(await one(sql`SELECT 2 AS value`), 2);
  assert.ok(errors.length > 0);
  // A log writes all properties of an error. node-postgres would add its client, with the
  // statements and the key that cancels them.
  for (const error of errors) assert.deepEqual(Object.keys(error), ['code']);
});

test('a connection that breaks while it is being closed is not reported as lost', async () => {
  const reported: Error[] = [];
  const other = openDatabase(database.connectionString, { onError: (error) => reported.push(error) });
  let closed: Promise<void> | undefined;
  const work = other.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    closed = other.close();
    await db.query(sql`SELECT pg_terminate_backend(${row!.pid})`);
    await tx.query(sql`SELECT pg_sleep(60)`);
  });
  await assert.rejects(work);
  await closed;
  assert.deepEqual(reported, []);
});

test('times have the form of the API, to the millisecond and in UTC', async () => {
  assert.equal(
    await one(sql`SELECT '2026-11-20 10:20:00.5+01'::timestamptz AS value`),
    '2026-11-20T09:20:00.500+00:00',
  );
  assert.equal(
    await one(sql`SELECT '2026-11-20 09:20:00Z'::timestamptz(3) AS value`),
    '2026-11-20T09:20:00.000+00:00',
  );
  assert.equal(await one(sql`SELECT NULL::timestamptz AS value`), null);
});

test('counts become numbers, JSON is parsed, uuids become text and bytea bytes', async () => {
  assert.equal(await one(sql`SELECT count(*) AS value FROM jottings WHERE false`), 0);
  assert.deepEqual(await one(sql`SELECT '{"a":[1]}'::jsonb AS value`), { a: [1] });
  assert.deepEqual(await one(sql`SELECT '\\x0102'::bytea AS value`), Buffer.from([1, 2]));
});

test('a named statement is prepared once per connection and takes new values each time', async () => {
  const add = (a: number, b: number) => prepared('add_numbers', sql`SELECT ${a}::int + ${b}::int AS value`);
  assert.deepEqual([await one(add(1, 2)), await one(add(3, 4))], [3, 7]);
  await db.transaction(async (tx) => {
    await tx.query(add(1, 1));
    const names = await tx.query<{ name: string }>(
      sql`SELECT name FROM pg_prepared_statements WHERE name = 'add_numbers'`,
    );
    assert.equal(names.length, 1);
  });
});

test('times are ISO and in UTC, and the connection has our name, whatever the options of the URL', async () => {
  const url = new URL(database.connectionString);
  url.searchParams.set(
    'options',
    '-c timezone=America/New_York -c datestyle=German -c application_name=theirs',
  );
  url.searchParams.set('application_name', 'theirs');
  const other = openDatabase(url.href);
  const [row] = await other.query<{ value: string; zone: string; name: string }>(sql`
    SELECT '2026-11-20 10:20:00.5+01'::timestamptz AS value, current_setting('timezone') AS zone,
      current_setting('application_name') AS name`);
  const name = `rapport ${process.pid}`;
  assert.deepEqual(row, { value: '2026-11-20T09:20:00.500+00:00', zone: 'UTC', name });
  await other.close();
});

test('a database that stops answering is an error, also in a transaction, and its connection is given back', async () => {
  const slow = openDatabase(database.connectionString, { connections: 1, query_timeout_ms: 1_000 });
  const frozen = sql`SELECT pg_sleep(600)`;
  await assert.rejects(slow.query(frozen), /timeout/);
  await assert.rejects(
    slow.transaction((tx) => tx.query(frozen)),
    /timeout/,
  );
  await db.query(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(600)%'
      AND pid <> pg_backend_pid()`);
  // Closing waits for connections that were not given back, so it would never end.
  await slow.close();
});

test('a listener can be closed when the network has gone silent', async () => {
  const proxy = await startSilentProxy(database.connectionString);
  const far = openDatabase(proxy.connectionString);
  const subscription = await far.listen('news', () => {});
  proxy.swallow();
  await subscription.close();
  await far.close();
  proxy.close();
});

test('a connection that goes silent takes the idle ones with it, and nothing more is sent on them', async (t) => {
  const proxy = await startSilentProxy(database.connectionString);
  const far = openDatabase(proxy.connectionString, { connections: 3, query_timeout_ms: 5_000 });
  t.after(async () => {
    proxy.close();
    await far.close();
  });
  await Promise.all([1, 2, 3].map(() => far.query(sql`SELECT pg_sleep(0.1)`)));
  await far.transaction((tx) => tx.query(sql`SELECT 1`));
  proxy.swallow();
  await assert.rejects(
    far.transaction((tx) => tx.query(sql`SELECT 1`)),
    /timeout/,
  );
  assert.doesNotMatch(proxy.swallowed(), /ROLLBACK/);
  assert.deepEqual(await far.query(sql`SELECT 1 AS n`), [{ n: 1 }]);
});

test('a database that cannot be reached is an error within the time limit', async () => {
  const nowhere = openDatabase('postgres://127.0.0.1:1/none');
  await assert.rejects(nowhere.query(sql`SELECT 1`), { code: 'ECONNREFUSED' });
  await nowhere.close();
});

test('a statement can be sent again', async () => {
  const statement = sql`SELECT ${'kept'}::text AS value`;
  assert.deepEqual([await one(statement), await one(statement)], ['kept', 'kept']);
  const inTransaction = () => db.transaction((tx) => tx.query(statement));
  assert.deepEqual(
    [await inTransaction(), await inTransaction()],
    [[{ value: 'kept' }], [{ value: 'kept' }]],
  );
});

test('what was sent and read does not outlive short collections of garbage', async () => {
  setFlagsFromString('--expose-gc');
  const collect: (how?: { type: 'minor' }) => void = runInNewContext('gc');
  const kept_bytes = () =>
    getHeapSpaceStatistics()
      .filter(({ space_name }) => ['old_space', 'large_object_space'].includes(space_name))
      .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  const read = async (tx: Pick<Database, 'query'>, n: number) => {
    const text = `${n}`.repeat(20_000);
    await tx.query(
      sql`SELECT each, md5(each::text) AS hash FROM generate_series(1, 500) AS each, length(${text})`,
    );
    await nextTurn();
    collect({ type: 'minor' });
    collect({ type: 'minor' });
  };
  const repeat = async (tx: Pick<Database, 'query'>) => {
    for (let n = 0; n < 100; n += 1) await read(tx, n);
  };
  await repeat(db);
  collect();
  const before_bytes = kept_bytes();
  await repeat(db);
  await db.transaction(repeat);
  const grown_mb = (kept_bytes() - before_bytes) / 1024 / 1024;
  // It is 6 MB, and was 19 while node-postgres held on to rows and values.
  assert.ok(grown_mb < 10, `200 answers left ${grown_mb.toFixed(1)} MB behind.`);
});
