import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { frequent, type Statement } from '../../platform/database/statements.ts';

/**
 * Locks these keys until the transaction ends. All transactions lock in the same order, so that
 * none deadlock.
 */
export async function lockKeys(tx: Queryable, keys: Buffer[]): Promise<void> {
  await tx.query(
    frequent(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('sign-in ' || encode(key, 'hex'), 0))
    FROM (SELECT unnest(${keys}::bytea[]) AS key ORDER BY key) AS ordered`),
  );
}

/** The tries under these keys after `since`, latest first. */
export function listTries(
  tx: Queryable,
  keys: Buffer[],
  since: Date,
): Promise<{ key: Buffer; tried_at: string }[]> {
  return tx.query(
    frequent(sql`
    SELECT key, tried_at FROM sign_in_tries WHERE key = ANY(${keys}::bytea[]) AND tried_at > ${since} ORDER BY tried_at DESC`),
  );
}

export function insertTry(tx: Transaction, uuid: string, keys: Buffer[], now: string): void {
  tx.send(
    frequent(sql`
    INSERT INTO sign_in_tries (uuid, key, tried_at) SELECT ${uuid}, unnest(${keys}::bytea[]), ${now}::timestamptz`),
  );
}

/** Deletes all tries under these keys, and the try with this uuid under all its keys. */
export async function deleteTries(db: Queryable, keys: Buffer[], uuid: string | null): Promise<void> {
  await db.query(deletion(keys, uuid));
}

/** As `deleteTries`, without waiting for the answer. */
export function sendDeletion(tx: Transaction, keys: Buffer[], uuid: string): void {
  tx.send(deletion(keys, uuid));
}

function deletion(keys: Buffer[], uuid: string | null): Statement {
  return frequent(sql`DELETE FROM sign_in_tries WHERE key = ANY(${keys}::bytea[]) OR uuid = ${uuid}::uuid`);
}
