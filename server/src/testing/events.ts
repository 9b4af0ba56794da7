import sql from 'sql-template-tag';
import type { TestApp } from './test-app.ts';

/**
 * The names of an Account's events in the order of recording, including those that the feed does
 * not show yet.
 */
export async function eventsOf(app: TestApp, account_uuid: string): Promise<string[]> {
  const rows = await app.db.query<{ event: string }>(
    sql`SELECT event FROM events WHERE account_uuid = ${account_uuid} ORDER BY position`,
  );
  return rows.map((row) => row.event);
}
