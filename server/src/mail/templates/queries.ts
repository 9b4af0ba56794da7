import type { MailTemplate } from '@rapport/contract/mail-templates';
import sql from 'sql-template-tag';
import { type Reach, reads, within } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Values } from './rules.ts';

const SELECT = sql`
  SELECT uuid, account_uuid, name, subject, text, version, created_at, updated_at FROM mail_templates`;

export function listTemplates(db: Queryable, reach: Reach): Promise<MailTemplate[]> {
  return db.query<MailTemplate>(sql`${SELECT} WHERE ${within(reach)} ORDER BY lower(name), uuid`);
}

export async function findTemplate(
  db: Queryable,
  reach: Reach,
  uuid: string,
  { lock = false } = {},
): Promise<MailTemplate | undefined> {
  const [row] = await db.query<MailTemplate>(sql`
    ${SELECT} WHERE uuid = ${uuid} AND ${within(reach)} ${lock ? sql`FOR UPDATE` : sql``}`);
  return row;
}

/** Counts the templates of an Account, and whether another has this name. Others who add wait. */
export async function countTemplates(
  tx: Queryable,
  { uuid, account_uuid, name }: MailTemplate,
): Promise<{ count: number; is_taken: boolean }> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail templates ${account_uuid}`}, 0))`);
  const [row] = await tx.query<{ count: number; is_taken: boolean }>(sql`
    SELECT count(*), coalesce(bool_or(lower(name) = lower(${name}) AND uuid <> ${uuid}), false) AS is_taken
    FROM mail_templates WHERE account_uuid = ${account_uuid}`);
  return row!;
}

/** Writes a new template, or the new state of one. */
export async function putTemplate(tx: Queryable, row: MailTemplate): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_templates (uuid, account_uuid, name, subject, text, version, created_at, updated_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.name}, ${row.subject}, ${row.text}, ${row.version},
      ${row.created_at}, ${row.updated_at})
    ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, subject = excluded.subject, text = excluded.text,
      version = excluded.version, updated_at = excluded.updated_at
    WHERE mail_templates.account_uuid = excluded.account_uuid`);
}

export async function deleteTemplate(
  tx: Queryable,
  { uuid, account_uuid }: Pick<MailTemplate, 'uuid' | 'account_uuid'>,
): Promise<void> {
  await tx.query(sql`DELETE FROM mail_templates WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/**
 * What is filled in for a mail from a record to an address, as far as the caller sees it. The
 * Contact: the record, or whoever has the address. The Client: the record, that of the Deal, or the
 * one that the Contact is at first. A name of a person stands for a Client who is one.
 */
export async function findValues(
  db: Queryable,
  { user_uuid, reach }: { user_uuid: string; reach: Reach },
  account_uuid: string,
  { record_uuid, to }: { record_uuid: string | null; to: string | null },
): Promise<Values> {
  const kinds = ['client', 'contact', 'deal'].filter((kind) => reads(reach, kind));
  const may = (kind: string) => kinds.includes(kind);
  const [row] = await seenBy(db, reach).query<Values>(sql`
    WITH deal AS (
      SELECT title, client_uuid FROM deals
      WHERE uuid = ${record_uuid} AND account_uuid = ${account_uuid} AND deleted_at IS NULL AND ${may('deal')}
    ), contact AS (
      SELECT uuid, first_name, last_name, name, job_title FROM contacts
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND ${may('contact')}
        AND (uuid = ${record_uuid} OR uuid IN (SELECT points.record_uuid FROM points
          WHERE points.account_uuid = ${account_uuid} AND points.resource = 'contact'
            AND points.point = folded(coalesce(${to}, ''))))
      ORDER BY EXISTS (SELECT FROM points WHERE points.account_uuid = ${account_uuid}
        AND points.record_uuid = contacts.uuid AND points.point = folded(coalesce(${to}, ''))) DESC,
        uuid = ${record_uuid} DESC, uuid LIMIT 1
    ), client AS (
      SELECT first_name, last_name, name FROM clients
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND ${may('client')}
        AND (uuid = ${record_uuid} OR uuid = (SELECT client_uuid FROM deal) OR uuid = (
          SELECT to_uuid FROM links WHERE links.account_uuid = ${account_uuid} AND to_resource = 'client'
            AND from_uuid = (SELECT uuid FROM contact) AND ended_on IS NULL
          ORDER BY is_primary DESC, to_uuid LIMIT 1))
      ORDER BY uuid = ${record_uuid} DESC, uuid = (SELECT client_uuid FROM deal) DESC NULLS LAST LIMIT 1
    )
    SELECT coalesce((SELECT first_name FROM contact), CASE WHEN NOT EXISTS (SELECT FROM contact)
        THEN (SELECT first_name FROM client) END) AS "contact.first_name",
      coalesce((SELECT last_name FROM contact), CASE WHEN NOT EXISTS (SELECT FROM contact)
        THEN (SELECT last_name FROM client) END) AS "contact.last_name",
      coalesce((SELECT name FROM contact), CASE WHEN NOT EXISTS (SELECT FROM contact)
        THEN (SELECT name FROM client WHERE first_name IS NOT NULL OR last_name IS NOT NULL) END) AS "contact.name",
      (SELECT job_title FROM contact) AS "contact.job_title",
      (SELECT name FROM client) AS "client.name", (SELECT title FROM deal) AS "deal.title",
      (SELECT name FROM accounts WHERE uuid = ${account_uuid}) AS "account.name",
      (SELECT name FROM users WHERE uuid = ${user_uuid}) AS "user.name",
      (SELECT email FROM users WHERE uuid = ${user_uuid}) AS "user.email"`);
  return row ?? {};
}
