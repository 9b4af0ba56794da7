import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

type Revoked = { user_uuid: string; uuid: string; grant_uuid: string };

/** Revokes one access token of this application; undefined when it has no such live token. */
export async function revokeAccessToken(
  tx: Queryable,
  client_uuid: string,
  access_token_hash: Buffer,
  now: string,
): Promise<Revoked | undefined> {
  const [row] = await tx.query<Revoked>(sql`
    UPDATE oauth_token_pairs AS pair SET access_token_revoked_at = ${now}
    FROM oauth_authorizations AS authorized JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    WHERE pair.access_token_hash = ${access_token_hash} AND pair.access_token_revoked_at IS NULL
      AND authorized.uuid = pair.authorization_uuid AND granted.client_uuid = ${client_uuid}
    RETURNING granted.user_uuid, pair.uuid, granted.uuid AS grant_uuid`);
  return row;
}

/**
 * Revokes the authorization of a refresh token of this application, with all its tokens (RFC 7009
 * §2.1).
 */
export async function revokeByRefreshToken(
  tx: Queryable,
  client_uuid: string,
  refresh_token_hash: Buffer,
  now: string,
): Promise<Revoked | undefined> {
  const [row] = await tx.query<Revoked>(sql`
    UPDATE oauth_authorizations AS authorized SET revoked_at = ${now}
    FROM oauth_grants AS granted, oauth_token_pairs AS pair
    WHERE pair.refresh_token_hash = ${refresh_token_hash} AND authorized.uuid = pair.authorization_uuid
      AND granted.uuid = authorized.grant_uuid AND granted.client_uuid = ${client_uuid} AND authorized.revoked_at IS NULL
    RETURNING granted.user_uuid, pair.uuid, granted.uuid AS grant_uuid`);
  return row;
}

/**
 * True when the grant has no valid code or refresh token left. It is locked, so that no new code is
 * issued until the transaction ends.
 */
export async function lockSpentGrant(tx: Queryable, grant_uuid: string, now: string): Promise<boolean> {
  await tx.query(sql`SELECT 1 FROM oauth_grants WHERE uuid = ${grant_uuid} FOR UPDATE`);
  // A separate statement, so that it sees rows committed while the lock was awaited.
  const live = await tx.query(sql`
    SELECT 1 FROM oauth_authorizations AS authorized
    WHERE authorized.grant_uuid = ${grant_uuid} AND authorized.revoked_at IS NULL
      AND ((authorized.redeemed_at IS NULL AND authorized.code_expires_at > ${now})
        OR EXISTS (SELECT FROM oauth_token_pairs AS pair WHERE pair.authorization_uuid = authorized.uuid
                   AND pair.refreshed_at IS NULL AND pair.refresh_token_expires_at > ${now}))
    LIMIT 1`);
  return live.length === 0;
}
