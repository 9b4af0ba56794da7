import { clockAt, instantOf, plusDays, relativeDay, type WeekStart } from '@rapport/contract/days';
import { isDay } from '../fields/values/day-form.ts';

/** What the calendar shows at a time. */
export type Span = 'month' | 'week';

const WEEK_DAYS = 7;

/** Others are mistyped, and behind the last one no month follows. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-11-30';

/** True for a day of an address that can be shown together with the days around it. */
export function isShowable(day: string | undefined): day is string {
  return isDay(day) && day >= FIRST_DAY && day <= LAST_DAY;
}

/** The days of the week with this day, by where weeks begin. */
export function weekOf(day: string, week_starts_on: WeekStart): string[] {
  const first = relativeDay('week', day, week_starts_on)!;
  return Array.from({ length: WEEK_DAYS }, (_, index) => plusDays(first, index));
}

/** The days of all weeks with a day of this month: 28 to 42. */
export function monthOf(day: string, week_starts_on: WeekStart): string[] {
  const next = relativeDay('month+1', day, week_starts_on)!;
  const days = weekOf(relativeDay('month', day, week_starts_on)!, week_starts_on);
  while (plusDays(days.at(-1)!, 1) < next) days.push(...weekOf(plusDays(days.at(-1)!, 1), week_starts_on));
  return days;
}

/** The day from which the next month or week is shown, or with -1 the one before. */
export function stepFrom(day: string, span: Span, direction: 1 | -1): string {
  if (span === 'week') return plusDays(day, direction * WEEK_DAYS);
  return relativeDay(direction === 1 ? 'month+1' : 'month-1', day, 'monday')!;
}

/**
 * The change that moves what is due to another day. A time stays the same on the clock of that day,
 * also over a change of clocks.
 */
export function movedTo(
  { due_at }: { due_at: string | null },
  day: string,
  zone: string,
): { due_on: string } | { due_at: string; due_on: string } {
  if (due_at === null) return { due_on: day };
  return { due_at: instantOf(day, clockAt(new Date(due_at), zone), zone).toISOString(), due_on: day };
}
