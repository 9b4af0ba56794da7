import sql, { raw } from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** A batch is small, so that its locks disturb nobody. */
const BATCH = 1000;

/**
 * Deletes a batch of the rows of a table whose time or uuid in `column` is before `before`; returns
 * their number, 0 when none is left. A row that somebody changes meanwhile stays. The table must
 * not have partitions, because `ctid` is that of a row in one of them.
 */
export async function deleteBefore(
  db: Queryable,
  table: string,
  column: string,
  before: Date | string,
): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE ${raw(column)} < ${before} LIMIT ${BATCH})) RETURNING 1`);
  return rows.length;
}

/** Makes the clean-up of a table whose rows are kept for `kept_ms` after the time in `column`. */
export function forgetting(table: string, column: string, kept_ms = 0) {
  return (db: Queryable, clock: { now(): Date }): Promise<number> =>
    deleteBefore(db, table, column, new Date(clock.now().getTime() - kept_ms));
}
