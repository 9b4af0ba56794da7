import sql, { raw, type Sql } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/**
 * A lock keeps the feed in order. The feed sorts by transaction id (decision 0007), and a batch
 * gets its id at its first row. While the batch waits for a later row, a newer transaction can
 * change that row first and still sort behind it. So a batch takes this lock alone, and single
 * changes share it.
 */

/**
 * Has the statements behind it wait until no transaction changes records of the Account, and blocks
 * new ones until this one ends.
 */
export function waitForOtherChanges(tx: Transaction, account_uuid: string): void {
  tx.send(sql`SELECT pg_advisory_xact_lock(${changesOf(sql`${account_uuid}::uuid`)})`);
}

/**
 * Selects the rows of `table` that match `where`. The statement takes the lock of each row's
 * Account, shared, then locks the row; both stay until the transaction ends. Call it before any
 * write: a write fixes the transaction's place in the feed.
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
