import sql from 'sql-template-tag';
import type { Cause } from '../access/caller.ts';
import type { Transaction } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';

/**
 * Requests that name one change, and its undo, meet at a lock of that change. So each of them is
 * either taken back with the rest, or refused.
 */

/**
 * Lets the transaction add events to a change that its request names. When the change is taken
 * back, or just now, the transaction fails with CHANGE_ENDED. It waits for nobody: an undo may want
 * a record that this transaction has locked.
 */
export function joinChange(
  tx: Transaction,
  { joins_change, change_uuid }: Partial<Pick<Cause, 'joins_change' | 'change_uuid'>>,
  account_uuids: string[],
): void {
  if (!joins_change) return;
  for (const account_uuid of new Set(account_uuids))
    tx.send(frequent(sql`SELECT join_change(${account_uuid}::uuid, ${change_uuid}::uuid)`));
}

/**
 * Has the statements behind it wait until nobody adds to the change, and lets nobody add to it
 * until this transaction ends. Behind `waitForOtherChanges`: who adds has taken its turn there.
 */
export function endChange(tx: Transaction, account_uuid: string, change_uuid: string): void {
  tx.send(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('undo of ' || ${change_uuid}::uuid || ' in ' || ${account_uuid}::uuid, 0))`);
}
