import type { Login, Role } from '@rapport/contract/accounts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Permission, permits } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';
import { findLoginOfUser, LOGIN_RECORDS } from './queries.ts';

// What other rooms ask about the Users of an Account: they have checked their own caller.

type UserOfAccount = { uuid: string; name: string; email: string; role: Role };

/** The Users who have agreed to a Login to the Account, with their roles. */
export function listUsersOf(db: Queryable, account_uuid: string): Promise<UserOfAccount[]> {
  return db.query<UserOfAccount>(sql`
    SELECT users.uuid, users.name, users.email, logins.role FROM logins JOIN users ON users.uuid = logins.user_uuid
    WHERE logins.account_uuid = ${account_uuid} AND logins.is_agreed AND users.deactivated_at IS NULL
    ORDER BY logins.created_at, users.uuid`);
}

/** The Users in this list who have a Login to the Account. */
export async function usersWithLogin(
  db: Queryable,
  account: string | Sql,
  user_uuids: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ user_uuid: string }>(
    frequent(
      sql`SELECT user_uuid FROM logins WHERE account_uuid = ${account} AND user_uuid = ANY(${user_uuids}::uuid[])`,
    ),
  );
  return new Set(rows.map((row) => row.user_uuid));
}

/** True when this User has a Login to the Account. */
export async function hasLogin(db: Queryable, account_uuid: string, user_uuid: string): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM logins WHERE account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`,
  );
  return rows.length > 0;
}

/** True when a User may still do this in the Account: for work that outlives their request. */
export async function mayUser(
  db: Queryable,
  account_uuid: string,
  user_uuid: string,
  permission: Permission,
): Promise<boolean> {
  return permits((await findLoginOfUser(db, account_uuid, user_uuid))?.role, permission);
}

/** For the operator: the newest Logins, of one Account, one User, or (null) all that are active. */
export function listNewestLogins(
  db: Queryable,
  {
    account_uuid,
    user_uuid,
    limit,
  }: { account_uuid: string | null; user_uuid: string | null; limit: number },
): Promise<Login[]> {
  return db.query(sql`
    SELECT * FROM ${raw(LOGIN_RECORDS)}
    WHERE (${account_uuid}::uuid IS NULL OR account_uuid = ${account_uuid}::uuid)
      AND (${user_uuid}::uuid IS NULL OR user_uuid = ${user_uuid}::uuid)
    ORDER BY created_at DESC, uuid DESC LIMIT ${limit}`);
}
