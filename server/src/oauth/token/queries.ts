import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { identifying, prepared } from '../../platform/database/statements.ts';
import {
  type AuthenticatedApplication,
  type Credentials,
  selectApplicationBySecret,
} from '../applications/queries.ts';

/**
 * The calling application, and the code or refresh token that it presents. That may belong to
 * another application.
 */
export type Reading<Presented> = { application: AuthenticatedApplication; presented: Presented | null };

/** The authorization of a code or refresh token. */
type Authorized = {
  authorization_uuid: string;
  grant_uuid: string;
  client_uuid: string;
  user_uuid: string;
  /** The scope that the User allowed; an access token may have less. */
  scope: string[];
  /** True when the tokens work at /mcp, and only there. */
  for_mcp: boolean;
  authorized_at: string;
  /** The end of the authorization or of its grant, whichever is earlier. */
  revoked_at: string | null;
  user_deactivated: boolean;
};

const AUTHORIZED =
  raw(`authorized.uuid AS authorization_uuid, granted.uuid AS grant_uuid, granted.client_uuid,
      granted.user_uuid, authorized.scope, authorized.for_mcp, authorized.created_at AS authorized_at,
      least(authorized.revoked_at, granted.revoked_at) AS revoked_at, users.deactivated_at IS NOT NULL AS user_deactivated`);

const GRANT_AND_USER = raw(`JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
    JOIN users ON users.uuid = granted.user_uuid`);

export type Code = Authorized & {
  code_expires_at: string;
  redirect_uri: string;
  code_challenge: string | null;
  nonce: string | null;
  signed_in_at: string;
  redeemed_at: string | null;
};

/**
 * Reads all facts for the decision about an exchange. Undefined when there is no such application.
 */
export function readCode(
  db: Queryable,
  credentials: Credentials,
  code_hash: Buffer,
): Promise<Reading<Code> | undefined> {
  const code = sql`
    SELECT ${AUTHORIZED}, authorized.code_expires_at, authorized.redirect_uri, authorized.code_challenge,
      authorized.nonce, authorized.signed_in_at, authorized.redeemed_at
    FROM oauth_authorizations AS authorized ${GRANT_AND_USER}
    WHERE authorized.code_hash = ${code_hash}`;
  return readPresented(db, 'read_code', credentials, code);
}

export type RefreshToken = Authorized & {
  pair_uuid: string;
  refresh_token_expires_at: string;
  refreshed_at: string | null;
  /** The next pair, from an earlier refresh; null: there was none. */
  next_access_token_scope: string[] | null;
  next_access_token_expires_at: string | null;
  next_refresh_token_expires_at: string | null;
  next_refreshed_at: string | null;
};

/**
 * Reads all facts for the decision about a refresh. `next_hash` is the hash of the refresh token
 * that would follow. Undefined when there is no such application.
 */
export function readRefreshToken(
  db: Queryable,
  credentials: Credentials,
  refresh_token_hash: Buffer,
  next_hash: Buffer,
): Promise<Reading<RefreshToken> | undefined> {
  const token = sql`
    SELECT ${AUTHORIZED}, pair.uuid AS pair_uuid, pair.refresh_token_expires_at, pair.refreshed_at,
      next.access_token_scope AS next_access_token_scope, next.access_token_expires_at AS next_access_token_expires_at,
      next.refresh_token_expires_at AS next_refresh_token_expires_at, next.refreshed_at AS next_refreshed_at
    FROM oauth_token_pairs AS pair
    JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid ${GRANT_AND_USER}
    LEFT JOIN oauth_token_pairs AS next
      ON next.refresh_token_hash = ${next_hash} AND next.authorization_uuid = pair.authorization_uuid
    WHERE pair.refresh_token_hash = ${refresh_token_hash}`;
  return readPresented(db, 'read_refresh_token', credentials, token);
}

/**
 * Joins the application and the presented row, each found by its own hash. A look-up by application
 * would read its very many grants.
 */
