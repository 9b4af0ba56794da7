import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';
import { frequent } from '../database/statements.ts';

type KeptAnswer = { fingerprint: Buffer; body: Buffer; change_uuid: string | null };

/** Locks the key of a User. False while a transaction of any process works under it. */
export async function lockKey(tx: Queryable, user_uuid: string, key: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    frequent(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user_uuid} ${key}`}, 0)) AS locked`,
    ),
  );
  return row!.locked;
}

/** The answer stored at `since` or later. An older one is replaced by the next answer. */
export async function findAnswer(
  tx: Queryable,
  user_uuid: string,
  key: string,
  since: Date,
): Promise<KeptAnswer | undefined> {
  const [row] = await tx.query<KeptAnswer>(
    frequent(sql`
    SELECT fingerprint, body, change_uuid FROM idempotency_keys
    WHERE user_uuid = ${user_uuid} AND key = ${key} AND created_at >= ${since}`),
  );
  return row;
}

export function keepAnswer(
  tx: Transaction,
  answer: KeptAnswer & { user_uuid: string; key: string; created_at: Date },
): void {
  tx.send(
    frequent(sql`
    INSERT INTO idempotency_keys (user_uuid, key, fingerprint, body, change_uuid, created_at)
    VALUES (${answer.user_uuid}, ${answer.key}, ${answer.fingerprint}, ${answer.body}, ${answer.change_uuid}, ${answer.created_at})
    ON CONFLICT (user_uuid, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, body = excluded.body, change_uuid = excluded.change_uuid, created_at = excluded.created_at`),
  );
}
