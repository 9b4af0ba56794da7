import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/**
 * The lock that keeps the feed in order: the feed sorts by transaction (decision 0007). A batch
 * gets its transaction id at its first row. While it waits for a later row, a newer transaction can
 * change that row first and still sort behind it. So a batch takes this lock alone; single changes
 * share it.
 */

/**
 * Waits until nobody changes a record of the Account, and lets nobody begin until the transaction
 * ends.
 */
export async function waitForOtherChanges(tx: Queryable, account_uuid: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${changesOf(sql`${account_uuid}::uuid`)})`);
}

/**
 * The rows of `table` that `where` finds, each behind the lock of its Account, shared, and locked
 * until the transaction ends. Nothing may be written before, or the wait would be in vain.
 */
export function lockInOrder(table: string, columns: string, where: Sql): Sql {
  const from = raw(table);
  return sql`
    WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(${changesOf(raw('account_uuid'))}) FROM ${from} WHERE ${where}
    )
    SELECT ${raw(columns)} FROM ${from}, (SELECT count(*) FROM turn) AS turns
    WHERE ${where} FOR UPDATE OF ${from}`;
}

function changesOf(account_uuid: Sql): Sql {
  return sql`hashtextextended('changes of records ' || ${account_uuid}, 0)`;
}
