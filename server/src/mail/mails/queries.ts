import type { Mail, MailAttachment, MailLevel, WholeMail } from '@rapport/contract/mail';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Reach, reads, within } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Who reads: their own copies, and of others what these show. */
export type Reader = { user_uuid: string; reach: Reach };

/** A mail as it is kept, and what the reader sees of its people. */
export type MailRow = Omit<Mail, 'level' | 'people' | 'attachment_count'> & {
  holder_uuid: string | null;
  subject: string;
  excerpt: string;
  attachment_count: number;
  people: Mail['people'];
};

export type WholeRow = MailRow & Pick<WholeMail, 'has_html' | 'unreadable'> & { text: string };

/** The kinds with addresses that a caller may read. */
export function kindsOf(reach: Reach): string[] {
  return ['client', 'contact'].filter((kind) => reads(reach, kind));
}

/** The condition that somebody of a mail stands in a record that the reader sees. */
const isOfSeen = (reach: Reach, mails: Sql): Sql => sql`EXISTS (
  SELECT FROM mail_people AS person JOIN points ON points.account_uuid = person.account_uuid
    AND points.point = person.point AND points.resource = ANY(${kindsOf(reach)}::text[])
  WHERE person.mail_uuid = ${mails}.uuid AND NOT person.is_own)`;

/**
 * Who may know of a mail: its holder, and, unless it is hidden, whoever sees a record of one of its
 * people. Run it by `seenBy`: it reads points.
 */
export const isKnown = ({ user_uuid, reach }: Reader, mails = MAILS): Sql => sql`
  (${mails}.holder_uuid = ${user_uuid} OR (${mails}.visibility <> 'hidden' AND ${isOfSeen(reach, mails)}))`;

const MAILS = raw('mails');

const EXCERPT_CHARACTERS = 200;

export const columnsOf = (reach: Reach): Sql => sql`
  mails.uuid, mails.account_uuid, mailbox_uuid, holder_uuid, holder_uuid AS user_uuid, mails.thread_uuid, direction, visibility,
  sent_at, subject, left(text, ${EXCERPT_CHARACTERS}::integer) AS excerpt, version, created_at, updated_at,
  (SELECT count(*) FROM mail_attachments WHERE mail_uuid = mails.uuid) AS attachment_count,
  (SELECT coalesce(json_agg(json_build_object('role', role, 'address', address, 'name', name, 'is_own', is_own,
      'bounce', CASE WHEN bounced_at IS NOT NULL THEN json_build_object('code', bounce_code, 'bounced_at', bounced_at,
        'detail', bounce_detail) END,
      'record', CASE WHEN NOT is_own THEN (SELECT jsonb_build_object('resource', points.resource, 'uuid', points.record_uuid)
        FROM points WHERE points.account_uuid = person.account_uuid AND points.point = person.point
          AND points.resource = ANY(${kindsOf(reach)}::text[]) ORDER BY points.resource DESC, points.record_uuid LIMIT 1)
      END) ORDER BY "position"), '[]')
    FROM mail_people AS person WHERE person.mail_uuid = mails.uuid) AS people,
  (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('resource', points.resource, 'uuid', points.record_uuid)), '[]')
    FROM mail_people AS person JOIN points ON points.account_uuid = person.account_uuid
      AND points.point = person.point AND points.resource = ANY(${kindsOf(reach)}::text[])
    WHERE person.mail_uuid = mails.uuid AND NOT person.is_own) AS records`;

export type MailsQuery = {
  /** Those of this record: a Client with its Contacts, a Contact, or a Deal. */
  record_uuid?: string | undefined;
  thread_uuid?: string | undefined;
  /** The mail before which the page begins; null: the newest. */
  before: string | null;
  limit: number;
};

/**
 * The mails that a reader may know of, the newest first. Of several copies that they may read, only
 * the one of which they read most.
 */
export function listMails(
  db: Queryable,
  reader: Reader,
  { record_uuid, thread_uuid, before, limit }: MailsQuery,
): Promise<MailRow[]> {
  const { reach, user_uuid } = reader;
  const isAsked =
    record_uuid !== undefined
      ? sql`mails.uuid IN (${ofRecord(reach, record_uuid)})`
      : thread_uuid !== undefined
        ? sql`mails.thread_uuid = ${thread_uuid}`
        : sql`mails.holder_uuid = ${user_uuid}`;
  return seenBy(db, reach).query<MailRow>(sql`
    SELECT ${columnsOf(reach)} FROM mails
    WHERE ${isAsked} AND ${isListed(reader)} ${before === null ? empty : sql`AND mails.uuid < ${before}`}
    ORDER BY mails.uuid DESC LIMIT ${limit}`);
}

