import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Caller } from '../access/caller.ts';
import { NARROW } from '../access/open-to.ts';
import type { Queryable } from '../platform/database/database.ts';
import { identifying } from '../platform/database/statements.ts';

/**
 * A token with its User and all their Logins. One query gives the caller and the Accounts they
 * reach.
 */
export type TokenHolder = Pick<
  PersonalAccessToken,
  'uuid' | 'name' | 'expires_at' | 'revoked_at' | 'last_used_at' | 'account_uuids'
> & {
  scope: string[];
  user_uuid: string;
  user_deactivated: boolean;
  /** True while a secret from before a rotation still works. */
  has_previous: boolean;
  default_account_uuid: string | null;
  time_zone: string | null;
  logins: Caller['logins'];
};

/** The Accounts of a token: those of its User, or the chosen ones among them. */
function chosen(token: string): Sql {
  const column = raw(`${token}.account_uuids`);
  return sql`(${column} IS NULL OR logins.account_uuid = ANY(${column}))`;
}

/** A Login of a caller: its Account with the days and the currency of that, and the role. */
const LOGIN = raw(`'uuid', logins.uuid, 'account_uuid', logins.account_uuid, 'role', logins.role,
        'time_zone', accounts.time_zone, 'week_starts_on', accounts.week_starts_on, 'currency', accounts.currency,
        'mcp_enabled', accounts.mcp_enabled, 'may_hide', accounts.access IS NOT NULL,
        'narrow', ${NARROW.sql}`);

/**
 * Reads the holder of a token. It runs for every request, so it is one statement by one unique
 * index. Nothing is cached, so that a revoked token is refused at once.
 */
export async function findTokenHolder(db: Queryable, token_hash: Buffer): Promise<TokenHolder | undefined> {
  const statement = sql`${selectHolder} WHERE token.token_hash = ${token_hash}`;
  const [holder] = await db.query<TokenHolder>(identifying('find_token_holder', statement));
  return holder;
}

