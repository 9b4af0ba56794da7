import sql from 'sql-template-tag';
import type { TestApp } from './test-app.ts';

/** The names of the events of an Account, in the order in which they were recorded; also those the feed does not show yet. */
export async function eventsOf(app: TestApp, account_uuid: string): Promise<string[]> {
  const rows = await app.db.query<{ event: string }>(
    sql`SELECT event FROM events WHERE account_uuid = ${account_uuid} ORDER BY position`,
  );
  return rows.map((row) => row.event);
}
