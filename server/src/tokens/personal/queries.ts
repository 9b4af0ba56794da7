import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const COLUMNS =
  raw(`uuid, user_uuid, name, last_four, expires_at, revoked_at, last_used_at, last_used_address,
  last_used_agent, created_at, updated_at`);

/** Tokens of a User, the newest first: all, or the one with this uuid. */
export function listTokens(
  db: Queryable,
  user_uuid: string,
  uuid: string | null,
): Promise<PersonalAccessToken[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM personal_access_tokens
    WHERE user_uuid = ${user_uuid} AND (${uuid}::uuid IS NULL OR uuid = ${uuid}::uuid) ORDER BY created_at DESC, uuid DESC`);
}

/** Gives a live token a new secret and keeps the old one until `previous_valid_until`; undefined when there is no such token. */
export async function rotateToken(
  db: Queryable,
  user_uuid: string,
  uuid: string,
  secret: { token_hash: Buffer; last_four: string; previous_valid_until: string; now: string },
): Promise<PersonalAccessToken | undefined> {
  const [token] = await db.query<PersonalAccessToken>(sql`
    UPDATE personal_access_tokens
    SET token_hash = ${secret.token_hash}, last_four = ${secret.last_four}, previous_token_hash = token_hash,
      previous_valid_until = ${secret.previous_valid_until}, last_used_at = NULL, last_used_address = NULL,
      last_used_agent = NULL, updated_at = ${secret.now}
    WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${secret.now})
    RETURNING ${COLUMNS}`);
  return token;
}

/** Ends a live token with both its secrets; undefined when there is no such token, or it has ended. */
export async function revokeToken(
  db: Queryable,
  user_uuid: string,
  uuid: string,
  now: string,
): Promise<PersonalAccessToken | undefined> {
  const [token] = await db.query<PersonalAccessToken>(sql`
    UPDATE personal_access_tokens
    SET revoked_at = ${now}, updated_at = ${now}, previous_token_hash = NULL, previous_valid_until = NULL
    WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND revoked_at IS NULL
    RETURNING ${COLUMNS}`);
  return token;
}

/** Ends the live token with this secret, whosever it is. */
export async function revokeBySecret(
  db: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<(PersonalAccessToken & { email: string }) | undefined> {
  const [token] = await db.query<PersonalAccessToken & { email: string }>(sql`
    UPDATE personal_access_tokens AS token
    SET revoked_at = ${now}, updated_at = ${now}, previous_token_hash = NULL, previous_valid_until = NULL
    FROM users
    WHERE users.uuid = token.user_uuid AND token.revoked_at IS NULL
      AND (token.token_hash = ${token_hash} OR token.previous_token_hash = ${token_hash})
    RETURNING token.uuid, token.user_uuid, token.name, users.email`);
  return token;
}
