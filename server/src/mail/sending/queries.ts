import type { OutgoingMail, OutgoingState } from '@rapport/contract/outgoing-mails';
import sql from 'sql-template-tag';
import { type Reach, reads, within } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { StoredContent } from '../../files/store.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Letter } from './compose.ts';
import type { SendProblem } from './converse.ts';

/** Whose mails on their way out: of a User, in the Accounts in reach. */
export type Writer = { user_uuid: string; reach: Reach };

/** A file that goes with a mail, as it was when that was written. */
export type SentFile = Pick<StoredContent, 'content_uuid' | 'size_bytes'> & {
  uuid: string;
  name: string;
  type: string;
};

/** An attachment of another mail that goes with one, as it was when that was written. */
export type SentAttachment = {
  mail_uuid: string;
  number: number;
  name: string;
  type: string;
  size_bytes: number;
};

/** A mail on its way out, as it is kept. */
export type OutgoingRow = Letter & {
  account_uuid: string;
  user_uuid: string;
  mailbox_uuid: string | null;
  in_reply_to_uuid: string | null;
  record_resource: NonNullable<OutgoingMail['record']>['resource'] | null;
  record_uuid: string | null;
  files: (SentFile | SentAttachment)[];
  state: OutgoingState;
  problem: SendProblem | null;
  attempt: number;
  failure_count: number;
  due_at: string;
  is_filed: boolean;
  mail_uuid: string | null;
  created_at: string;
  updated_at: string;
};

const SELECT = sql`
  SELECT uuid, account_uuid, user_uuid, mailbox_uuid, sender, receivers, subject, text, message_id, answered_ids,
    dated_at, files, in_reply_to_uuid, record_resource, record_uuid, state, problem, attempt, failure_count, due_at, is_filed,
    mail_uuid, created_at, updated_at
  FROM outgoing_mails`;

export type NewOutgoing = Omit<
  OutgoingRow,
  'state' | 'problem' | 'attempt' | 'failure_count' | 'is_filed' | 'mail_uuid' | 'updated_at' | 'dated_at'
>;

export async function insertOutgoing(tx: Queryable, row: NewOutgoing): Promise<void> {
  await tx.query(sql`
    INSERT INTO outgoing_mails (uuid, account_uuid, user_uuid, mailbox_uuid, sender, receivers, subject, text, message_id,
      answered_ids, files, in_reply_to_uuid, record_resource, record_uuid, state, due_at, dated_at, created_at, updated_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${row.mailbox_uuid}, ${JSON.stringify(row.sender)}::jsonb,
      ${JSON.stringify(row.receivers)}::jsonb, ${row.subject}, ${row.text}, ${row.message_id},
      ${row.answered_ids}::text[], ${JSON.stringify(row.files)}::jsonb, ${row.in_reply_to_uuid}, ${row.record_resource}, ${row.record_uuid}, 'waiting',
      ${row.due_at}, ${row.due_at}, ${row.created_at}, ${row.created_at})`);
}

const LIST_MAX = 200;

/** The mails of a User, the newest first; those written from a record, when one is named. */
export function listOutgoing(
  db: Queryable,
  { user_uuid, reach }: Writer,
  record_uuid: string | null,
): Promise<OutgoingRow[]> {
  return db.query<OutgoingRow>(sql`
    ${SELECT} WHERE user_uuid = ${user_uuid} AND ${within(reach)}
      AND (${record_uuid}::uuid IS NULL OR record_uuid = ${record_uuid})
    ORDER BY uuid DESC LIMIT ${LIST_MAX}`);
}

/** A mail of a User's own; locked when it is to be changed. */
export async function findOwn(
  db: Queryable,
  { user_uuid, reach }: Writer,
  uuid: string,
  { lock = false } = {},
): Promise<OutgoingRow | undefined> {
  const [row] = await db.query<OutgoingRow>(sql`
    ${SELECT} WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND ${within(reach)}
    ${lock ? sql`FOR UPDATE` : sql``}`);
  return row;
}

/** A mail of any User, for the service itself. */
export async function findAny(
  db: Queryable,
  uuid: string,
  { lock = false } = {},
): Promise<OutgoingRow | undefined> {
  const [row] = await db.query<OutgoingRow>(
    sql`${SELECT} WHERE uuid = ${uuid} ${lock ? sql`FOR UPDATE` : sql``}`,
  );
  return row;
}

/**
 * Marks a mail as being sent, in a transaction of its own, so that it is never begun a second time
 * whatever dies. Undefined when it does not wait any more, or has waited since before `not_before`.
 */
export async function begin(
  db: Queryable,
  uuid: string,
  { now, not_before }: { now: Date; not_before: Date },
): Promise<number | undefined> {
  const [row] = await db.query<{ attempt: number }>(sql`
    UPDATE outgoing_mails SET state = 'sending', attempt = attempt + 1, updated_at = ${now}
    WHERE uuid = ${uuid} AND state = 'waiting' AND due_at <= ${now} AND due_at > ${not_before}
      AND mailbox_uuid IS NOT NULL RETURNING attempt`);
  return row?.attempt;
}

