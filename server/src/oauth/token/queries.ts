import sql, { raw, type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import type { IdTokenAlgorithm } from '../openid/algorithms.ts';

/** A code with all that must be alive for it. */
export type Code = {
  authorization_uuid: string;
  client_uuid: string;
  user_uuid: string;
  code_expires_at: string;
  redirect_uri: string;
  code_challenge: string | null;
  redeemed_at: string | null;
  /** The earlier end of the authorization and its grant. */
  revoked_at: string | null;
  user_deactivated: boolean;
};

export async function findCode(db: Queryable, code_hash: Buffer): Promise<Code | undefined> {
  const [code] = await db.query<Code>(sql`
    SELECT authorized.uuid AS authorization_uuid, granted.client_uuid, granted.user_uuid, authorized.code_expires_at,
      authorized.redirect_uri, authorized.code_challenge, authorized.redeemed_at,
      least(authorized.revoked_at, granted.revoked_at) AS revoked_at, users.deactivated_at IS NOT NULL AS user_deactivated
    FROM oauth_authorizations AS authorized
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE authorized.code_hash = ${code_hash}`);
  return code;
}

export type NewPair = {
  uuid: string;
  access_token_hash: Buffer;
  /** Null: all that the authorization gave. */
  access_token_scope: string[] | null;
  access_token_expires_at: string;
  refresh_token_hash: Buffer;
  refresh_token_expires_at: string;
  /** The longest life of tokens after the authorization; null: no such limit. */
  grant_lifetime: string | null;
  created_at: string;
};

/** What became of it. */
export type IssuedPair = {
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_expires_at: string;
};

/** A code with its verifier and redirect URL, and the credentials of the application. */
type PresentedCode = {
  code_hash: Buffer;
  redirect_uri: string;
  /** Null: there was no code_verifier, and so there must have been no challenge. */
  code_challenge: string | null;
  client_uuid: string;
  secret_hash: Buffer;
};

/** The result, with the data for an ID token. */
type RedeemedCode = IssuedPair & {
  user_uuid: string;
  nonce: string | null;
  signed_in_at: string;
  id_token_signed_response_alg: IdTokenAlgorithm;
};

/**
 * If every rule holds, marks the code redeemed, stores its first pair and writes to the audit log,
 * in one statement and so in one transaction. `audited` selects from `redeemed`, which has
 * `user_uuid`, `application_name` and `details`. Undefined when a rule fails or somebody redeemed
 * the code before: then nothing has changed, and rules.ts says why. Materialized as in `rotate`.
 */
export async function redeemCode(
  db: Queryable,
  presented: PresentedCode,
  pair: NewPair,
  audited: Sql,
): Promise<RedeemedCode | undefined> {
  const [issued] = await db.query<RedeemedCode>(
    prepared(
      'redeem_code',
      sql`
    WITH presented AS MATERIALIZED (
      SELECT authorized.uuid AS authorization_uuid, authorized.scope, authorized.nonce, authorized.signed_in_at, granted.user_uuid,
        granted.client_uuid, authorized.created_at + ${pair.grant_lifetime}::interval AS grant_end
      FROM oauth_authorizations AS authorized
      JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
      JOIN users ON users.uuid = granted.user_uuid
      WHERE authorized.code_hash = ${presented.code_hash} AND authorized.code_expires_at > ${pair.created_at}
        AND authorized.redirect_uri = ${presented.redirect_uri}
        AND authorized.code_challenge IS NOT DISTINCT FROM ${presented.code_challenge}::text
        AND authorized.revoked_at IS NULL AND granted.revoked_at IS NULL AND users.deactivated_at IS NULL
    ), redeemed AS (
      UPDATE oauth_authorizations AS authorized SET redeemed_at = ${pair.created_at}
      FROM presented ${withItsApplication(presented)}
      WHERE authorized.uuid = presented.authorization_uuid AND authorized.redeemed_at IS NULL
      RETURNING presented.*, application.name AS application_name, application.id_token_signed_response_alg,
        jsonb_build_object('scope', presented.scope) AS details
    ), audited AS (${audited}), issued AS (${insertPairFrom('redeemed', pair)})
    SELECT issued.*, user_uuid, nonce, signed_in_at, id_token_signed_response_alg FROM issued, redeemed`,
    ),
  );
  return issued;
}

/** Joins the living application that `presented` belongs to, if these are its credentials. */
function withItsApplication({ client_uuid, secret_hash }: { client_uuid: string; secret_hash: Buffer }): Sql {
  return sql`
      JOIN oauth_clients AS application ON application.uuid = presented.client_uuid AND application.uuid = ${client_uuid}
        AND application.disabled_at IS NULL AND application.deleted_at IS NULL
      JOIN oauth_client_secrets AS secret ON secret.client_uuid = application.uuid AND secret.secret_hash = ${secret_hash}`;
}

function insertPairFrom(source: 'redeemed' | 'used', pair: NewPair): Sql {
  return sql`
    INSERT INTO oauth_token_pairs (uuid, authorization_uuid, access_token_hash, access_token_scope, access_token_expires_at,
      refresh_token_hash, refresh_token_expires_at, created_at)
    SELECT ${pair.uuid}::uuid, authorization_uuid, ${pair.access_token_hash}::bytea,
      coalesce(${pair.access_token_scope}::text[], scope), least(${pair.access_token_expires_at}::timestamptz, grant_end),
      ${pair.refresh_token_hash}::bytea, least(${pair.refresh_token_expires_at}::timestamptz, grant_end),
      ${pair.created_at}::timestamptz
    FROM ${raw(source)}
    RETURNING access_token_scope, access_token_expires_at, refresh_token_expires_at`;
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
  /** The scope of the authorization; an access token may have less. */
  scope: string[];
  refresh_token_expires_at: string;
  refreshed_at: string | null;
  revoked_at: string | null;
  user_deactivated: boolean;
};

export async function findRefreshToken(
  db: Queryable,
  refresh_token_hash: Buffer,
): Promise<RefreshToken | undefined> {
  const [token] = await db.query<RefreshToken>(
    prepared(
      'find_refresh_token',
      sql`
    SELECT pair.uuid AS pair_uuid, authorized.uuid AS authorization_uuid, granted.uuid AS grant_uuid, granted.client_uuid,
      granted.user_uuid, authorized.created_at AS authorized_at, authorized.scope, pair.refresh_token_expires_at, pair.refreshed_at,
      least(authorized.revoked_at, granted.revoked_at) AS revoked_at,
      users.deactivated_at IS NOT NULL AS user_deactivated
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
    JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid
    WHERE pair.refresh_token_hash = ${refresh_token_hash}`,
    ),
  );
  return token;
}

/**
 * Whether the grant is live. Locks it: another transaction that would end it, too, waits for this
 * one.
 */
export async function lockLiveGrant(tx: Queryable, grant_uuid: string): Promise<boolean> {
  const rows = await tx.query(
    sql`SELECT 1 FROM oauth_grants WHERE uuid = ${grant_uuid} AND revoked_at IS NULL FOR UPDATE`,
  );
  return rows.length === 1;
}

/** A refresh token with the credentials of the application that presents it. */
type Presented = { refresh_token_hash: Buffer; client_uuid: string; secret_hash: Buffer };

/**
 * If every rule holds, marks the refresh token used, stores the next pair and writes to the audit
 * log, in one statement. `audited` selects from `used`, which has `user_uuid` and
 * `application_name`. Undefined when a rule fails or somebody used the token before: then nothing
 * has changed, and rules.ts says why. Materialized, so that the plan begins with the token, never
 * with the many grants of an application.
 */
export async function rotate(
  db: Queryable,
  presented: Presented,
  pair: NewPair,
  audited: Sql,
): Promise<IssuedPair | undefined> {
  const [issued] = await db.query<IssuedPair>(
    prepared(
      'rotate_refresh_token',
      sql`
    WITH presented AS MATERIALIZED (
      SELECT pair.uuid AS pair_uuid, pair.authorization_uuid, authorized.scope, granted.user_uuid, granted.client_uuid,
        authorized.created_at + ${pair.grant_lifetime}::interval AS grant_end
      FROM oauth_token_pairs AS pair
      JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
      JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
      JOIN users ON users.uuid = granted.user_uuid
      WHERE pair.refresh_token_hash = ${presented.refresh_token_hash} AND pair.refresh_token_expires_at > ${pair.created_at}
        AND authorized.revoked_at IS NULL AND granted.revoked_at IS NULL AND users.deactivated_at IS NULL
    ), used AS (
      UPDATE oauth_token_pairs AS pair SET refreshed_at = ${pair.created_at}
      FROM presented ${withItsApplication(presented)}
      WHERE pair.uuid = presented.pair_uuid AND pair.refreshed_at IS NULL
        AND coalesce(grant_end > ${pair.created_at}, true)
        AND coalesce(${pair.access_token_scope}::text[] <@ scope, true)
      RETURNING presented.*, application.name AS application_name
    ), audited AS (${audited})
    ${insertPairFrom('used', pair)}`,
    ),
  );
  return issued;
}

/** The next pair, as long as its own refresh token is unused. */
export async function findUnusedSuccessor(
  tx: Queryable,
  refresh_token_hash: Buffer,
): Promise<IssuedPair | undefined> {
  const [successor] = await tx.query<IssuedPair>(sql`
    SELECT access_token_scope, access_token_expires_at, refresh_token_expires_at FROM oauth_token_pairs
    WHERE refresh_token_hash = ${refresh_token_hash} AND refreshed_at IS NULL`);
  return successor;
}
