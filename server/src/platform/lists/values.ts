import { isDateOrTime } from '../time/times.ts';

/** True for a day that the calendar has: 2026-02-30 is refused. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDateOrTime(text);
}

/** True for a number with at most 15 digits before the point and six behind it. */
export function isNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text);
}
