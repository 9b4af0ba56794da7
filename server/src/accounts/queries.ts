import type { Account } from '@rapport/contract/accounts';
import type { Language } from '@rapport/contract/languages';
import { ACCOUNTS_LIST } from '@rapport/contract/lists';
import sql, { raw } from 'sql-template-tag';
import { listed, type Reach } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { ListRequest } from '../platform/lists/list-query.ts';
import { fetchPage, type Page } from '../platform/lists/page.ts';

export const ACCOUNT_COLUMNS =
  'uuid, name, currency, country, time_zone, week_starts_on, requires_second_factor, mcp_enabled, version, created_at, updated_at';

export function listAccounts(db: Queryable, reach: Reach, list: ListRequest): Promise<Page<Account>> {
  const table = '(SELECT *, uuid AS account_uuid FROM accounts) AS account_records';
  const source = { table, columns: ACCOUNT_COLUMNS, where: sql`deleted_at IS NULL` };
  return fetchPage(db, ACCOUNTS_LIST, list, listed(reach, source));
}

/**
 * Inserts an Account, with the pipeline and the views that every Account begins with. Their names
 * are in this language; null: in that of the owner.
 */
export async function insertAccount(
  tx: Queryable,
  account: Account,
  owner_uuid: string,
  language: Language | null,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO accounts (uuid, name, currency, country, time_zone, week_starts_on, version, created_at, updated_at)
    VALUES (${account.uuid}, ${account.name}, ${account.currency}, ${account.country}, ${account.time_zone},
      ${account.week_starts_on}, ${account.version}, ${account.created_at}, ${account.updated_at})`);
  await tx.query(
    sql`SELECT begin_account(${account.uuid}, ${account.created_at}), begin_views(${account.uuid}, ${account.created_at})`,
  );
  await tx.query(sql`
    SELECT name_beginning(${account.uuid}, coalesce(${language}::text, users.language))
    FROM users WHERE users.uuid = ${owner_uuid}`);
}

/** The Account; with `lock`, locked until the transaction ends. */
export async function findAccount(
  db: Queryable,
  account_uuid: string,
  lock: '' | 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR KEY SHARE' = '',
): Promise<Account | undefined> {
  const [account] = await db.query<Account>(
    sql`SELECT ${raw(ACCOUNT_COLUMNS)} FROM accounts WHERE uuid = ${account_uuid} AND deleted_at IS NULL ${raw(lock)}`,
  );
  return account;
}

export async function updateAccount(tx: Queryable, account: Account): Promise<void> {
  await tx.query(sql`
    UPDATE accounts SET name = ${account.name}, currency = ${account.currency}, country = ${account.country},
      time_zone = ${account.time_zone}, week_starts_on = ${account.week_starts_on}, requires_second_factor = ${account.requires_second_factor},
      mcp_enabled = ${account.mcp_enabled}, version = ${account.version}, updated_at = ${account.updated_at}
    WHERE uuid = ${account.uuid}`);
}

export async function markAccountDeleted(
  tx: Queryable,
  account_uuid: string,
  deleted_at: string,
): Promise<void> {
  await tx.query(sql`UPDATE accounts SET deleted_at = ${deleted_at} WHERE uuid = ${account_uuid}`);
}

export type DeletedAccountRow = Account & { deleted_at: string };

/** The Accounts deleted at `since` or later, latest deletion first. */
export function listDeletedAccounts(db: Queryable, since: Date): Promise<DeletedAccountRow[]> {
  return db.query(sql`
    SELECT ${raw(ACCOUNT_COLUMNS)}, deleted_at FROM accounts WHERE deleted_at >= ${since} ORDER BY deleted_at DESC, uuid`);
}

/** An Account that was deleted at `since` or later, locked until the transaction ends. */
export async function lockDeletedAccount(
  tx: Queryable,
  account_uuid: string,
  since: Date,
): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(sql`
    SELECT ${raw(ACCOUNT_COLUMNS)} FROM accounts WHERE uuid = ${account_uuid} AND deleted_at >= ${since} FOR UPDATE`);
  return account;
}

export async function unmarkAccountDeleted(tx: Queryable, account: Account): Promise<void> {
  await tx.query(sql`
    UPDATE accounts SET deleted_at = NULL, version = ${account.version}, updated_at = ${account.updated_at}
    WHERE uuid = ${account.uuid}`);
}

/** The Accounts deleted at `since` or later that this User is an owner of. */
export function listDeletedAccountsOf(
  db: Queryable,
  owner_uuid: string,
  since: Date,
): Promise<DeletedAccountRow[]> {
  return db.query(sql`
    SELECT ${raw(ACCOUNT_COLUMNS)}, deleted_at FROM accounts
    WHERE deleted_at >= ${since}
      AND uuid IN (SELECT account_uuid FROM logins WHERE user_uuid = ${owner_uuid} AND role = 'owner')
    ORDER BY deleted_at DESC, uuid`);
}

/** The e-mail addresses of an Account's active owners. */
export async function findOwnerEmails(db: Queryable, account_uuid: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    SELECT users.email FROM logins JOIN users ON users.uuid = logins.user_uuid
    WHERE logins.account_uuid = ${account_uuid} AND logins.role = 'owner' AND users.deactivated_at IS NULL`);
  return rows.map(({ email }) => email);
}

/** The Account deleted longest ago, of those deleted before `before`. */
export async function findDeletedAccount(db: Queryable, before: Date): Promise<string | undefined> {
  const [row] = await db.query<{ uuid: string }>(
    sql`SELECT uuid FROM accounts WHERE deleted_at < ${before} ORDER BY deleted_at, uuid LIMIT 1`,
  );
  return row?.uuid;
}

/**
 * Deletes up to `limit` records and up to `limit` events of a deleted Account. Returns how many.
 */
export async function emptyDeletedAccount(db: Queryable, uuid: string, limit: number): Promise<number> {
  const [deleted] = await db.query<{ count: number }>(sql`
    WITH record AS (
      DELETE FROM records WHERE account_uuid = ${uuid}
        AND uuid IN (SELECT uuid FROM records WHERE account_uuid = ${uuid} LIMIT ${limit}) RETURNING 1
    ), event AS (
      DELETE FROM events WHERE uuid IN (SELECT uuid FROM events WHERE account_uuid = ${uuid} LIMIT ${limit}) RETURNING 1
    )
    SELECT (SELECT count(*) FROM record) + (SELECT count(*) FROM event) AS count`);
  return deleted!.count;
}

/** Deletes the row of a deleted Account, and by cascade the rest of its data. */
export async function purgeAccount(db: Queryable, uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM accounts WHERE uuid = ${uuid} AND deleted_at IS NOT NULL`);
}