/** True while this attempt is the one that counts. */
export async function isUnderWay(db: Queryable, uuid: string, attempt: number): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM outgoing_mails WHERE uuid = ${uuid} AND attempt = ${attempt} AND state = 'sending'`);
  return rows.length > 0;
}

/** What becomes of a mail. */
export type Becomes = Pick<OutgoingRow, 'state' | 'problem'> &
  Partial<Pick<OutgoingRow, 'failure_count' | 'is_filed' | 'mail_uuid'>> & {
    due_at?: Date;
    /** True: nothing more is done about it, unless somebody asks for it. */
    is_over?: boolean;
  };

export async function become(
  tx: Queryable,
  { uuid, account_uuid }: Pick<OutgoingRow, 'uuid' | 'account_uuid'>,
  { state, problem, failure_count, is_filed, mail_uuid, due_at, is_over = false }: Becomes,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    UPDATE outgoing_mails SET state = ${state}, problem = ${problem && JSON.stringify(problem)}::jsonb,
      failure_count = coalesce(${failure_count ?? null}::integer, failure_count),
      is_filed = coalesce(${is_filed ?? null}::boolean, is_filed),
      mail_uuid = coalesce(${mail_uuid ?? null}::uuid, mail_uuid),
      due_at = coalesce(${due_at ?? null}::timestamptz, due_at),
      ended_at = CASE WHEN ${is_over}::boolean THEN ${now}::timestamptz END, updated_at = ${now}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/** The mails about which something is to be done since `before`, of any User. */
export function listUnderWay(
  db: Queryable,
  before: Date,
): Promise<Pick<OutgoingRow, 'uuid' | 'account_uuid'>[]> {
  return db.query(sql`
    SELECT uuid, account_uuid FROM outgoing_mails WHERE ended_at IS NULL AND due_at <= ${before} ORDER BY due_at`);
}

/** True when one of these addresses is one of a Client or Contact that the caller sees. */
export async function isAnySeen(
  db: Queryable,
  reach: Reach,
  account_uuid: string,
  addresses: string[],
): Promise<boolean> {
  const kinds = ['client', 'contact'].filter((kind) => reads(reach, kind));
  const rows = await seenBy(db, reach).query(sql`
    SELECT FROM points WHERE account_uuid = ${account_uuid} AND resource = ANY(${kinds}::text[])
      AND point IN (SELECT folded(address) FROM unnest(${addresses}::text[]) AS address) LIMIT 1`);
  return rows.length > 0;
}

/**
 * The Message-IDs of a conversation as its holder has it, up to and with a mail of it, the oldest
 * first.
 */
export async function findAnswered(
  db: Queryable,
  mail: { uuid: string; account_uuid: string },
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ message_id: string }>(sql`
    SELECT earlier.message_id FROM mails AS answered
    JOIN mails AS earlier ON earlier.account_uuid = answered.account_uuid
      AND earlier.thread_uuid = answered.thread_uuid AND earlier.uuid <= answered.uuid
      AND earlier.holder_uuid IS NOT DISTINCT FROM answered.holder_uuid AND earlier.message_id IS NOT NULL
    WHERE answered.uuid = ${mail.uuid} AND answered.account_uuid = ${mail.account_uuid}
    ORDER BY earlier.uuid DESC LIMIT ${most}`);
  return rows.map(({ message_id }) => message_id).reverse();
}

/** The mail of a holder with this fingerprint. */
export async function findKept(
  db: Queryable,
  owner: { account_uuid: string; user_uuid: string },
  fingerprint: Buffer,
): Promise<string | null> {
  const [row] = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM mails WHERE account_uuid = ${owner.account_uuid} AND holder_uuid = ${owner.user_uuid}
      AND fingerprint = ${fingerprint}`);
  return row?.uuid ?? null;
}

/** The name of a User, by which their mails are signed at the top. */
export async function findName(db: Queryable, user_uuid: string): Promise<string> {
  const [row] = await db.query<{ name: string }>(sql`SELECT name FROM users WHERE uuid = ${user_uuid}`);
  return row?.name ?? '';
}

export async function deleteOutgoing(
  tx: Queryable,
  { uuid, account_uuid, user_uuid }: Pick<OutgoingRow, 'uuid' | 'account_uuid' | 'user_uuid'>,
): Promise<void> {
  await tx.query(sql`
    DELETE FROM outgoing_mails WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`);
}

/** Where the contents of files of an Account lie now. Those that are gone are left out. */
export async function findContents(
  db: Queryable,
  account_uuid: string,
  uuids: string[],
): Promise<StoredContent[]> {
  const rows = await db.query<StoredContent>(sql`
    SELECT account_uuid, uuid AS content_uuid, place, size_bytes FROM file_contents
    WHERE account_uuid = ${account_uuid} AND uuid = ANY(${uuids}::uuid[])`);
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }));
}