/**
 * The conversations of a record by the newest of its mails that the reader may know of, with the
 * count of all such mails in them.
 */
export function listThreads(
  db: Queryable,
  reader: Reader,
  { record_uuid, before, limit }: { record_uuid: string; before: string | null; limit: number },
): Promise<(MailRow & { mail_count: number })[]> {
  const { reach } = reader;
  return seenBy(db, reach).query<MailRow & { mail_count: number }>(sql`
    SELECT ${columnsOf(reach)}, (SELECT count(*) FROM (
      SELECT FROM mails WHERE mails.account_uuid = newest.account_uuid AND mails.thread_uuid = newest.thread_uuid
        AND ${isListed(reader)}) AS listed) AS mail_count
    FROM (SELECT DISTINCT ON (account_uuid, thread_uuid) account_uuid, thread_uuid, uuid FROM mails
      WHERE mails.uuid IN (${ofRecord(reach, record_uuid)}) AND ${isListed(reader)}
      ORDER BY account_uuid, thread_uuid, uuid DESC) AS newest JOIN mails ON mails.uuid = newest.uuid
    ${before === null ? empty : sql`WHERE newest.uuid < ${before}`}
    ORDER BY newest.uuid DESC LIMIT ${limit}`);
}

/** A mail stands in a list if the reader may know of it, and has no copy that shows more. */
export function isListed(reader: Reader): Sql {
  return sql`${within(reader.reach, 'mails')} AND ${isKnown(reader)}
    AND NOT EXISTS (SELECT FROM mails AS better WHERE better.account_uuid = mails.account_uuid
      AND better.message_id = mails.message_id AND better.sent_at = mails.sent_at
      AND better.uuid <> mails.uuid AND ${isKnown(reader, raw('better'))}
      AND ${rankOf('better', reader.user_uuid)} > ${rankOf('mails', reader.user_uuid)})`;
}

/** SQL for how much a reader reads of a copy, and then for which was there first. */
function rankOf(table: 'better' | 'mails', user_uuid: string): Sql {
  const of = (column: string) => raw(`${table}.${column}`);
  return sql`(CASE WHEN ${of('holder_uuid')} = ${user_uuid} THEN 4
    ELSE array_position(ARRAY['hidden', 'trace', 'subject', 'full'], ${of('visibility')}) - 1 END, ${of('uuid')})`;
}

/** SQL for the mails of a record: by the addresses that it and its Contacts have, or of a Deal. */
function ofRecord(reach: Reach, record_uuid: string): Sql {
  return sql`SELECT person.mail_uuid FROM points JOIN mail_people AS person
      ON person.account_uuid = points.account_uuid AND person.point = points.point
    WHERE NOT person.is_own AND ${within(reach, 'points')} AND points.resource = ANY(${kindsOf(reach)}::text[])
      AND points.record_uuid IN (SELECT ${record_uuid}::uuid UNION ALL
        SELECT from_uuid FROM links WHERE ${within(reach, 'links')} AND to_uuid = ${record_uuid}
          AND from_resource = 'contact' AND ended_on IS NULL)
    UNION ALL SELECT of_deal.uuid FROM (${threadsOfDeal(reach, record_uuid)}) AS linked JOIN mails AS of_deal
      ON of_deal.account_uuid = linked.account_uuid AND of_deal.thread_uuid = linked.thread_uuid`;
}

/** SQL for the conversations of a Deal, and of those that were merged into it. */
function threadsOfDeal(reach: Reach, deal_uuid: string): Sql {
  return sql`
    SELECT account_uuid, thread_uuid FROM mail_deals
    WHERE ${within(reach)} AND is_linked AND deal_uuid IN (
      WITH RECURSIVE those AS (
        SELECT ${deal_uuid}::uuid AS uuid
        UNION SELECT from_uuid FROM merges JOIN those ON into_uuid = those.uuid WHERE ${within(reach, 'merges')})
      SELECT uuid FROM those)`;
}

/** True for a mail of a record. */
export async function isOfRecord(
  db: Queryable,
  reach: Reach,
  record_uuid: string,
  mail_uuid: string,
): Promise<boolean> {
  const rows = await seenBy(db, reach).query(sql`
    SELECT FROM mails WHERE uuid = ${mail_uuid} AND uuid IN (${ofRecord(reach, record_uuid)})`);
  return rows.length > 0;
}

/** A mail that the reader may know of. */
export async function findMail(db: Queryable, reader: Reader, uuid: string): Promise<WholeRow | undefined> {
  const [row] = await seenBy(db, reader.reach).query<WholeRow>(sql`
    SELECT ${columnsOf(reader.reach)}, text, html IS NOT NULL AS has_html, unreadable
    FROM mails WHERE mails.uuid = ${uuid} AND ${within(reader.reach, 'mails')} AND ${isKnown(reader)}`);
  return row;
}

