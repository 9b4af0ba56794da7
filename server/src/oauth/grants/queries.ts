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
    WHERE logins.account_uuid = ${account_uuid} AND logins.is_agreed
      AND (${oauth_client_uuid}::uuid IS NULL OR granted.client_uuid = ${oauth_client_uuid}::uuid)
    ORDER BY granted.created_at, granted.uuid`);
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
