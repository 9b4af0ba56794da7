import { clockAt, dayAt, instantOf, plusDays } from '@rapport/contract/days';
import type { TaskReminder } from '@rapport/contract/records/tasks';

/** The time of day at which one is reminded of what has a day and no time. */
const MORNING = '08:00:00';

const LEAD_MS = { at_time: 0, '10_minutes_before': 600_000, '1_hour_before': 3_600_000 };

/** What is due: at a time, or on a day. `changed_at` is when that was said. */
export type Planned = {
  due_on: string | null;
  due_at: string | null;
  lead: Exclude<TaskReminder, 'none'>;
  changed_at: string;
};

/**
 * When to remind somebody in this time zone; null when it is too late for that. A day before is the
 * same time on the clock, also when clocks change between. A reminder whose time had passed when it
 * was asked for comes when the thing is due.
 */
export function remindAt({ due_on, due_at, lead, changed_at }: Planned, time_zone: string): Date | null {
  const due = due_at === null ? instantOf(due_on!, MORNING, time_zone) : new Date(due_at);
  const wanted =
    lead === '1_day_before' ? aDayBefore(due, time_zone) : due_at === null ? due : before(due, lead);
  return [wanted, due].find((at) => at.getTime() > Date.parse(changed_at)) ?? null;
}

function before(due: Date, lead: keyof typeof LEAD_MS): Date {
  return new Date(due.getTime() - LEAD_MS[lead]);
}

function aDayBefore(due: Date, time_zone: string): Date {
  return instantOf(plusDays(dayAt(due, time_zone), -1), clockAt(due, time_zone), time_zone);
}