async function readPresented<Presented extends Authorized>(
  db: Queryable,
  statement: string,
  credentials: Credentials,
  presented: Sql,
): Promise<Reading<Presented> | undefined> {
  const [row] = await db.query<AuthenticatedApplication & Presented>(
    identifying(
      statement,
      sql`
    SELECT application.*, presented.* FROM (${selectApplicationBySecret(credentials)}) AS application
    LEFT JOIN (${presented}) AS presented ON true`,
    ),
  );
  return row && { application: row, presented: row.client_uuid === null ? null : row };
}

export type NewPair = {
  uuid: string;
  access_token_hash: Buffer;
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_hash: Buffer;
  refresh_token_expires_at: string;
  created_at: string;
};

/**
 * Marks a code as used, stores its first pair and writes the audit entry (`audited`, one for each
 * row of `used`). False when the code was used or deleted since it was read; then nothing has
 * changed.
 */
export function redeemCode(
  db: Queryable,
  { authorization_uuid, grant_uuid }: Pick<Code, 'authorization_uuid' | 'grant_uuid'>,
  pair: NewPair,
  audited: Sql,
): Promise<boolean> {
  const used = sql`
    UPDATE oauth_authorizations SET redeemed_at = ${pair.created_at}
    WHERE uuid = ${authorization_uuid} AND grant_uuid = ${grant_uuid} AND redeemed_at IS NULL
    RETURNING uuid AS authorization_uuid`;
  return issuePair(db, 'redeem_code', used, pair, audited);
}

/** Marks a refresh token as used and stores the next pair, as `redeemCode` does for a code. */
export function rotateRefreshToken(
  db: Queryable,
  { pair_uuid, authorization_uuid }: Pick<RefreshToken, 'pair_uuid' | 'authorization_uuid'>,
  pair: NewPair,
  audited: Sql,
): Promise<boolean> {
  const used = sql`
    UPDATE oauth_token_pairs SET refreshed_at = ${pair.created_at}
    WHERE uuid = ${pair_uuid} AND authorization_uuid = ${authorization_uuid} AND refreshed_at IS NULL
    RETURNING authorization_uuid`;
  return issuePair(db, 'rotate_refresh_token', used, pair, audited);
}

async function issuePair(
  db: Queryable,
  statement: string,
  used: Sql,
  pair: NewPair,
  audited: Sql,
): Promise<boolean> {
  const rows = await db.query(
    prepared(
      statement,
      sql`
    WITH used AS (${used}), audited AS (${audited})
    INSERT INTO oauth_token_pairs (uuid, authorization_uuid, access_token_hash, access_token_scope, access_token_expires_at,
      refresh_token_hash, refresh_token_expires_at, created_at)
    SELECT ${pair.uuid}, authorization_uuid, ${pair.access_token_hash}, ${pair.access_token_scope}, ${pair.access_token_expires_at},
      ${pair.refresh_token_hash}, ${pair.refresh_token_expires_at}, ${pair.created_at}
    FROM used RETURNING 1`,
    ),
  );
  return rows.length === 1;
}

/** Ends an authorization with all tokens that came from it. */
export async function revokeAuthorization(
  tx: Queryable,
  { authorization_uuid, grant_uuid }: Pick<Code, 'authorization_uuid' | 'grant_uuid'>,
  revoked_at: string,
): Promise<void> {
  await tx.query(sql`
    UPDATE oauth_authorizations SET revoked_at = ${revoked_at}
    WHERE uuid = ${authorization_uuid} AND grant_uuid = ${grant_uuid} AND revoked_at IS NULL`);
}

/**
 * True when the grant is live. It is locked: another transaction that wants to end it waits for
 * this one.
 */
export async function lockLiveGrant(tx: Queryable, grant_uuid: string): Promise<boolean> {
  const rows = await tx.query(
    sql`SELECT 1 FROM oauth_grants WHERE uuid = ${grant_uuid} AND revoked_at IS NULL FOR UPDATE`,
  );
  return rows.length === 1;
}
