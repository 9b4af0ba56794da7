import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { frequent } from '../../platform/database/statements.ts';
import type { Planned } from './rules.ts';

export type Reminder = Planned & {
  record_uuid: string;
  account_uuid: string;
  user_uuid: string;
  resource: string;
  title: string;
};

/** Writes reminders anew. It only sends. */
export function putReminders(tx: Transaction, reminders: Reminder[]): void {
  const rows = rowsSql('one', reminders, {
    record_uuid: 'uuid',
    account_uuid: 'uuid',
    user_uuid: 'uuid',
    resource: 'text',
    title: 'text',
    due_on: 'date',
    due_at: 'timestamptz',
    lead: 'text',
    changed_at: 'timestamptz',
  });
  tx.send(
    frequent(sql`
    INSERT INTO reminders (record_uuid, account_uuid, user_uuid, resource, title, due_on, due_at, lead, changed_at)
    SELECT one.* FROM ${rows} ORDER BY record_uuid
    ON CONFLICT (record_uuid) DO UPDATE SET user_uuid = excluded.user_uuid, title = excluded.title, due_on = excluded.due_on,
      due_at = excluded.due_at, lead = excluded.lead, changed_at = excluded.changed_at, remind_at = NULL`),
  );
}

/** Gives reminders the new names of their records. It only sends. */
export function renameReminders(tx: Transaction, renamed: { record_uuid: string; title: string }[]): void {
  tx.send(
    frequent(sql`
    UPDATE reminders SET title = one.title FROM ${rowsSql('one', renamed, { record_uuid: 'uuid', title: 'text' })}
    WHERE reminders.record_uuid = one.record_uuid`),
  );
}

/** Takes back the reminders of records. It only sends. */
export function deleteReminders(tx: Transaction, record_uuids: string[]): void {
  tx.send(frequent(sql`DELETE FROM reminders WHERE record_uuid = ANY (${record_uuids}::uuid[])`));
}

/**
 * Locks some reminders whose time is not worked out, with the zone of their User: their own, else
 * that of the Account. Those that a change holds come later.
 */
export function lockOpen(
  tx: Queryable,
  limit: number,
): Promise<(Planned & { record_uuid: string; time_zone: string | null })[]> {
  return tx.query(sql`
    SELECT record_uuid, due_on, due_at, lead, changed_at, coalesce(users.time_zone, accounts.time_zone) AS time_zone
    FROM reminders JOIN users ON users.uuid = user_uuid JOIN accounts ON accounts.uuid = account_uuid
    WHERE remind_at IS NULL ORDER BY record_uuid LIMIT ${limit} FOR UPDATE OF reminders SKIP LOCKED`);
}

/** Sets the times of locked reminders. */
export async function setTimes(
  tx: Queryable,
  times: { record_uuid: string; remind_at: Date }[],
): Promise<void> {
  await tx.query(sql`
    UPDATE reminders SET remind_at = one.remind_at
    FROM ${rowsSql('one', times, { record_uuid: 'uuid', remind_at: 'timestamptz' })}
    WHERE reminders.record_uuid = one.record_uuid`);
}

/** Takes some reminders whose time has come, the earliest first. */
export function takeDue(tx: Queryable, now: Date, limit: number): Promise<Reminder[]> {
  return tx.query(sql`
    DELETE FROM reminders WHERE record_uuid IN (
      SELECT record_uuid FROM reminders WHERE remind_at <= ${now}
      ORDER BY remind_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING record_uuid, account_uuid, user_uuid, resource, title, due_on, due_at`);
}

/** The time of the next reminder; null when none is planned. */
export async function findNext(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ at: string }>(
    sql`SELECT remind_at AS at FROM reminders WHERE remind_at IS NOT NULL ORDER BY remind_at LIMIT 1`,
  );
  return row ? new Date(row.at) : null;
}

/** Has the times of reminders worked out anew: those of a User, or of an Account. */
export async function forgetTimes(
  tx: Queryable,
  of: { user_uuid: string } | { account_uuid: string },
): Promise<void> {
  const owner: Sql =
    'user_uuid' in of ? sql`user_uuid = ${of.user_uuid}` : sql`account_uuid = ${of.account_uuid}`;
  await tx.query(
    sql`UPDATE reminders SET remind_at = NULL WHERE ${owner} AND (due_at IS NULL OR lead = '1_day_before')`,
  );
}

/** Has the mornings of a User, or of all members of an Account, worked out anew. */
export async function forgetMornings(
  tx: Queryable,
  of: { user_uuid: string } | { account_uuid: string },
): Promise<void> {
  const owner: Sql =
    'user_uuid' in of
      ? sql`user_uuid = ${of.user_uuid}`
      : sql`user_uuid IN (SELECT user_uuid FROM logins WHERE account_uuid = ${of.account_uuid})`;
  await tx.query(sql`UPDATE morning_mails SET next_at = NULL WHERE ${owner}`);
}
