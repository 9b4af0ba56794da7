import type { MailLevel } from '@rapport/contract/mail';
import sql from 'sql-template-tag';
import { nameFromForm, typeOf } from '../../files/shown.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { PIECE_BYTES } from '../mails/queries.ts';
import type { Attachment, Unreadable } from '../reading/read-mail.ts';
import type { MailPerson, OnTopic } from './rules.ts';

/** The threads of the mails of an Account with these Message-IDs. */
export async function findThreads(
  db: Queryable,
  account_uuid: string,
  message_ids: string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ message_id: string; thread_uuid: string }>(sql`
    SELECT DISTINCT ON (message_id) message_id, thread_uuid FROM mails
    WHERE account_uuid = ${account_uuid} AND message_id = ANY(${message_ids}::text[])
    ORDER BY message_id, uuid`);
  return new Map(rows.map(({ message_id, thread_uuid }) => [message_id, thread_uuid]));
}

/** The mails of a holder on these topics. */
export async function findOnTopics(
  db: Queryable,
  { account_uuid, holder_uuid }: Pick<NewMail, 'account_uuid' | 'holder_uuid'>,
  topics: Buffer[],
): Promise<OnTopic[]> {
  const names = topics.map((topic) => topic.toString('hex'));
  const rows = await db.query<Omit<OnTopic, 'sent_at'> & { sent_at: string }>(sql`
    SELECT encode(topic, 'hex') AS topic, is_loose, sent_at, thread_uuid FROM mails
    WHERE account_uuid = ${account_uuid} AND holder_uuid = ${holder_uuid}
      AND topic = ANY(SELECT decode(name, 'hex') FROM unnest(${names}::text[]) AS name)`);
  return rows.map((row) => ({ ...row, sent_at: new Date(row.sent_at) }));
}

export type NewMail = {
  uuid: string;
  account_uuid: string;
  /** Null: it came as a file. */
  mailbox_uuid: string | null;
  holder_uuid: string;
  fingerprint: Buffer;
  message_id: string | null;
  thread_uuid: string;
  topic: Buffer | null;
  is_loose: boolean;
  direction: 'in' | 'out';
  visibility: MailLevel;
  sent_at: Date;
  subject: string;
  text: string;
  html: string | null;
  unreadable: Unreadable | null;
  now: Date;
};

/**
 * Writes mails, but for those that their holder has, or had and deleted. Returns the uuids of those
 * that are new.
 */
export async function insertMails(tx: Queryable, mails: NewMail[]): Promise<Set<string>> {
  const rows = mails.map((mail) => ({
    ...mail,
    fingerprint: mail.fingerprint.toString('hex'),
    topic: mail.topic?.toString('hex') ?? null,
  }));
  const made = await tx.query<{ uuid: string }>(sql`
    INSERT INTO mails (uuid, account_uuid, mailbox_uuid, holder_uuid, fingerprint, message_id, thread_uuid, topic,
      is_loose, direction, visibility, sent_at, subject, text, html, unreadable, version, created_at, updated_at)
    SELECT uuid, account_uuid, mailbox_uuid, holder_uuid, decode(fingerprint, 'hex'), message_id, thread_uuid,
      decode(topic, 'hex'), is_loose, direction, visibility, sent_at, subject, text, html, unreadable, 1, now, now
    FROM ${rowsSql('found', rows, MAIL)}
    WHERE NOT EXISTS (SELECT FROM mails_forgotten AS gone WHERE gone.account_uuid = found.account_uuid
      AND gone.holder_uuid = found.holder_uuid AND gone.fingerprint = decode(found.fingerprint, 'hex'))
    ON CONFLICT (account_uuid, holder_uuid, fingerprint) DO NOTHING RETURNING uuid`);
  return new Set(made.map(({ uuid }) => uuid));
}

const MAIL = {
  uuid: 'uuid',
  account_uuid: 'uuid',
  mailbox_uuid: 'uuid',
  holder_uuid: 'uuid',
  fingerprint: 'text',
  message_id: 'text',
  thread_uuid: 'uuid',
  topic: 'text',
  is_loose: 'boolean',
  direction: 'text',
  visibility: 'text',
  sent_at: 'timestamptz',
  subject: 'text',
  text: 'text',
  html: 'text',
  unreadable: 'text',
  now: 'timestamptz',
};

export type NewPerson = MailPerson & { account_uuid: string; mail_uuid: string; place: number };

export async function insertPeople(tx: Queryable, people: NewPerson[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_people (account_uuid, mail_uuid, "position", role, address, point, name, is_own)
    SELECT account_uuid, mail_uuid, place, role, address, folded(address), name, is_own
    FROM ${rowsSql('person', people, PERSON)}`);
}

const PERSON = {
  account_uuid: 'uuid',
  mail_uuid: 'uuid',
  place: 'integer',
  role: 'text',
  address: 'text',
  name: 'text',
  is_own: 'boolean',
};

/** Writes an attachment, with its type by its bytes. `number` is its place, from 1. */
export async function insertAttachment(
  tx: Queryable,
  mail_uuid: string,
  number: number,
  { name, content_id, bytes }: Attachment,
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  await tx.query(sql`
    INSERT INTO mail_attachments (mail_uuid, number, name, type, size_bytes, content_id)
    VALUES (${mail_uuid}, ${number}, ${nameFromForm(name)}, ${typeOf(buffer)}, ${buffer.length}, ${content_id})`);
  for (let at = 0, position = 0; at < buffer.length; at += PIECE_BYTES, position++) {
    await tx.query(sql`
      INSERT INTO mail_attachment_pieces (mail_uuid, number, "position", bytes)
      VALUES (${mail_uuid}, ${number}, ${position}, ${buffer.subarray(at, at + PIECE_BYTES)})`);
  }
}
