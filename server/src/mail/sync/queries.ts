import type { MailLevel } from '@rapport/contract/mail';
import type { MailServer } from '@rapport/contract/mailboxes';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import type { MailProblem } from '../mailboxes/mail-problem.ts';
import type { AddressBook } from './rules.ts';

/** A mailbox as it is read. */
export type MailboxRow = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  address: string;
  username: string;
  password_encrypted: Buffer | null;
  provider: string | null;
  smtp_username: string | null;
  smtp_password_encrypted: Buffer | null;
  imap: MailServer;
  smtp: MailServer | null;
  default_visibility: MailLevel;
  since: string;
  state: 'connecting' | 'live' | 'failed';
  failure_count: number;
  /** True while its server says by itself when there is something new. */
  is_watched: boolean;
  /** True when addresses came while it could not be read: all of it is looked at again. */
  needs_past: boolean;
  version: number;
};

export type FolderRow = { path: string; uid_validity: number; last_uid: number };

/** A mailbox of any User, for the service itself. */
export async function findMailbox(
  db: Queryable,
  uuid: string,
  { lock = false } = {},
): Promise<MailboxRow | undefined> {
  const [row] = await db.query<MailboxRow>(sql`
    SELECT uuid, account_uuid, user_uuid, address, username, password_encrypted, provider, smtp_username, smtp_password_encrypted,
      imap, smtp, default_visibility, since::text, state, failure_count, is_watched, needs_past, version
    FROM mailboxes WHERE uuid = ${uuid} ${lock ? sql`FOR UPDATE` : sql``}`);
  return row;
}

export function listFolders(db: Queryable, mailbox_uuid: string): Promise<FolderRow[]> {
  return db.query<FolderRow>(sql`
    SELECT path, uid_validity, last_uid FROM mailbox_folders WHERE mailbox_uuid = ${mailbox_uuid}`);
}

/**
 * Whose addresses are what for a mailbox: those of the Account's own people and mailboxes, and what
 * its rules say.
 */
export async function findBook(
  db: Queryable,
  { account_uuid, user_uuid }: Pick<MailboxRow, 'account_uuid' | 'user_uuid'>,
): Promise<AddressBook> {
  const rows = await db.query<{ sort: 'own' | 'excluded' | 'protected'; pattern: string }>(sql`
    SELECT sort, lower(pattern) AS pattern FROM mail_exclusions
    WHERE account_uuid = ${account_uuid} AND (user_uuid IS NULL OR user_uuid = ${user_uuid})
    UNION SELECT 'own', lower(address) FROM mailboxes WHERE account_uuid = ${account_uuid}
    UNION SELECT 'own', lower(users.email) FROM logins JOIN users ON users.uuid = logins.user_uuid
      WHERE logins.account_uuid = ${account_uuid}`);
  const of = (sort: string) => new Set(rows.filter((row) => row.sort === sort).map(({ pattern }) => pattern));
  return { own: of('own'), excluded: of('excluded'), protected: of('protected') };
}

/** Those of these addresses that a Client or Contact of the Account has. */
export async function findKnown(
  db: Queryable,
  account_uuid: string,
  addresses: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(sql`
    SELECT address FROM unnest(${addresses}::text[]) AS address
    WHERE EXISTS (SELECT FROM points WHERE account_uuid = ${account_uuid} AND point = folded(address)
      AND resource IN ('client', 'contact'))`);
  return new Set(rows.map(({ address }) => address));
}

export async function putFolders(db: Queryable, mailbox_uuid: string, folders: FolderRow[]): Promise<void> {
  await db.query(sql`
    INSERT INTO mailbox_folders (mailbox_uuid, path, uid_validity, last_uid)
    SELECT ${mailbox_uuid}, path, uid_validity, last_uid
    FROM ${rowsSql('folder', folders, { path: 'text', uid_validity: 'bigint', last_uid: 'bigint' })}
    ON CONFLICT (mailbox_uuid, path) DO UPDATE
      SET uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`);
}

/** Notes where a mailbox stands after a step. */
export async function noteLook(
  db: Queryable,
  uuid: string,
  seen: { looked_at: number; kept: number; left: number; last_mail_at: Date | null; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE mailboxes SET looked_at_count = looked_at_count + ${seen.looked_at},
      kept_count = kept_count + ${seen.kept}, left_count = ${seen.left},
      state = CASE WHEN ${seen.left}::integer = 0 THEN 'live' ELSE state END, problem = NULL, failure_count = 0,
      last_mail_at = greatest(last_mail_at, ${seen.last_mail_at}::timestamptz), last_looked_at = ${seen.now}
    WHERE uuid = ${uuid}`);
}

/** Notes why a mailbox could not be read. */
export async function noteProblem(
  db: Queryable,
  uuid: string,
  { problem, is_over, failures }: { problem: MailProblem; is_over: boolean; failures: number },
): Promise<void> {
  await db.query(sql`
    UPDATE mailboxes SET problem = ${JSON.stringify(problem)}::jsonb, failure_count = ${failures},
      state = CASE WHEN ${is_over}::boolean THEN 'failed' ELSE state END
    WHERE uuid = ${uuid}`);
}

/** Has all of a mailbox be looked at again: what is kept is kept once. */
export async function beginAnew(tx: Queryable, uuid: string): Promise<void> {
  await tx.query(sql`UPDATE mailbox_folders SET last_uid = 0 WHERE mailbox_uuid = ${uuid}`);
  await tx.query(sql`UPDATE mailboxes SET needs_past = false WHERE uuid = ${uuid}`);
}

/** The mailboxes that are to be read, of any User. */
export function listToRead(db: Queryable): Promise<Pick<MailboxRow, 'uuid' | 'account_uuid'>[]> {
  return db.query(sql`SELECT uuid, account_uuid FROM mailboxes WHERE state <> 'failed'`);
}
