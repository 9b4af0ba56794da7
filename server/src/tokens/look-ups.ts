import sql from 'sql-template-tag';
import type { Cause } from '../access/caller.ts';
import type { Queryable } from '../platform/database/database.ts';

// What other rooms ask about what somebody called with.

/**
 * False once a token was revoked, or shut out of the Account, that began work which goes on. A
 * session may end, and a token run out: who signs out does not call off what they have asked for.
 */
export async function mayActorStill(
  db: Queryable,
  { actor }: Pick<Cause, 'actor'>,
  account_uuid: string,
): Promise<boolean> {
  if (actor.type === 'personal_access_token') {
    const rows = await db.query(sql`
      SELECT FROM personal_access_tokens WHERE uuid = ${actor.uuid} AND user_uuid = ${actor.user_uuid}
        AND revoked_at IS NULL AND (account_uuids IS NULL OR ${account_uuid} = ANY(account_uuids))`);
    return rows.length > 0;
  }
  if (actor.type === 'oauth_access_token') {
    const rows = await db.query(sql`
      SELECT FROM oauth_token_pairs AS pair
      JOIN oauth_authorizations AS authorized ON authorized.uuid = pair.authorization_uuid
      JOIN oauth_grants AS granted ON granted.uuid = authorized.grant_uuid
      JOIN oauth_clients AS client ON client.uuid = granted.client_uuid
      WHERE pair.uuid = ${actor.uuid} AND granted.user_uuid = ${actor.user_uuid}
        AND authorized.revoked_at IS NULL AND granted.revoked_at IS NULL
        AND client.disabled_at IS NULL AND client.deleted_at IS NULL
        AND (authorized.account_uuids IS NULL OR ${account_uuid} = ANY(authorized.account_uuids))`);
    return rows.length > 0;
  }
  return true;
}
