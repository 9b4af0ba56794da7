import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

type LiveToken = {
  user_uuid: string;
  email: string;
  scope: string[];
  created_at: string;
  expires_at: string;
};

/**
 * A token of this application that is valid now. The statement looks for exactly one of the two
 * hashes.
 */
export async function findLiveToken(
  db: Queryable,
  client_uuid: string,
  kind: 'oauth_access_token' | 'oauth_refresh_token',
  token_hash: Buffer,
  now: string,
): Promise<LiveToken | undefined> {
  const matches =
    kind === 'oauth_access_token'
      ? sql`pair.access_token_hash = ${token_hash} AND pair.access_token_revoked_at IS NULL
          AND pair.access_token_expires_at > ${now}`
      : sql`pair.refresh_token_hash = ${token_hash} AND pair.refreshed_at IS NULL AND pair.refresh_token_expires_at > ${now}`;
  const columns =
    kind === 'oauth_access_token'
      ? sql`pair.access_token_scope AS scope, pair.access_token_expires_at AS expires_at`
      : sql`authorized.scope, pair.refresh_token_expires_at AS expires_at`;
  const [token] = await db.query<LiveToken>(sql`
    SELECT granted.user_uuid, users.email, pair.created_at, ${columns}
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE ${matches} AND granted.client_uuid = ${client_uuid}
      AND authorized.revoked_at IS NULL AND granted.revoked_at IS NULL AND users.deactivated_at IS NULL`);
  return token;
}
