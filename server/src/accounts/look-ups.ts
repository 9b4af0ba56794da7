import type { Account } from '@rapport/contract/accounts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { hasFactorSql } from '../access/open-to.ts';
import type { Queryable } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';
import { ACCOUNT_COLUMNS } from './queries.ts';

// What other rooms ask about Accounts, without a caller: they have checked their own.

/** The country of an Account, for phone numbers that name none. Null: not said. */
export async function findCountry(db: Queryable, account: string | Sql): Promise<string | null> {
  const statement = frequent(sql`SELECT country FROM accounts WHERE uuid = ${account}`);
  const [row] = await db.query<{ country: string | null }>(statement);
  return row?.country ?? null;
}

/** What its Users left unsaid in a file: where and in which currency the Account is. */
export async function findUsual(
  db: Queryable,
  uuid: string,
): Promise<Pick<Account, 'time_zone' | 'country' | 'currency'> | undefined> {
  const [row] = await db.query<Pick<Account, 'time_zone' | 'country' | 'currency'>>(
    sql`SELECT time_zone, country, currency FROM accounts WHERE uuid = ${uuid} AND deleted_at IS NULL`,
  );
  return row;
}

/** The names of these Accounts by uuid. Deleted Accounts keep theirs until they are purged. */
export async function findAccountNames(db: Queryable, uuids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ uuid: string; name: string }>(
    sql`SELECT uuid, name FROM accounts WHERE uuid = ANY(${uuids}::uuid[])`,
  );
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}

/** The Accounts that a User has a Login to, oldest first. */
export function listAccountsOf(db: Queryable, user_uuid: string): Promise<Pick<Account, 'uuid' | 'name'>[]> {
  return db.query(sql`
    SELECT accounts.uuid, accounts.name FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
    WHERE logins.user_uuid = ${user_uuid} AND accounts.deleted_at IS NULL ORDER BY accounts.created_at, accounts.uuid`);
}

/** The names of the Accounts that the pages close to a User until they set up a second factor. */
export async function listClosedAccountNames(db: Queryable, user_uuid: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT accounts.name FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
    WHERE logins.user_uuid = ${user_uuid} AND accounts.deleted_at IS NULL AND accounts.requires_second_factor
      AND NOT ${hasFactorSql(user_uuid)}
    ORDER BY accounts.name`);
  return rows.map(({ name }) => name);
}

export type OwnedAccount = Account & { owners: string[] };

/**
 * For the operator: the newest Accounts, at most `limit` (null: all), with the e-mail addresses of
 * their active owners. With `user_uuid`, only Accounts of that User.
 */
export function listNewestAccounts(
  db: Queryable,
  user_uuid: string | null,
  limit: number | null,
): Promise<OwnedAccount[]> {
  return db.query(sql`
    SELECT ${raw(ACCOUNT_COLUMNS)}, ARRAY(
      SELECT users.email FROM logins JOIN users ON users.uuid = logins.user_uuid
      WHERE logins.account_uuid = accounts.uuid AND logins.role = 'owner' AND users.deactivated_at IS NULL
      ORDER BY logins.created_at, logins.uuid) AS owners
    FROM accounts
    WHERE deleted_at IS NULL
      AND (${user_uuid}::uuid IS NULL OR uuid IN (SELECT account_uuid FROM logins WHERE user_uuid = ${user_uuid}))
    ORDER BY uuid DESC LIMIT ${limit}`);
}
