import { inUtc } from '../layout/formats.ts';

const whole = inUtc({ weekday: 'long', day: 'numeric', month: 'long' });
const weekday = inUtc({ weekday: 'short' });
const month = inUtc({ month: 'long', year: 'numeric' });
const range = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Returns `Wednesday, November 25`. A day is the same in every time zone. */
export function sayWholeDay(day: string): string {
  return whole.format(at(day));
}

export function sayWeekday(day: string): string {
  return weekday.format(at(day));
}

/** Returns `November 2026`. */
export function sayMonth(day: string): string {
  return month.format(at(day));
}

/** Returns `Nov 23 – 29, 2026`. */
export function sayRange(from: string, to: string): string {
  return range.formatRange(at(from), at(to));
}
