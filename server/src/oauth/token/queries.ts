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
  /** When the authorization or its grant was revoked, whichever was first. */
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
  /** How long after the authorization nothing may live; null: there is no such limit. */
  grant_lifetime: string | null;
  created_at: string;
};

/** What became of it. */
export type IssuedPair = {
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_expires_at: string;
};

/** A code with what must come with it, and the credentials of the application that presents them. */
type PresentedCode = {
  code_hash: Buffer;
  redirect_uri: string;
  /** Null: there was no code_verifier, and so there must have been no challenge. */
  code_challenge: string | null;
  client_uuid: string;
  secret_hash: Buffer;
};

/** What became of it, with what an ID token says. */
type RedeemedCode = IssuedPair & {
  user_uuid: string;
  nonce: string | null;
  signed_in_at: string;
  id_token_signed_response_alg: IdTokenAlgorithm;
};

/**
 * Marks the code redeemed, keeps its first pair and says so in the audit log (`audited`, from `redeemed`, which has `user_uuid`,
 * `application_name` and `details`), if every rule holds: one statement, so one transaction. Undefined when some rule does not, or when
 * somebody else redeemed the code, however closely before; then nothing has changed, and rules.ts says why. Materialized as in `rotate`.
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
  /** What the authorization gave; an access token may have less. */
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

/** Whether the grant is live: whoever would end it as well waits until this transaction ends, and finds that it is not. */
export async function lockLiveGrant(tx: Queryable, grant_uuid: string): Promise<boolean> {
  const rows = await tx.query(
    sql`SELECT 1 FROM oauth_grants WHERE uuid = ${grant_uuid} AND revoked_at IS NULL FOR UPDATE`,
  );
  return rows.length === 1;
}

/** A refresh token with the credentials of the application that presents it. */
type Presented = { refresh_token_hash: Buffer; client_uuid: string; secret_hash: Buffer };

/**
 * Marks the refresh token used, keeps the pair that follows and says so in the audit log (`audited`, from `used`, which has `user_uuid`
 * and `application_name`), if every rule holds: one statement for what nearly every refresh is. Undefined when some rule does not, or
 * when somebody else used the token, however closely before; then nothing has changed, and rules.ts says why. Materialized, so that
 * the database begins with the token, and never with the many grants of an application.
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

/** The pair that followed, as long as its refresh token has not been used itself. */
export async function findUnusedSuccessor(
  tx: Queryable,
  refresh_token_hash: Buffer,
): Promise<IssuedPair | undefined> {
  const [successor] = await tx.query<IssuedPair>(sql`
    SELECT access_token_scope, access_token_expires_at, refresh_token_expires_at FROM oauth_token_pairs
    WHERE refresh_token_hash = ${refresh_token_hash} AND refreshed_at IS NULL`);
  return successor;
}
