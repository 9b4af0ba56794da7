import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The scope that a User has allowed an application, and the redirect URLs used for it. */
export type Consented = {
  scope: string[];
  /** What was asked for, when not all of it was allowed. */
  asked_scope: string[] | null;
  account_uuids: string[] | null;
  redirect_urls: string[];
};

/**
 * The User's consent to this application; undefined without one. With `FOR UPDATE` nobody can
 * revoke it until the transaction ends.
 */
export async function findConsent(
  db: Queryable,
  user_uuid: string,
  client_uuid: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Consented | undefined> {
  const [granted] = await db.query<Consented>(sql`
    SELECT scope, asked_scope, account_uuids, redirect_urls FROM oauth_grants
    WHERE user_uuid = ${user_uuid} AND client_uuid = ${client_uuid} AND revoked_at IS NULL ${raw(lock)}`);
  return granted;
}

/**
 * Creates the grant of this User to this application, or changes the live one; returns its uuid.
 */
export async function upsertGrant(
  tx: Queryable,
  grant: {
    uuid: string;
    user_uuid: string;
    client_uuid: string;
    scope: string[];
    asked_scope: string[] | null;
    account_uuids: string[] | null;
    redirect_uri: string;
    now: string;
  },
): Promise<string> {
  const [row] = await tx.query<{ uuid: string }>(sql`
    INSERT INTO oauth_grants AS granted (uuid, user_uuid, client_uuid, scope, asked_scope, account_uuids, redirect_urls, created_at, updated_at)
    VALUES (${grant.uuid}, ${grant.user_uuid}, ${grant.client_uuid}, ${grant.scope}, ${grant.asked_scope}, ${grant.account_uuids},
      ${[grant.redirect_uri]}, ${grant.now}, ${grant.now})
    ON CONFLICT (user_uuid, client_uuid) WHERE revoked_at IS NULL DO UPDATE
    SET scope = excluded.scope, asked_scope = excluded.asked_scope, account_uuids = excluded.account_uuids,
      redirect_urls = ARRAY(SELECT DISTINCT unnest(granted.redirect_urls || excluded.redirect_urls) ORDER BY 1), updated_at = excluded.updated_at
    RETURNING uuid`);
  return row!.uuid;
}

export async function insertAuthorization(
  tx: Queryable,
  authorization: {
    uuid: string;
    grant_uuid: string;
    code_hash: Buffer;
    code_expires_at: string;
    redirect_uri: string;
    code_challenge: string | null;
    scope: string[];
    account_uuids: string[] | null;
    for_mcp: boolean;
    nonce: string | null;
    signed_in_at: string;
    created_at: string;
  },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO oauth_authorizations (uuid, grant_uuid, code_hash, code_expires_at, redirect_uri, code_challenge, scope,
      account_uuids, for_mcp, nonce, signed_in_at, created_at)
    VALUES (${authorization.uuid}, ${authorization.grant_uuid}, ${authorization.code_hash}, ${authorization.code_expires_at},
      ${authorization.redirect_uri}, ${authorization.code_challenge}, ${authorization.scope},
      ${authorization.account_uuids}, ${authorization.for_mcp}, ${authorization.nonce},
      ${authorization.signed_in_at}, ${authorization.created_at})`);
}
