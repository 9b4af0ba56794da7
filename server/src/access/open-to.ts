import sql, { type Sql } from 'sql-template-tag';

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
