import sql, { raw, type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';

/** A code with all that must be alive for it. */
export type Code = {
  authorization_uuid: string;
  client_uuid: string;
  user_uuid: string;
  code_expires_at: string;
  /** When the User authorized. */
  authorized_at: string;
  redirect_uri: string;
  code_challenge: string | null;
  scope: string[];
  nonce: string | null;
  signed_in_at: string;
  redeemed_at: string | null;
  /** When the authorization or its grant was revoked, whichever was first. */
  revoked_at: string | null;
  user_deactivated: boolean;
};

export async function findCode(db: Queryable, code_hash: Buffer): Promise<Code | undefined> {
  const [code] = await db.query<Code>(
    prepared(
      'find_code',
      sql`
    SELECT authorized.uuid AS authorization_uuid, granted.client_uuid, granted.user_uuid, authorized.code_expires_at,
      authorized.created_at AS authorized_at,
      authorized.redirect_uri, authorized.code_challenge, authorized.scope, authorized.nonce, authorized.signed_in_at,
      authorized.redeemed_at, least(authorized.revoked_at, granted.revoked_at) AS revoked_at,
      users.deactivated_at IS NOT NULL AS user_deactivated
    FROM oauth_authorizations AS authorized
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE authorized.code_hash = ${code_hash}`,
    ),
  );
  return code;
}

export type NewPair = {
  uuid: string;
  authorization_uuid: string;
  access_token_hash: Buffer;
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_hash: Buffer;
  refresh_token_expires_at: string;
  created_at: string;
};

/**
 * Marks the code redeemed, keeps its first pair and says so in the audit log (`audited`, from `redeemed`): one statement, so one
 * transaction. False when somebody else redeemed it, however closely before.
 */
export async function redeemCode(db: Queryable, pair: NewPair, audited: Sql): Promise<boolean> {
  const rows = await db.query(
    prepared(
      'redeem_code',
      sql`
    WITH redeemed AS (
      UPDATE oauth_authorizations SET redeemed_at = ${pair.created_at}
      WHERE uuid = ${pair.authorization_uuid} AND redeemed_at IS NULL RETURNING uuid AS authorization_uuid
    ), audited AS (${audited})
    ${insertPairFrom('redeemed', pair)} RETURNING 1`,
    ),
  );
  return rows.length === 1;
}

function insertPairFrom(source: 'redeemed' | 'used', pair: NewPair): Sql {
  return sql`
    INSERT INTO oauth_token_pairs (uuid, authorization_uuid, access_token_hash, access_token_scope, access_token_expires_at,
      refresh_token_hash, refresh_token_expires_at, created_at)
    SELECT ${pair.uuid}::uuid, authorization_uuid, ${pair.access_token_hash}::bytea, ${pair.access_token_scope}::text[],
      ${pair.access_token_expires_at}::timestamptz, ${pair.refresh_token_hash}::bytea,
      ${pair.refresh_token_expires_at}::timestamptz, ${pair.created_at}::timestamptz
    FROM ${raw(source)}`;
}

/** Ends an authorization with every token that came from it. */
export async function revokeAuthorization(tx: Queryable, uuid: string, revoked_at: string): Promise<void> {
  await tx.query(
    sql`UPDATE oauth_authorizations SET revoked_at = ${revoked_at} WHERE uuid = ${uuid} AND revoked_at IS NULL`,
  );
}

/** A refresh token with all that must be alive for it. */
export type RefreshToken = {
  pair_uuid: string;
  authorization_uuid: string;
  grant_uuid: string;
  client_uuid: string;
  user_uuid: string;
  /** When the User authorized. */
  authorized_at: string;
  /** What the authorization gave; an access token may have less. */
  scope: string[];
  refresh_token_expires_at: string;
  refreshed_at: string | null;
  revoked_at: string | null;
  user_deactivated: boolean;
};

/** With `FOR UPDATE OF pair`, whoever changes the token on any node waits until this transaction ends. */
export async function findRefreshToken(
  db: Queryable,
  refresh_token_hash: Buffer,
  lock: '' | 'FOR UPDATE OF pair' = '',
): Promise<RefreshToken | undefined> {
  const [token] = await db.query<RefreshToken>(
    prepared(
      lock === '' ? 'find_refresh_token' : 'lock_refresh_token',
      sql`
    SELECT pair.uuid AS pair_uuid, authorized.uuid AS authorization_uuid, granted.uuid AS grant_uuid, granted.client_uuid,
      granted.user_uuid, authorized.created_at AS authorized_at, authorized.scope, pair.refresh_token_expires_at, pair.refreshed_at,
      least(authorized.revoked_at, granted.revoked_at) AS revoked_at,
      users.deactivated_at IS NOT NULL AS user_deactivated
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE pair.refresh_token_hash = ${refresh_token_hash}
    ${raw(lock)}`,
    ),
  );
  return token;
}

/**
 * Marks the refresh token of `used_uuid` used, keeps the pair that follows it and says so in the audit log (`audited`, from `used`).
 * False when somebody else used it, however closely before.
 */
export async function rotate(
  db: Queryable,
  used_uuid: string,
  pair: NewPair,
  audited: Sql,
): Promise<boolean> {
  const rows = await db.query(
    prepared(
      'rotate_refresh_token',
      sql`
    WITH used AS (
      UPDATE oauth_token_pairs SET refreshed_at = ${pair.created_at}
      WHERE uuid = ${used_uuid} AND refreshed_at IS NULL RETURNING authorization_uuid
    ), audited AS (${audited})
    ${insertPairFrom('used', pair)} RETURNING 1`,
    ),
  );
  return rows.length === 1;
}

/** The pair that followed, as long as its refresh token has not been used itself. */
export type Successor = {
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_expires_at: string;
};

export async function findUnusedSuccessor(
  tx: Queryable,
  refresh_token_hash: Buffer,
): Promise<Successor | undefined> {
  const [successor] = await tx.query<Successor>(sql`
    SELECT access_token_scope, access_token_expires_at, refresh_token_expires_at FROM oauth_token_pairs
    WHERE refresh_token_hash = ${refresh_token_hash} AND refreshed_at IS NULL`);
  return successor;
}