export async function findHtml(db: Queryable, { uuid, account_uuid }: Owned): Promise<string | null> {
  const [row] = await db.query<{ html: string | null }>(sql`
    SELECT html FROM mails WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
  return row?.html ?? null;
}

type Owned = { uuid: string; account_uuid: string };

/** An attachment with the name by which the HTML of its mail refers to it. */
export type AttachmentRow = MailAttachment & { content_id: string | null };

export function listAttachments(db: Queryable, { uuid, account_uuid }: Owned): Promise<AttachmentRow[]> {
  return db.query<AttachmentRow>(sql`
    SELECT number, name, type, size_bytes, content_id FROM mail_attachments
    WHERE mail_uuid = ${uuid} AND EXISTS (SELECT FROM mails WHERE uuid = mail_uuid AND account_uuid = ${account_uuid})
    ORDER BY number`);
}

/** The pieces in which bytes are kept, but for the last one. */
export const PIECE_BYTES = 512 * 1024;

/** A piece of the bytes of an attachment. */
export async function findPiece(
  db: Queryable,
  { uuid, account_uuid }: Owned,
  number: number,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    SELECT bytes FROM mail_attachment_pieces
    WHERE mail_uuid = ${uuid} AND number = ${number} AND "position" = ${position}
      AND EXISTS (SELECT FROM mails WHERE uuid = mail_uuid AND account_uuid = ${account_uuid})`);
  return row?.bytes;
}

/** Locks a mail that the caller holds. */
export async function lockOwn(
  tx: Queryable,
  { user_uuid, reach }: Reader,
  uuid: string,
): Promise<(Owned & { version: number; thread_uuid: string }) | undefined> {
  const [row] = await tx.query<Owned & { version: number; thread_uuid: string }>(sql`
    SELECT uuid, account_uuid, version, thread_uuid FROM mails
    WHERE uuid = ${uuid} AND holder_uuid = ${user_uuid} AND ${within(reach)} FOR UPDATE`);
  return row;
}

/**
 * Writes the level of a mail, or of all mails of its conversation that the holder has. Returns
 * those that had another.
 */
export async function setVisibility(
  tx: Queryable,
  { uuid, account_uuid, thread_uuid }: Owned & { thread_uuid: string },
  {
    holder_uuid,
    visibility,
    whole_thread,
    now,
  }: { holder_uuid: string; visibility: MailLevel; whole_thread: boolean; now: Date },
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    UPDATE mails SET visibility = ${visibility}, version = version + 1, updated_at = ${now}
    WHERE account_uuid = ${account_uuid} AND holder_uuid = ${holder_uuid} AND visibility <> ${visibility}
      AND (uuid = ${uuid} OR (${whole_thread}::boolean AND thread_uuid = ${thread_uuid}))
    RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}

/** Deletes a mail, and keeps that it never comes again to its holder. */
export async function forgetMail(
  tx: Queryable,
  { uuid, account_uuid }: Owned,
  holder_uuid: string,
): Promise<void> {
  await tx.query(sql`
    WITH gone AS (
      DELETE FROM mails WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND holder_uuid = ${holder_uuid}
      RETURNING account_uuid, holder_uuid, fingerprint)
    INSERT INTO mails_forgotten (account_uuid, holder_uuid, fingerprint)
    SELECT account_uuid, holder_uuid, fingerprint FROM gone ON CONFLICT DO NOTHING`);
}

/**
 * Empties what nobody can read any more, of any Account: its holder is gone, and what they showed
 * is less. A batch at a time; returns how many.
 */
export async function emptyUnheld(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    WITH unheld AS (
      SELECT uuid, visibility FROM mails WHERE holder_uuid IS NULL AND visibility <> 'full'
        AND (visibility = 'hidden' OR text <> '' OR html IS NOT NULL
          OR (visibility = 'trace' AND subject <> '')
          OR EXISTS (SELECT FROM mail_attachments WHERE mail_uuid = mails.uuid))
      ORDER BY uuid LIMIT ${limit}
    ), attachments AS (
      DELETE FROM mail_attachments USING unheld WHERE mail_uuid = unheld.uuid
    ), hidden AS (
      DELETE FROM mails USING unheld WHERE mails.uuid = unheld.uuid AND unheld.visibility = 'hidden'
    )
    UPDATE mails SET text = '', html = NULL, subject = CASE mails.visibility WHEN 'trace' THEN '' ELSE subject END
    FROM unheld WHERE mails.uuid = unheld.uuid AND unheld.visibility <> 'hidden' RETURNING 1`);
  return rows.length;
}
