import type { User } from '@rapport/contract/accounts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';

export function insertHalfSession(
  tx: Transaction,
  half: { cookie_hash: Buffer; user_uuid: string; expires_at: string; created_at: string },
): void {
  tx.send(
    frequent(sql`
    INSERT INTO half_sessions (cookie_hash, user_uuid, expires_at, created_at)
    VALUES (${half.cookie_hash}, ${half.user_uuid}, ${half.expires_at}, ${half.created_at})`),
  );
}

/** The User of a half session that has not expired; with `lock`, locked for the transaction. */
export async function findHalfSession(
  db: Queryable,
  cookie_hash: Buffer,
  now: string,
  lock: '' | 'FOR NO KEY UPDATE OF users' = '',
): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`
    SELECT users.uuid, users.email, users.email_verified_at IS NOT NULL AS email_verified, users.name,
      users.created_at, users.updated_at
    FROM half_sessions JOIN users ON users.uuid = half_sessions.user_uuid
    WHERE cookie_hash = ${cookie_hash} AND expires_at > ${now} AND users.deactivated_at IS NULL ${raw(lock)}`);
  return user;
}

/** Deletes the half session; false when it has expired or is gone. */
export async function deleteHalfSession(tx: Queryable, cookie_hash: Buffer, now: string): Promise<boolean> {
  const rows = await tx.query(
    sql`DELETE FROM half_sessions WHERE cookie_hash = ${cookie_hash} AND expires_at > ${now} RETURNING 1`,
  );
  return rows.length === 1;
}
