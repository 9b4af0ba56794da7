import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A token that somebody found, and its User. */
type LeakedToken = {
  uuid: string;
  grant_uuid: string;
  user_uuid: string;
  client_uuid: string;
  application_name: string;
};

/**
 * The live access or refresh token with this hash, of any User. A used refresh token counts until
 * it expires: its successor may lie in the same place.
 */
export async function findLeakedToken(
  db: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<LeakedToken | undefined> {
  const [token] = await db.query<LeakedToken>(sql`
    SELECT pair.uuid, granted.uuid AS grant_uuid, granted.user_uuid, granted.client_uuid, application.name AS application_name
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN oauth_clients AS application ON application.uuid = granted.client_uuid
    WHERE authorized.revoked_at IS NULL AND granted.revoked_at IS NULL
      AND ((pair.access_token_hash = ${token_hash} AND pair.access_token_revoked_at IS NULL
          AND pair.access_token_expires_at > ${now})
        OR (pair.refresh_token_hash = ${token_hash} AND pair.refresh_token_expires_at > ${now}))`);
  return token;
}
