import { clockAt } from '@rapport/contract/days';
import { ZONE } from '../../api/zone.ts';
import { records } from '../../texts/records.ts';
import { isDay, isInstant } from './day-form.ts';
import { dueOf, sayDate, sayDue, today, wallClock } from './say.ts';
import { readWhen } from './when.ts';

/**
 * Returns the typed day in the form of the API, or an instant if a time is typed and may be. Text
 * that is no day is returned as it is, so that nothing else is taken for it. With `isPast` a day
 * such as "mon" is the last one.
 */
export function toDay(typed: string, withTime: boolean, isPast = false): string {
  const when = readWhen(typed, wallClock(new Date()), isPast);
  if (when === null || (!withTime && when.includes(' '))) return typed.trim();
  return dueOf(when);
}

/** Returns the fault of a day in a form, or null. Empty is no day, and no fault. */
export function dayFault(value: string, withTime: boolean): string | null {
  const isRead = value === '' || isDay(value) || (withTime && isInstant(value));
  return isRead ? null : records.noDay(withTime);
}

/** Returns the text of a day in an input. */
export function sayTyped(value: string): string {
  if (isDay(value)) return sayDate(value);
  return isInstant(value) ? sayDue(value) : value;
}

/** Returns the day in the User's zone for the calendar. Null for none. */
export function calendarDay(value: string): string | null {
  if (isDay(value)) return value;
  return isInstant(value) ? today(0, new Date(value)) : null;
}

/** Returns the day chosen in the calendar, at the time of the former value if that has one. */
export function withDay(day: string, before: string): string {
  if (!isInstant(before)) return day;
  return dueOf(`${day} ${clockAt(new Date(before), ZONE)}`);
}

/** Returns the time of day of an instant, `14:30`. Empty for a day without one. */
export function timeOf(value: string): string {
  return isInstant(value) ? clockAt(new Date(value), ZONE).slice(0, 5) : '';
}

/** Returns the day of the former value, else today, at a time such as `14:30`, or without one. */
export function withTime(time: string, before: string): string {
  const day = calendarDay(before) ?? today();
  return time === '' ? (before === '' ? '' : day) : dueOf(`${day} ${time.slice(0, 5)}:00`);
}
