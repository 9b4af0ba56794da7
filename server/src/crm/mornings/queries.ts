import sql from 'sql-template-tag';
import { openTo } from '../../access/open-to.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';

export type Waiting = {
  user_uuid: string;
  email: string;
  name: string;
  time_zone: string | null;
  next_at: string | null;
};

/** Locks some Users whose morning has come or is not worked out, with the zone of their days. */
export function lockDue(tx: Queryable, now: Date, limit: number): Promise<Waiting[]> {
  return tx.query(sql`
    SELECT user_uuid, email, name, next_at, coalesce(users.time_zone, (
      SELECT accounts.time_zone FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
      WHERE logins.user_uuid = users.uuid AND accounts.time_zone IS NOT NULL
      ORDER BY accounts.uuid = users.default_account_uuid DESC NULLS LAST, logins.created_at LIMIT 1)) AS time_zone
    FROM morning_mails JOIN users ON users.uuid = user_uuid AND deactivated_at IS NULL
    WHERE next_at IS NULL OR next_at <= ${now}
    ORDER BY next_at NULLS FIRST LIMIT ${limit} FOR UPDATE OF morning_mails SKIP LOCKED`);
}

export async function setNext(tx: Queryable, times: { user_uuid: string; next_at: Date }[]): Promise<void> {
  await tx.query(sql`
    UPDATE morning_mails SET next_at = one.next_at
    FROM ${rowsSql('one', times, { user_uuid: 'uuid', next_at: 'timestamptz' })}
    WHERE morning_mails.user_uuid = one.user_uuid`);
}

type Found = { uuid: string; title: string; account: string; due_on: string | null; due_at: string | null };

/** The open Tasks of a User due before a moment; those with a day alone, until that day. */
export function listTasks(
  db: Queryable,
  user_uuid: string,
  { until, day }: { until: Date; day: string },
  limit: number,
): Promise<Found[]> {
  return db.query(sql`
    SELECT task.uuid, task.title, account.name AS account, task.due_on, task.due_at
    FROM (${openTo(user_uuid)}) AS account CROSS JOIN LATERAL (
      SELECT uuid, title, due_on, due_at FROM tasks
      WHERE account_uuid = account.uuid AND assignee_uuid = ${user_uuid} AND status = 'open' AND deleted_at IS NULL
        AND coalesce(due_on, 'infinity') <= ${day}::date + 2 AND (due_at < ${until} OR due_at IS NULL AND due_on <= ${day})
      ORDER BY coalesce(due_on, 'infinity'), uuid LIMIT ${limit}) AS task
    ORDER BY coalesce(task.due_at, task.due_on::timestamp AT TIME ZONE 'UTC'), task.uuid LIMIT ${limit}`);
}

/** The open Deals of a User without a planned next step, those longest in their stage first. */
export function listDeals(db: Queryable, user_uuid: string, limit: number): Promise<Found[]> {
  return db.query(sql`
    SELECT deal.uuid, deal.title, account.name AS account, NULL::date AS due_on, NULL::timestamptz AS due_at
    FROM (${openTo(user_uuid)}) AS account CROSS JOIN LATERAL (
      SELECT uuid, title, stage_entered_at FROM deals
      WHERE account_uuid = account.uuid AND owner_uuid = ${user_uuid} AND status = 'open' AND deleted_at IS NULL
        AND next_task_due_on IS NULL
      ORDER BY stage_entered_at, uuid LIMIT ${limit}) AS deal
    ORDER BY deal.stage_entered_at, deal.uuid LIMIT ${limit}`);
}
