import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';

export type TotpRow = { secret: Buffer; last_step: number; enabled_at: string | null };

export async function findTotp(db: Queryable, user_uuid: string): Promise<TotpRow | undefined> {
  const [row] = await db.query<TotpRow>(
    frequent(sql`
    SELECT secret, last_step, enabled_at FROM totp_secrets WHERE user_uuid = ${user_uuid}`),
  );
  return row;
}

/**
 * Stores a secret that is not enabled yet; it replaces an earlier one. False when one is enabled.
 */
export async function putTotp(
  tx: Queryable,
  { user_uuid, secret, now }: { user_uuid: string; secret: Buffer; now: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO totp_secrets (user_uuid, secret, created_at) VALUES (${user_uuid}, ${secret}, ${now})
    ON CONFLICT (user_uuid) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
      WHERE totp_secrets.enabled_at IS NULL
    RETURNING 1`);
  return rows.length === 1;
}

export async function enableTotp(tx: Queryable, user_uuid: string, now: string): Promise<void> {
  await tx.query(sql`UPDATE totp_secrets SET enabled_at = ${now} WHERE user_uuid = ${user_uuid}`);
}

/** Notes the 30 seconds of the last used code. */
export async function noteTimeStep(tx: Queryable, user_uuid: string, time_step: number): Promise<void> {
  await tx.query(sql`UPDATE totp_secrets SET last_step = ${time_step} WHERE user_uuid = ${user_uuid}`);
}

/** Deletes the secret; false when there was no enabled one. */
export async function deleteTotp(tx: Queryable, user_uuid: string): Promise<boolean> {
  const [row] = await tx.query<{ was_enabled: boolean }>(sql`
    WITH codes AS (DELETE FROM recovery_codes WHERE user_uuid = ${user_uuid})
    DELETE FROM totp_secrets WHERE user_uuid = ${user_uuid} RETURNING enabled_at IS NOT NULL AS was_enabled`);
  return row?.was_enabled ?? false;
}

export async function replaceRecoveryCodes(
  tx: Queryable,
  user_uuid: string,
  code_hashes: Buffer[],
): Promise<void> {
  await tx.query(sql`DELETE FROM recovery_codes WHERE user_uuid = ${user_uuid}`);
  await tx.query(sql`
    INSERT INTO recovery_codes (user_uuid, code_hash) SELECT ${user_uuid}, unnest(${code_hashes}::bytea[])`);
}

/** Marks a recovery code as used; false when the User has no such code, or has used it. */
export async function useRecoveryCode(
  tx: Queryable,
  user_uuid: string,
  code_hash: Buffer,
  now: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE recovery_codes SET used_at = ${now}
    WHERE user_uuid = ${user_uuid} AND code_hash = ${code_hash} AND used_at IS NULL RETURNING 1`);
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, user_uuid: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM recovery_codes WHERE user_uuid = ${user_uuid} AND used_at IS NULL`);
  return row!.count;
}
