import sql from 'sql-template-tag';
import type { Database, Transaction } from '../platform/database/database.ts';
import { until } from './until.ts';

/**
 * Runs `first` and `second` so that `first` overtakes, and returns the result of `second`. `first`
 * has written but not committed when `second` begins. It commits when `second` waits at the table
 * `at`, or has ended without waiting.
 */
export async function overtake<Result>(
  db: Database,
  at: string,
  first: (tx: Transaction) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  await db.transaction(async (tx) => {
    await first(tx);
    let ended = false;
    running = second().finally(() => {
      ended = true;
    });
    const waits = async () => ended || isSomebodyWaiting(db, at);
    await Promise.race([running, until(`a statement that waits at ${at}`, waits)]);
  });
  return running!;
}

async function isSomebodyWaiting(db: Database, at: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${at}%`}`);
  return rows.length > 0;
}
