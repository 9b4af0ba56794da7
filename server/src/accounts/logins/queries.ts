import type { Login, Role } from '@rapport/contract/accounts';
import { LOGINS_LIST } from '@rapport/contract/lists';
import sql, { raw } from 'sql-template-tag';
import { listed, type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ListRequest } from '../../platform/lists/list-query.ts';
import { fetchPage, type Page } from '../../platform/lists/page.ts';
import type { LoginCounts } from './rules.ts';

/**
 * Logins with their User and Account nested, as the API answers them. Deleted Accounts and
 * deactivated Users are left out.
 */
export const LOGIN_RECORDS = `(
  SELECT logins.uuid, logins.account_uuid, logins.user_uuid, logins.role, logins.last_used_at, logins.created_at, logins.updated_at,
    json_build_object('uuid', users.uuid, 'email', users.email,
      'email_verified', users.email_verified_at IS NOT NULL, 'name', users.name,
      'created_at', iso(users.created_at), 'updated_at', iso(users.updated_at)) AS "user",
    json_build_object('uuid', accounts.uuid, 'name', accounts.name, 'currency', accounts.currency,
      'country', accounts.country, 'time_zone', accounts.time_zone, 'week_starts_on', accounts.week_starts_on,
      'requires_second_factor', accounts.requires_second_factor, 'mcp_enabled', accounts.mcp_enabled, 'version', accounts.version,
      'created_at', iso(accounts.created_at), 'updated_at', iso(accounts.updated_at)) AS account
  FROM logins JOIN users ON users.uuid = logins.user_uuid JOIN accounts ON accounts.uuid = logins.account_uuid
  WHERE accounts.deleted_at IS NULL AND users.deactivated_at IS NULL
) AS login_records`;

const COLUMNS = 'uuid, account_uuid, user_uuid, role, last_used_at, created_at, updated_at, "user", account';

/** The Logins within reach; with `user_uuid` only those of one User. */
export function listLogins(
  db: Queryable,
  reach: Reach,
  user_uuid: string | null,
  list: ListRequest,
): Promise<Page<Login>> {
  const where = user_uuid === null ? sql`true` : sql`user_uuid = ${user_uuid}`;
  return fetchPage(db, LOGINS_LIST, list, listed(reach, { table: LOGIN_RECORDS, columns: COLUMNS, where }));
}

/**
 * Adds the Login; false when the User has one to this Account already. The Account becomes their
 * default one unless they have one in reach.
 */
export async function insertLogin(
  tx: Queryable,
  login: {
    uuid: string;
    account_uuid: string;
    user_uuid: string;
    role: Role;
    created_at: string;
  },
): Promise<boolean> {
  const rows = await tx.query(sql`
    WITH login AS (INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at)
    VALUES (${login.uuid}, ${login.account_uuid}, ${login.user_uuid}, ${login.role}, ${login.created_at}, ${login.created_at})
    ON CONFLICT (user_uuid, account_uuid) DO NOTHING RETURNING user_uuid, account_uuid),
    first AS (
      UPDATE users SET default_account_uuid = login.account_uuid FROM login
      WHERE users.uuid = login.user_uuid AND NOT EXISTS (
        SELECT FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
        WHERE logins.user_uuid = users.uuid AND logins.account_uuid = users.default_account_uuid))
    SELECT 1 FROM login`);
  return rows.length === 1;
}

/** The Login with this uuid, within reach. */
export async function findLogin(db: Queryable, reach: Reach, uuid: string): Promise<Login | undefined> {
  const [login] = await db.query<Login>(
    sql`SELECT * FROM ${raw(LOGIN_RECORDS)} WHERE uuid = ${uuid} AND ${within(reach)}`,
  );
  return login;
}

/** The Login of this User to the Account. */
export async function findLoginOfUser(
  db: Queryable,
  account_uuid: string,
  user_uuid: string,
): Promise<Login | undefined> {
  const [login] = await db.query<Login>(
    sql`SELECT * FROM ${raw(LOGIN_RECORDS)} WHERE account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`,
  );
  return login;
}

export async function updateLoginRole(
  tx: Queryable,
  login: Pick<Login, 'uuid' | 'account_uuid' | 'role' | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE logins SET role = ${login.role}, updated_at = ${login.updated_at}
    WHERE uuid = ${login.uuid} AND account_uuid = ${login.account_uuid}`);
}

/**
 * Deletes a Login. Returns the time at which its User agreed to be a member. Null without consent:
 * earlier releases gave Logins unasked.
 */
export async function deleteLogin(tx: Queryable, account_uuid: string, uuid: string): Promise<string | null> {
  const [login] = await tx.query<{ agreed_since: string | null }>(sql`
    DELETE FROM logins WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}
    RETURNING CASE WHEN is_agreed THEN created_at END AS agreed_since`);
  return login!.agreed_since;
}

/**
 * Deletes the open invitations of a User to the Account. One that is being accepted stays, and
 * counts as accepted.
 */
export async function deleteInvitationOf(
  db: Queryable,
  account_uuid: string,
  { uuid, email }: { uuid: string; email: string },
): Promise<void> {
  await db.query(sql`
    DELETE FROM invitations WHERE uuid IN (
      SELECT uuid FROM invitations 
      WHERE account_uuid = ${account_uuid} AND (lower(email) = lower(${email}) OR user_uuid = ${uuid}) FOR UPDATE SKIP LOCKED)`);
}

/** The number of owners of an Account. The caller has locked the Account, so the number stays. */
export async function countOwners(tx: Queryable, account_uuid: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*) FROM logins JOIN users ON users.uuid = logins.user_uuid
    WHERE account_uuid = ${account_uuid} AND role = 'owner' AND users.deactivated_at IS NULL`);
  return row!.count;
}

/**
 * Counts the Logins of a User, also those to deleted Accounts. Other transactions that count them
 * wait until this one ends. Lock the Account before: otherwise two callers could deadlock.
 */
export async function lockAndCountLogins(tx: Queryable, user_uuid: string): Promise<LoginCounts> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`logins ${user_uuid}`}, 0))`);
  const [counts] = await tx.query<LoginCounts>(sql`
    SELECT count(*) AS logins, count(*) FILTER (WHERE role = 'owner') AS owned FROM logins WHERE user_uuid = ${user_uuid}`);
  return counts!;
}
