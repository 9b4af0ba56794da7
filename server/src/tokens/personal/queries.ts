import type { AccountToken } from '@rapport/contract/connections';
import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export const COLUMNS =
  raw(`uuid, user_uuid, name, last_four, default_account_uuid, array_to_string(scope, ' ') AS scope,
  account_uuids, expires_at, revoked_at, last_used_at, last_used_address,
  last_used_agent, created_at, updated_at`);

/**
 * Gives a live token a new secret and keeps the former one until `previous_valid_until`. Undefined
 * when there is no such token. While an earlier former secret still works, the newest was never
 * used. Then the earlier one is kept, because it is in use.
 */
export async function rotateToken(
  db: Queryable,
  user_uuid: string,
  uuid: string,
  secret: { token_hash: Buffer; last_four: string; previous_valid_until: string; now: string },
): Promise<PersonalAccessToken | undefined> {
  const [token] = await db.query<PersonalAccessToken>(sql`
    UPDATE personal_access_tokens
    SET token_hash = ${secret.token_hash}, last_four = ${secret.last_four},
      previous_token_hash = CASE WHEN previous_valid_until > ${secret.now} THEN previous_token_hash ELSE token_hash END,
      previous_valid_until = CASE WHEN previous_valid_until > ${secret.now} THEN previous_valid_until
        ELSE ${secret.previous_valid_until} END,
      last_used_at = NULL, last_used_address = NULL, last_used_agent = NULL, updated_at = ${secret.now}
    WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${secret.now})
    RETURNING ${COLUMNS}`);
  return token;
}

/**
 * Ends a token of this User (null: of anybody) with both its secrets. Undefined when there is no
 * such token, or it has ended before.
 */
export async function revokeToken(
  db: Queryable,
  user_uuid: string | null,
  uuid: string,
  now: string,
): Promise<PersonalAccessToken | undefined> {
  const [token] = await db.query<PersonalAccessToken>(sql`
    UPDATE personal_access_tokens
    SET revoked_at = ${now}, updated_at = ${now}, previous_token_hash = NULL, previous_valid_until = NULL
    WHERE uuid = ${uuid} AND (${user_uuid}::uuid IS NULL OR user_uuid = ${user_uuid}::uuid) AND revoked_at IS NULL
    RETURNING ${COLUMNS}`);
  return token;
}

/** The live tokens that reach the Account, of members who have agreed to be in it. */
export function listTokensOfAccount(
  db: Queryable,
  account_uuid: string,
  now: string,
): Promise<AccountToken[]> {
  return db.query(sql`
    SELECT token.uuid, json_build_object('uuid', users.uuid, 'name', users.name, 'email', users.email) AS "user",
      token.name, array_to_string(token.scope, ' ') AS scope, token.expires_at, token.last_used_at, token.created_at
    FROM logins JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
    JOIN personal_access_tokens AS token ON token.user_uuid = users.uuid
    WHERE logins.account_uuid = ${account_uuid} AND logins.is_agreed AND ${reaching(account_uuid, now)}
    ORDER BY token.created_at, token.uuid`);
}

/** Takes an Account from a token that reaches it; one with no other left ends. */
export async function shutTokenOut(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  now: string,
): Promise<{ uuid: string; user_uuid: string; name: string; email: string } | undefined> {
  const left = sql`ARRAY(
    SELECT logins.account_uuid FROM logins WHERE logins.user_uuid = token.user_uuid AND logins.account_uuid <> ${account_uuid}
      AND (token.account_uuids IS NULL OR logins.account_uuid = ANY(token.account_uuids)) ORDER BY 1)`;
  const [token] = await tx.query<{ uuid: string; user_uuid: string; name: string; email: string }>(sql`
    UPDATE personal_access_tokens AS token
    SET account_uuids = CASE WHEN cardinality(${left}) = 0 THEN ARRAY[${account_uuid}::uuid] ELSE ${left} END,
      revoked_at = CASE WHEN cardinality(${left}) = 0 THEN ${now}::timestamptz END, updated_at = ${now}
    FROM users
    WHERE token.uuid = ${uuid} AND users.uuid = token.user_uuid AND ${reaching(account_uuid, now)}
      AND EXISTS (SELECT FROM logins WHERE logins.user_uuid = token.user_uuid AND logins.account_uuid = ${account_uuid} AND is_agreed)
    RETURNING token.uuid, token.user_uuid, token.name, users.email`);
  return token;
}

function reaching(account_uuid: string, now: string): Sql {
  return sql`token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > ${now})
    AND (token.account_uuids IS NULL OR ${account_uuid} = ANY(token.account_uuids))`;
}

/** Ends all live tokens of a User. */
export function revokeTokensOfUser(
  db: Queryable,
  user_uuid: string,
  now: string,
): Promise<PersonalAccessToken[]> {
  return db.query(sql`
    UPDATE personal_access_tokens
    SET revoked_at = ${now}, updated_at = ${now}, previous_token_hash = NULL, previous_valid_until = NULL
    WHERE user_uuid = ${user_uuid} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    RETURNING ${COLUMNS}`);
}

/**
 * Ends the live token with this secret, of any User. A secret that does not work any more, such as
 * one from before a rotation, ends nothing.
 */
export async function revokeBySecret(
  db: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<(PersonalAccessToken & { email: string }) | undefined> {
  const [token] = await db.query<PersonalAccessToken & { email: string }>(sql`
    UPDATE personal_access_tokens AS token
    SET revoked_at = ${now}, updated_at = ${now}, previous_token_hash = NULL, previous_valid_until = NULL
    FROM users
    WHERE users.uuid = token.user_uuid AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > ${now})
      AND (token.token_hash = ${token_hash} OR token.previous_token_hash = ${token_hash} AND token.previous_valid_until > ${now})
    RETURNING token.uuid, token.user_uuid, token.name, users.email`);
  return token;
}

/** A token that ends soon, and its User. */
export type EndingToken = {
  uuid: string;
  user_uuid: string;
  name: string;
  expires_at: string;
  warned_days: number;
  email: string;
};

/**
 * Picks a live token whose User is to be warned, and marks it. Each token is picked once for each
 * of `days`, even by several processes at once. A token with a life shorter than `days` gets no
 * such warning, nor does one that has had a later warning.
 */
export async function takeEndingToken(
  db: Queryable,
  now: Date,
  days: readonly number[],
): Promise<EndingToken | undefined> {
  const [token] = await db.query<EndingToken>(sql`
    UPDATE personal_access_tokens AS token SET warned_days = due.days
    FROM (
      SELECT candidate.uuid, warning.days
      FROM personal_access_tokens AS candidate
      JOIN users ON users.uuid = candidate.user_uuid AND users.deactivated_at IS NULL
      CROSS JOIN LATERAL (
        SELECT min(days) AS days FROM unnest(${days}::smallint[]) AS warning (days)
        WHERE candidate.expires_at <= ${now}::timestamptz + days * interval '1 day'
          AND candidate.expires_at > candidate.created_at + days * interval '1 day'
      ) AS warning
      WHERE candidate.revoked_at IS NULL AND candidate.expires_at > ${now}
        AND candidate.expires_at <= ${now}::timestamptz + ${Math.max(...days)} * interval '1 day'
        AND warning.days < coalesce(candidate.warned_days, 32767)
      LIMIT 1 FOR UPDATE OF candidate SKIP LOCKED
    ) AS due, users
    WHERE token.uuid = due.uuid AND users.uuid = token.user_uuid
    RETURNING token.uuid, token.user_uuid, token.name, token.expires_at, token.warned_days, users.email`);
  return token;
}
