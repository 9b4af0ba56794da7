import type { Channel, NotificationSort } from '@rapport/contract/notifications';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';

export type Choice = { sort: NotificationSort } & Record<Channel, boolean>;

/** The choices that a User has made, without those that are as usual. */
export function listChoices(db: Queryable, user_uuid: string): Promise<Choice[]> {
  return db.query(
    sql`SELECT sort, page, browser, mail FROM notification_choices WHERE user_uuid = ${user_uuid}`,
  );
}

export async function putChoices(db: Queryable, user_uuid: string, choices: Choice[]): Promise<void> {
  await db.query(sql`
    INSERT INTO notification_choices (user_uuid, sort, page, browser, mail)
    SELECT ${user_uuid}, one.* FROM ${rowsSql('one', choices, { sort: 'text', page: 'boolean', browser: 'boolean', mail: 'boolean' })}
    ON CONFLICT (user_uuid, sort) DO UPDATE SET page = excluded.page, browser = excluded.browser, mail = excluded.mail`);
}

/** Locks the User, whose choices are written as a whole. False when there is none. */
export async function lockUser(tx: Queryable, user_uuid: string): Promise<boolean> {
  const rows = await tx.query(sql`SELECT FROM users WHERE uuid = ${user_uuid} FOR NO KEY UPDATE`);
  return rows.length > 0;
}

export async function hasMorningMail(db: Queryable, user_uuid: string): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM morning_mails WHERE user_uuid = ${user_uuid}`);
  return rows.length > 0;
}

export async function setMorningMail(db: Queryable, user_uuid: string, isWanted: boolean): Promise<void> {
  await db.query(
    isWanted
      ? sql`INSERT INTO morning_mails (user_uuid) VALUES (${user_uuid}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM morning_mails WHERE user_uuid = ${user_uuid}`,
  );
}

/** Takes back the mails about these sorts that are still to come. */
export async function endWaitingMails(db: Queryable, user_uuid: string, sorts: string[]): Promise<void> {
  await db.query(sql`
    UPDATE notifications SET mail_at = NULL
    WHERE user_uuid = ${user_uuid} AND sort = ANY (${sorts}::text[]) AND mail_at IS NOT NULL`);
}
