import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Deletes at most `limit` codes that expired without being used; returns their number. */
export async function deleteUnusedCodes(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM oauth_authorizations WHERE uuid IN (
      SELECT uuid FROM oauth_authorizations WHERE redeemed_at IS NULL AND code_expires_at < ${now} LIMIT ${limit})
    AND redeemed_at IS NULL RETURNING 1`);
  return rows.length;
}

/** Deletes at most `limit` redeemed authorizations without a token pair. */
export async function deleteEmptyAuthorizations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM oauth_authorizations WHERE uuid IN (
      SELECT authorized.uuid FROM oauth_authorizations AS authorized
      WHERE redeemed_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM oauth_token_pairs AS pair WHERE pair.authorization_uuid = authorized.uuid)
      LIMIT ${limit})
    RETURNING 1`);
  return rows.length;
}

/** The live grants without a code or token. */
export function findEmptyGrants(db: Queryable, limit: number): Promise<{ uuid: string }[]> {
  return db.query(sql`
    SELECT granted.uuid FROM oauth_grants AS granted
    WHERE granted.revoked_at IS NULL
      AND NOT EXISTS (SELECT FROM oauth_authorizations AS authorized WHERE authorized.grant_uuid = granted.uuid)
    LIMIT ${limit}`);
}

/**
 * True when the grant is still empty. It is locked, so that nobody adds to it until the transaction
 * ends.
 */
export async function lockEmptyGrant(tx: Queryable, uuid: string): Promise<boolean> {
  await tx.query(sql`SELECT 1 FROM oauth_grants WHERE uuid = ${uuid} FOR UPDATE`);
  // A separate statement, so that it sees rows committed while the lock was awaited.
  const rows = await tx.query(sql`SELECT 1 FROM oauth_authorizations WHERE grant_uuid = ${uuid} LIMIT 1`);
  return rows.length === 0;
}
