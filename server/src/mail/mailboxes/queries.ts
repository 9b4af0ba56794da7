import type { Mailbox } from '@rapport/contract/mailboxes';
import sql from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { SmtpRow } from './password.ts';

/** Whose mailboxes: of a User, in the Accounts in reach. */
export type MailboxOwner = { user_uuid: string; reach: Reach };

/** A mailbox with what its API never answers. */
export type OwnMailbox = Mailbox & { password_encrypted: Buffer | null } & SmtpRow & Tokens;

/** The tokens of its provider, encrypted; null: it has a password. */
export type Tokens = { tokens: { refresh: Buffer; access: Buffer; until: Date } | null };

const SELECT_MAILBOX = sql`
  SELECT uuid, account_uuid, user_uuid, address, username, password_encrypted, provider, NULL AS tokens, imap, smtp, smtp_username,
    smtp_password_encrypted, default_visibility, signature,
    since::text, state, problem, looked_at_count, kept_count, left_count, last_mail_at, last_looked_at, version,
    created_at, updated_at
  FROM mailboxes`;

export function listMailboxes(db: Queryable, { user_uuid, reach }: MailboxOwner): Promise<OwnMailbox[]> {
  return db.query<OwnMailbox>(sql`
    ${SELECT_MAILBOX} WHERE user_uuid = ${user_uuid} AND ${within(reach)} ORDER BY uuid`);
}

export async function findMailbox(
  db: Queryable,
  { user_uuid, reach }: MailboxOwner,
  uuid: string,
  { lock = false } = {},
): Promise<OwnMailbox | undefined> {
  const [row] = await db.query<OwnMailbox>(sql`
    ${SELECT_MAILBOX} WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND ${within(reach)}
    ${lock ? sql`FOR UPDATE` : sql``}`);
  return row;
}

/** Counts the mailboxes of a User in an Account, and whether one has this address. */
export async function countMailboxes(
  tx: Queryable,
  { account_uuid, user_uuid, address }: Pick<Mailbox, 'account_uuid' | 'user_uuid' | 'address'>,
): Promise<{ count: number; is_taken: boolean }> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailboxes ${user_uuid}`}, 0))`);
  const [row] = await tx.query<{ count: number; is_taken: boolean }>(sql`
    SELECT count(*), coalesce(bool_or(lower(address) = lower(${address})), false) AS is_taken FROM mailboxes
    WHERE account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`);
  return row!;
}

export async function insertMailbox(tx: Queryable, row: OwnMailbox): Promise<void> {
  await tx.query(sql`
    INSERT INTO mailboxes (uuid, account_uuid, user_uuid, address, username, password_encrypted, provider,
      refresh_token_encrypted, access_token_encrypted, access_until, imap, smtp, smtp_username, smtp_password_encrypted, default_visibility, signature, since, state, version, created_at, updated_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${row.address}, ${row.username},
      ${row.password_encrypted}, ${row.provider}, ${row.tokens?.refresh ?? null}, ${row.tokens?.access ?? null},
      ${row.tokens?.until ?? null}, ${JSON.stringify(row.imap)}::jsonb, ${row.smtp && JSON.stringify(row.smtp)}::jsonb,
      ${row.smtp_username}, ${row.smtp_password_encrypted}, ${row.default_visibility}, ${row.signature}, ${row.since}, ${row.state}, 1, ${row.created_at}, ${row.created_at})`);
}

/** Writes the settings of a mailbox. What was wrong before is over. */
export async function updateMailbox(tx: Queryable, row: OwnMailbox): Promise<void> {
  await tx.query(sql`
    UPDATE mailboxes SET username = ${row.username}, password_encrypted = ${row.password_encrypted},
      imap = ${JSON.stringify(row.imap)}::jsonb, smtp = ${row.smtp && JSON.stringify(row.smtp)}::jsonb,
      smtp_username = ${row.smtp_username}, smtp_password_encrypted = ${row.smtp_password_encrypted},
      default_visibility = ${row.default_visibility}, signature = ${row.signature}, state = ${row.state}, problem = ${row.problem && JSON.stringify(row.problem)}::jsonb,
      failure_count = 0, version = ${row.version}, updated_at = ${row.updated_at}
    WHERE uuid = ${row.uuid} AND account_uuid = ${row.account_uuid} AND user_uuid = ${row.user_uuid}`);
}

/** Writes other tokens of a mailbox: its User has signed in again. */
export async function updateTokens(
  tx: Queryable,
  { uuid, account_uuid, user_uuid, version, updated_at }: OwnMailbox,
  { refresh, access, until }: NonNullable<Tokens['tokens']>,
): Promise<void> {
  await tx.query(sql`
    UPDATE mailboxes SET refresh_token_encrypted = ${refresh}, access_token_encrypted = ${access}, access_until = ${until},
      refreshing_until = NULL, state = CASE state WHEN 'failed' THEN 'connecting' ELSE state END, problem = NULL,
      failure_count = 0, version = ${version}, updated_at = ${updated_at}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`);
}

export async function deleteMailbox(
  tx: Queryable,
  { uuid, account_uuid, user_uuid }: Pick<Mailbox, 'uuid' | 'account_uuid' | 'user_uuid'>,
): Promise<void> {
  await tx.query(sql`
    DELETE FROM mailboxes WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`);
}
