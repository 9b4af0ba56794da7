import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Caller } from './caller.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * SQL for the Accounts, each with uuid and name, that a User may be shown now, for what has no
 * request: a calendar, a mail. Of those that they have a Login to, one that requires a second
 * factor only if they have one, as in a browser.
 */
export function openTo(user_uuid: string | Sql): Sql {
  return sql`
  SELECT accounts.uuid, accounts.name FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
  WHERE logins.user_uuid = ${user_uuid} AND accounts.deleted_at IS NULL
    AND (NOT accounts.requires_second_factor OR ${hasFactorSql(user_uuid)})`;
}

/** SQL that is true for a User who signs in with a second factor. */
export function hasFactorSql(user_uuid: string | Sql): Sql {
  return sql`EXISTS (SELECT FROM totp_secrets WHERE totp_secrets.user_uuid = ${user_uuid} AND enabled_at IS NOT NULL)`;
}

/**
 * SQL for what the Account of a Login narrows for its role, as `Narrow`; null where that is
 * nothing. The statement has `logins` and `accounts`. A function is only prepared where something
 * is narrow: PostgreSQL prepares all parts of a statement, and this one is part of each request.
 */
export const NARROW =
  raw(`CASE WHEN accounts.access -> 'levels' -> logins.role IS NOT NULL THEN narrow_of(logins.user_uuid,
        logins.account_uuid, accounts.access -> 'levels' -> logins.role, accounts.access -> 'ownerless') END`);

/** What a User may see now, for what has no request and reads records as they do. */
export async function findReach(db: Queryable, user_uuid: string): Promise<Reach> {
  return reachOf({ logins: await findLogins(db, user_uuid) });
}

/** The Logins of a User as they are now, for what has no request and acts for them. */
export function findLogins(db: Queryable, user_uuid: string): Promise<Caller['logins']> {
  return db.query(sql`
    SELECT logins.uuid, logins.account_uuid, logins.role, ${NARROW} AS narrow
    FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid JOIN users ON users.uuid = logins.user_uuid
    WHERE logins.user_uuid = ${user_uuid} AND accounts.deleted_at IS NULL AND users.deactivated_at IS NULL`);
}
