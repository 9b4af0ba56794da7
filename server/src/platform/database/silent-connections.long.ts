import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { type SilentProxy, startSilentProxy } from '../../testing/silent-proxy.ts';
import { until } from '../../testing/until.ts';
import { type Database, openDatabase } from './database.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** These tests use the time limits of the service, in real seconds. */

let database: TestDatabase;
let proxy: SilentProxy;
let near: Database;
let far: Database;
before(async () => {
  database = await createTestDatabase();
  near = openDatabase(database.connectionString);
  await near.query(sql`CREATE TABLE written (text text)`);
  proxy = await startSilentProxy(database.connectionString);
  far = openDatabase(proxy.connectionString);
});
after(async () => {
  await far.close();
  proxy.close();
  await near.close();
  await database.drop();
});

test('connections that go silent recover: writes within 35 s, LISTEN within 30 s', async (t) => {
  let heard = 0;
  const subscription = await far.listen('news', () => heard++);
  const write = () => far.transaction((tx) => tx.query(sql`INSERT INTO written VALUES ('x')`));
  await Promise.all(Array.from({ length: 10 }, write));
  proxy.swallow();
  const since = Date.now();

  const writing = until('a write', () =>
    write().then(
      () => true,
      () => false,
    ),
  );
  const listening = until('a notification', async () => {
    await near.query(sql`SELECT pg_notify('news', '')`);
    return heard > 0;
  });
  const waited = (work: Promise<unknown>) => work.then(() => Date.now() - since);
  const [write_ms, listen_ms] = await Promise.all([waited(writing), waited(listening)]);
  t.diagnostic(JSON.stringify({ write_ms, listen_ms }));
  assert.ok(write_ms < 35_000, `writes after ${write_ms} ms`);
  assert.ok(listen_ms < 30_000, `LISTEN after ${listen_ms} ms`);
  await subscription.close();
});
