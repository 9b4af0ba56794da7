import { NOWHERE } from '@rapport/contract/days';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { tell } from '../actions.ts';
import type { Telling } from '../notice.ts';
import { titleOf } from '../rules.ts';
import * as queries from './queries.ts';
import { remindAt } from './rules.ts';

/** Enough work for a step of far less than a second. */
const BATCH = 200;

/** A reminder that is written shortly before its time is late by this much at most. */
const LOOK_MS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Writes what changes mean for reminders, in the transaction of the changes. It only sends, and
 * nothing for changes that leave reminders as they are. What is long overdue reminds nobody.
 */
export function planReminders({ clock }: Pick<Core, 'clock'>, tx: Transaction, changes: Telling[]): void {
  const now = clock.now();
  const isPast = ({ due_on, due_at }: { due_on: string | null; due_at: string | null }) =>
    due_at === null ? Date.parse(due_on!) < now.getTime() - 2 * DAY_MS : Date.parse(due_at) <= now.getTime();
  const planned: queries.Reminder[] = [];
  const renamed: { record_uuid: string; title: string }[] = [];
  const ended: string[] = [];
  for (const { notices, record, account_uuid, event, title = '' } of changes) {
    const reminder = notices?.reminder;
    if (reminder === undefined) continue;
    if (reminder === 'renamed') renamed.push({ record_uuid: record.uuid, title: titleOf(title) });
    else if (reminder === null || isPast(reminder)) ended.push(record.uuid);
    else {
      const about = {
        record_uuid: record.uuid,
        account_uuid,
        resource: event.split('.')[0]!,
        title: titleOf(title),
      };
      planned.push({ ...reminder, ...about, changed_at: now.toISOString() });
    }
  }
  if (planned.length > 0) queries.putReminders(tx, planned);
  if (renamed.length > 0) queries.renameReminders(tx, renamed);
  if (ended.length > 0) queries.deleteReminders(tx, ended);
}

/**
 * Gives reminders whose time has come, each in the transaction that takes it from those to come: so
 * once, whatever dies, and after a standstill as soon as it is over. Works out the times of new
 * ones before.
 */
export const REMIND: JobType<object, Pick<Core, 'clock'>> = {
  name: 'remind',
  is_shown: false,
  every_ms: LOOK_MS,
  run: async ({ clock }, tx) => {
    const now = clock.now();
    const open = await queries.lockOpen(tx, BATCH);
    const times = open.map(({ record_uuid, time_zone, ...planned }) => ({
      record_uuid,
      remind_at: remindAt(planned, time_zone ?? NOWHERE.time_zone),
    }));
    const late = times.filter(({ remind_at }) => remind_at === null);
    if (late.length > 0)
      queries.deleteReminders(
        tx,
        late.map(({ record_uuid }) => record_uuid),
      );
    const right = times.filter(
      (one): one is { record_uuid: string; remind_at: Date } => one.remind_at !== null,
    );
    if (right.length > 0) await queries.setTimes(tx, right);
    const due = await queries.takeDue(tx, now, BATCH);
    for (const { record_uuid: subject_uuid, ...reminder } of due)
      tell({ clock }, tx, { ...reminder, sort: 'reminder', subject_uuid });
    if (open.length === BATCH || due.length === BATCH) return { next: {} };
    const next = await queries.findNext(tx);
    const look_ms = now.getTime() + LOOK_MS;
    return { next: {}, due_at: new Date(Math.min(next?.getTime() ?? look_ms, look_ms)) };
  },
};

/** Has reminders and mails of the morning come at the right time in another time zone. */
export async function remindInNewZone(
  tx: Queryable,
  of: { user_uuid: string } | { account_uuid: string },
): Promise<void> {
  await queries.forgetTimes(tx, of);
  await queries.forgetMornings(tx, of);
}
