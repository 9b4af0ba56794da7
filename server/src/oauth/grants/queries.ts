import type { AccountApplication } from '@rapport/contract/connections';
import type { Grant } from '@rapport/contract/grants';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The owner of grants: a User; with an application, only the User's grant to it. */
type GrantOwner = { user_uuid: string; oauth_client_uuid: string | null };

export type RevokedReason =
  | 'by_user'
  | 'by_operator'
  | 'by_client'
  | 'by_account'
  | 'refresh_token_reused'
  | 'token_leaked'
  | 'password_changed'
  | 'expired';

/** The live grants of an owner; for the operator (null) of everybody. */
export function listGrants(db: Queryable, owner: GrantOwner | null, now: string): Promise<Grant[]> {
  return db.query(sql`
    SELECT granted.uuid, granted.user_uuid,
      json_build_object('client_id', application.uuid, 'name', application.name, 'company', application.company) AS application,
      array_to_string(granted.scope, ' ') AS scope, granted.account_uuids, granted.last_used_at,
      (SELECT max(pair.refresh_token_expires_at)
       FROM oauth_token_pairs AS pair JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
       WHERE authorized.grant_uuid = granted.uuid AND authorized.revoked_at IS NULL
         AND pair.refreshed_at IS NULL AND pair.refresh_token_expires_at > ${now}) AS expires_at,
      granted.created_at, granted.updated_at
    FROM oauth_grants AS granted JOIN oauth_clients AS application ON application.uuid = granted.client_uuid
    WHERE granted.revoked_at IS NULL AND application.deleted_at IS NULL AND ${ownedBy(owner)}
    ORDER BY granted.created_at, granted.uuid`);
}

/**
 * The live grants of members who have agreed to be members of the Account. With an application,
 * only the grants to it.
 */
export function listGrantsOfAccount(
  db: Queryable,
  account_uuid: string,
  oauth_client_uuid: string | null,
): Promise<AccountApplication[]> {
  return db.query(sql`
    SELECT granted.uuid, json_build_object('uuid', users.uuid, 'name', users.name, 'email', users.email) AS "user",
      json_build_object('client_id', application.uuid, 'name', application.name, 'company', application.company) AS application,
      array_to_string(granted.scope, ' ') AS scope, granted.last_used_at, granted.created_at
    FROM logins
    JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
    JOIN oauth_grants AS granted ON granted.user_uuid = users.uuid AND granted.revoked_at IS NULL
    JOIN oauth_clients AS application ON application.uuid = granted.client_uuid AND application.deleted_at IS NULL
    WHERE logins.account_uuid = ${account_uuid} AND logins.is_agreed AND ${reaching(account_uuid)}
      AND (${oauth_client_uuid}::uuid IS NULL OR granted.client_uuid = ${oauth_client_uuid}::uuid)
    ORDER BY granted.created_at, granted.uuid`);
}

/**
 * SQL for a grant under which some token reaches the Account: also one from before a narrower
 * consent.
 */
function reaching(account_uuid: string): Sql {
  return sql`(granted.account_uuids IS NULL OR ${account_uuid} = ANY(granted.account_uuids) OR EXISTS (
    SELECT FROM oauth_authorizations AS authorized WHERE authorized.grant_uuid = granted.uuid AND authorized.revoked_at IS NULL
      AND (authorized.account_uuids IS NULL OR ${account_uuid} = ANY(authorized.account_uuids))))`;
}

type Reaching = { user_uuid: string; client_uuid: string; name: string; scope: string[]; others: string[] };

/** The User, the application and the other Accounts of a grant that reaches an Account; locked. */
export async function lockGrantReaching(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
): Promise<Reaching | undefined> {
  const [row] = await tx.query<Reaching>(sql`
    SELECT granted.user_uuid, granted.client_uuid, application.name, granted.scope, ARRAY(
      SELECT logins.account_uuid FROM logins WHERE logins.user_uuid = granted.user_uuid AND logins.account_uuid <> ${account_uuid}
        AND (granted.account_uuids IS NULL OR logins.account_uuid = ANY(granted.account_uuids)) ORDER BY 1) AS others
    FROM oauth_grants AS granted JOIN oauth_clients AS application ON application.uuid = granted.client_uuid
    WHERE granted.uuid = ${uuid} AND granted.revoked_at IS NULL AND ${reaching(account_uuid)}
      AND EXISTS (SELECT FROM logins WHERE logins.user_uuid = granted.user_uuid AND logins.account_uuid = ${account_uuid} AND is_agreed)
    FOR UPDATE OF granted`);
  return row;
}

/** Leaves a grant, and all that was authorized under it, no Accounts but these. */
export async function leaveAccounts(
  tx: Queryable,
  uuid: string,
  account_uuids: string[],
  now: string,
): Promise<void> {
  await tx.query(
    sql`UPDATE oauth_grants SET account_uuids = ${account_uuids}, updated_at = ${now} WHERE uuid = ${uuid}`,
  );
  const left = sql`ARRAY(SELECT unnest(${account_uuids}::uuid[]) INTERSECT SELECT unnest(coalesce(account_uuids, ${account_uuids})))`;
  await tx.query(sql`
    UPDATE oauth_authorizations
    SET account_uuids = CASE WHEN cardinality(${left}) = 0 THEN account_uuids ELSE ${left} END,
      revoked_at = CASE WHEN cardinality(${left}) = 0 THEN ${now}::timestamptz END
    WHERE grant_uuid = ${uuid} AND revoked_at IS NULL`);
}

export async function findGrant(
  db: Queryable,
  owner: GrantOwner,
  uuid: string,
): Promise<{ uuid: string } | undefined> {
  const [row] = await db.query<{ uuid: string }>(sql`
    SELECT granted.uuid FROM oauth_grants AS granted
    WHERE granted.uuid = ${uuid} AND granted.revoked_at IS NULL AND ${ownedBy(owner)}`);
  return row;
}

export type GrantsOf = { client_uuid: string } | { user_uuid: string };

/** The live grants to an application, or of a User. */
export function listLiveGrants(tx: Queryable, of: GrantsOf): Promise<{ uuid: string }[]> {
  const own = 'user_uuid' in of ? sql`user_uuid = ${of.user_uuid}` : sql`client_uuid = ${of.client_uuid}`;
  return tx.query(sql`SELECT uuid FROM oauth_grants WHERE ${own} AND revoked_at IS NULL`);
}

/** Revokes a live grant and returns its owner; undefined when it was not live. */
export async function revokeGrant(
  tx: Queryable,
  uuid: string,
  revoked_reason: RevokedReason,
  revoked_at: string,
): Promise<{ user_uuid: string; client_uuid: string } | undefined> {
  const [row] = await tx.query<{ user_uuid: string; client_uuid: string }>(sql`
    UPDATE oauth_grants SET revoked_at = ${revoked_at}, revoked_reason = ${revoked_reason}, updated_at = ${revoked_at}
    WHERE uuid = ${uuid} AND revoked_at IS NULL RETURNING user_uuid, client_uuid`);
  return row;
}

function ownedBy(owner: GrantOwner | null): Sql {
  if (owner === null) return sql`true`;
  const byUser = sql`granted.user_uuid = ${owner.user_uuid}`;
  return owner.oauth_client_uuid === null
    ? byUser
    : sql`${byUser} AND granted.client_uuid = ${owner.oauth_client_uuid}`;
}
