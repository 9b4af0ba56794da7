import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { createTestDatabase } from '../../../server/src/platform/database/testing/test-database.ts';
import { until } from '../../../server/src/testing/until.ts';
import { readCleanUpState } from './queries.ts';

test('the holder of dead rows is the transaction with the oldest snapshot', async (t) => {
  const { connectionString, drop } = await createTestDatabase();
  const db = openDatabase(connectionString);
  const open = async (application_name: string) => {
    const client = new pg.Client({ connectionString, application_name });
    await client.connect();
    return client;
  };
  const [report, backup] = await Promise.all([open('a report'), open('a backup')]);
  t.after(async () => {
    await Promise.all([report.end(), backup.end(), db.close()]);
    await drop();
  });

  // This transaction is open for longer, but it takes a new snapshot with each statement.
  await report.query('BEGIN');
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM events');
  // The snapshot of the backup must be older than that of the report. Both are as old as the oldest
  // open transaction, which may be one of another database in the cluster, until it ends.
  await until('what was open when the backup looked to end', async () => {
    const [row] = await db.query<{ ended: boolean }>(sql`
      WITH written AS (SELECT pg_current_xact_id())
      SELECT pg_snapshot_xmin(pg_current_snapshot())::xid <> backend_xmin AS ended
      FROM pg_stat_activity, written WHERE application_name = 'a backup'`);
    return row!.ended;
  });
  await db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count,
      schedule_step, due_at, created_at)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'client.created', 0, 0, now(), now()
    FROM generate_series(1, 100)`);
  await db.query(sql`DELETE FROM webhook_open_deliveries`);
  const looking = report
    .query('SELECT pg_advisory_xact_lock(1), pg_sleep(60)')
    .catch((error: Error) => error);
  await until('PostgreSQL to count them', async () => (await readCleanUpState(db)).dead_rows >= 100);
  const { holder } = await readCleanUpState(db);
  assert.equal(holder!.what, 'a transaction of a backup');
  assert.ok(Date.parse(holder!.since!) > 0);
  await db.query(
    sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'a report'`,
  );
  await looking;
});