/** The holder of the former secret of a rotated token, while that still works. */
export async function findRotatedTokenHolder(
  db: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<TokenHolder | undefined> {
  const [holder] = await db.query<TokenHolder>(sql`
    ${selectHolder} WHERE token.previous_token_hash = ${token_hash} AND token.previous_valid_until > ${now}`);
  return holder;
}

/**
 * The Logins of a User to Accounts that are not deleted, and the Account of a new record that names
 * none. A Login has the Account's name if that requires a second factor.
 */
export type OwnLogins = {
  default_account_uuid: string | null;
  time_zone: string | null;
  logins: (Caller['logins'][number] & { guarded_name: string | null })[];
};

/**
 * Reads the Logins of the User with this session; undefined when there is none. It needs no other
 * answer before it.
 */
export async function findOwnLogins(db: Queryable, cookie_hash: Buffer): Promise<OwnLogins | undefined> {
  const statement = sql`
    SELECT users.default_account_uuid, users.time_zone, coalesce((
      SELECT json_agg(json_build_object(${LOGIN},
        'guarded_name', CASE WHEN accounts.requires_second_factor THEN accounts.name END))
      FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
      WHERE logins.user_uuid = users.uuid
    ), '[]') AS logins
    FROM browser_sessions AS session JOIN users ON users.uuid = session.user_uuid
    WHERE session.cookie_hash = ${cookie_hash}`;
  const [found] = await db.query<OwnLogins>(identifying('find_own_logins', statement));
  return found;
}

const selectHolder = sql`
    SELECT token.uuid, token.name, token.expires_at, token.revoked_at, token.last_used_at, token.user_uuid,
      token.scope, token.account_uuids, users.deactivated_at IS NOT NULL AS user_deactivated,
      token.previous_token_hash IS NOT NULL AS has_previous,
      coalesce(token.default_account_uuid, users.default_account_uuid) AS default_account_uuid,
      users.time_zone, coalesce((
        SELECT json_agg(json_build_object(${LOGIN}))
        FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
        WHERE logins.user_uuid = token.user_uuid AND ${chosen('token')}
      ), '[]') AS logins
    FROM personal_access_tokens AS token JOIN users ON users.uuid = token.user_uuid`;

/**
 * An OAuth access token with everything that must be live for it: its authorization, its grant, the
 * application and the User.
 */
export type OAuthTokenHolder = Omit<TokenHolder, 'has_previous'> & {
  grant_uuid: string;
  oauth_client_uuid: string;
  /** True for a token that works at /mcp, and only there. */
  for_mcp: boolean;
};

/**
 * Reads the holder of an OAuth access token. `revoked_at` is the earliest end among the token, its
 * authorization and its grant.
 */
export async function findOAuthTokenHolder(
  db: Queryable,
  token_hash: Buffer,
): Promise<OAuthTokenHolder | undefined> {
  const [holder] = await db.query<OAuthTokenHolder>(
    identifying(
      'find_oauth_token_holder',
      sql`
    SELECT pair.uuid, client.name, pair.access_token_expires_at AS expires_at, pair.access_token_scope AS scope,
      least(pair.access_token_revoked_at, authorized.revoked_at, granted.revoked_at, client.disabled_at, client.deleted_at)
        AS revoked_at,
      granted.uuid AS grant_uuid, granted.last_used_at, granted.user_uuid, granted.client_uuid AS oauth_client_uuid, authorized.account_uuids, authorized.for_mcp,
      users.deactivated_at IS NOT NULL AS user_deactivated, users.default_account_uuid,
      users.time_zone, coalesce((
        SELECT json_agg(json_build_object(${LOGIN}))
        FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
        WHERE logins.user_uuid = granted.user_uuid AND ${chosen('authorized')}
      ), '[]') AS logins
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN oauth_clients AS client ON client.uuid = granted.client_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE pair.access_token_hash = ${token_hash}`,
    ),
  );
  return holder;
}

/** Notes the time of a token's use on the token and on the User's Logins. */
export async function noteTokenUse(
  db: Queryable,
  use: { token_uuid: string; user_uuid: string; at: Date; address: string; user_agent: string | null },
): Promise<void> {
  await db.query(sql`
    WITH token AS (
      UPDATE personal_access_tokens
      SET last_used_at = ${use.at}, last_used_address = ${use.address}, last_used_agent = ${use.user_agent}
      WHERE uuid = ${use.token_uuid} AND user_uuid = ${use.user_uuid} AND ${wasUsedBefore(use.at)}
    )
    ${updateLogins(use)}`);
}

/** Notes the time of an OAuth access token's use on its grant and on the User's Logins. */
export async function noteGrantUse(
  db: Queryable,
  use: { grant_uuid: string; user_uuid: string; at: Date },
): Promise<void> {
  await db.query(sql`
    WITH granted AS (
      UPDATE oauth_grants SET last_used_at = ${use.at}
      WHERE uuid = ${use.grant_uuid} AND user_uuid = ${use.user_uuid} AND ${wasUsedBefore(use.at)}
    )
    ${updateLogins(use)}`);
}

export async function noteSessionUse(db: Queryable, { uuid, at }: { uuid: string; at: Date }): Promise<void> {
  await db.query(
    sql`UPDATE browser_sessions SET last_used_at = ${at} WHERE uuid = ${uuid} AND ${wasUsedBefore(at)}`,
  );
}

export async function noteLoginUse(db: Queryable, use: { user_uuid: string; at: Date }): Promise<void> {
  await db.query(updateLogins(use));
}

function updateLogins({ user_uuid, at }: { user_uuid: string; at: Date }): Sql {
  return sql`UPDATE logins SET last_used_at = ${at} WHERE user_uuid = ${user_uuid} AND ${wasUsedBefore(at)}`;
}

/**
 * The condition against overtaking: uses are noted in the background, and an earlier time must not
 * replace a later one.
 */
function wasUsedBefore(at: Date): Sql {
  return sql`(last_used_at IS NULL OR last_used_at < ${at})`;
}

/** Ends the former secret at the first use of a new one, if that is still the newest. */
export async function endPreviousSecret(
  db: Queryable,
  token: { token_uuid: string; user_uuid: string; newest_token_hash: Buffer },
): Promise<void> {
  await db.query(sql`
    UPDATE personal_access_tokens SET previous_token_hash = NULL, previous_valid_until = NULL
    WHERE uuid = ${token.token_uuid} AND user_uuid = ${token.user_uuid} AND token_hash = ${token.newest_token_hash}`);
}

/**
 * Counts the live tokens of a User. Other transactions that count them wait until this one ends.
 */
export async function lockAndCountLiveTokens(tx: Queryable, user_uuid: string, now: string): Promise<number> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`personal_access_tokens ${user_uuid}`}, 0))`,
  );
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*) FROM personal_access_tokens
    WHERE user_uuid = ${user_uuid} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`);
  return row!.count;
}

export async function insertToken(
  tx: Queryable,
  token: Omit<PersonalAccessToken, 'scope'> & { scope: string[]; token_hash: Buffer },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO personal_access_tokens (uuid, user_uuid, name, token_hash, last_four, default_account_uuid, scope, account_uuids, expires_at,
      created_at, updated_at)
    VALUES (${token.uuid}, ${token.user_uuid}, ${token.name}, ${token.token_hash}, ${token.last_four},
      ${token.default_account_uuid}, ${token.scope}, ${token.account_uuids}, ${token.expires_at},
      ${token.created_at}, ${token.updated_at})`);
}
