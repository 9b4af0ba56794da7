import { inEnglish } from '../../texts/day-words.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * A day, or a day and a time, in the form of the calendar: `2026-12-01` or `2026-12-01 09:00:00`.
 */
export type When = string;

/**
 * Reads a typed day: `today`, `fri`, `next week`, `in 2w`, `+3d`, `1 dec`, `24.12.` or
 * `2026-12-24`. It may have a time: `tomorrow 9:00`, `fri 2pm`, `14:30`. Null for any other text.
 * `now` is in the User's zone. With `isPast` a weekday, and a day without a year, is the last one.
 */
export function readWhen(typed: string, now: Date, isPast = false): When | null {
  const words = withoutHabits(inEnglish(typed.trim().toLowerCase()));
  const { rest, minutes } = cutTime(words);
  if (minutes === null) return null;
  const day = rest === '' && minutes !== undefined ? startOf(now) : readDay(rest, startOf(now), isPast);
  if (day === null) return null;
  if (minutes === undefined) return sayDay(day);
  return `${sayDay(day)} ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`;
}

/**
 * Takes off how some regions write a day and a time: `4-dec-2026`, `4 dec 2026, 14.30` and
 * `2:30 p.m.`. A dot is that of a time only behind a comma: `24.12` is a day.
 */
function withoutHabits(words: string): string {
  return words
    .replace(/\s+/g, ' ')
    .replace(/([ap])\.m\.?$/, '$1m')
    .replace(/, (\d{1,2})\.(\d\d)$/, ', $1:$2')
    .replace(/^(\d{1,2})-([a-z]{3,})-(?=\d{4})/, '$1 $2 ');
}

/**
 * Splits off a time at the end of the words, in minutes. Undefined if there is none, null if no
 * such time exists.
 */
function cutTime(words: string): { rest: string; minutes: number | null | undefined } {
  const told = words.replace(/(^| )at (\d{1,2})$/, '$1$2:00');
  const found = /(?:^|[ ,t])(?:at )?(\d{1,2})(?::(\d\d)(?::\d\d)?|(?=\s?[ap]m))\s?([ap]m)?$/.exec(told);
  if (!found) return { rest: words, minutes: undefined };
  const [all, hours, minutes = '0', half] = found;
  const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours);
  const isTime = hour < 24 && Number(minutes) < 60 && (!half || Number(hours) <= 12);
  const rest = told
    .slice(0, told.length - all.length)
    .replace(/ at$/, '')
    .trim();
  return { rest, minutes: isTime ? hour * 60 + Number(minutes) : null };
}

function readDay(words: string, today: Date, isPast: boolean): Date | null {
  if (['today', 'tod', 'now'].includes(words)) return today;
  if (['tomorrow', 'tom', 'tmr'].includes(words)) return plus(today, 1);
  if (words === 'yesterday') return plus(today, -1);
  if (words === 'next week') return weekday(today, 1);
  if (words === 'next month') return dayOf(today.getFullYear(), today.getMonth() + 1, 1);
  if (words === 'end of month' || words === 'eom') return plus(monthsOn(atFirst(today), 1), -1);
  return readWeekday(words, today, isPast) ?? readDate(words, today, isPast) ?? readDistance(words, today);
}

/** Reads `fri` or `next friday` as the first such day after today, or the last one before it. */
function readWeekday(words: string, today: Date, isPast: boolean): Date | null {
  const name = words.replace(isPast ? /^(last|on) / : /^(next|on) /, '');
  if (!/^[a-z]{3,}$/.test(name)) return null;
  const index = WEEKDAYS.findIndex((day) => day.startsWith(name));
  if (index === -1) return null;
  return isPast ? plus(today, -((today.getDay() - index + 7) % 7 || 7)) : weekday(today, index);
}

/** Reads `in 2w`, `2 weeks`, `+3d` or `2 weeks ago`. */
function readDistance(words: string, today: Date): Date | null {
  const [, count, unit, ago] =
    /^(?:in |\+)?(\d{1,3}|an?) ?(d|w|m|y)(?:ays?|eeks?|k|ks|o|onths?|ears?)?( ago)?$/.exec(words) ?? [];
  if (!unit) return null;
  const steps = (count === 'a' || count === 'an' ? 1 : Number(count)) * (ago ? -1 : 1);
  if (unit === 'd') return plus(today, steps);
  if (unit === 'w') return plus(today, steps * 7);
  return monthsOn(today, unit === 'm' ? steps : steps * 12);
}

/**
 * Reads `2026-12-24`, `24.12.`, `24.12.2026`, `12/24/2026`, `24 dec` or `dec 24 2026`. Not `12/11`,
 * which countries read differently.
 */
function readDate(words: string, today: Date, isPast: boolean): Date | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.?(\d{4}|\d\d)?$/.exec(words);
  if (dotted) return inYear(dotted[3], Number(dotted[2]) - 1, Number(dotted[1]), today, isPast);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/.exec(words);
  if (slashed) return readSlashed(Number(slashed[1]), Number(slashed[2]), slashed[3], today, isPast);
  const plain = words.replace(/[.,]/g, '');
  const [, day, name, year] =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,})(?: (\d{4}))?$/.exec(plain) ??
    swapped(/^([a-z]{3,}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(plain)) ??
    [];
  const month = MONTHS.findIndex((one) => name !== undefined && one.startsWith(name));
  return month === -1 ? null : inYear(year, month, Number(day), today, isPast);
}

/** Reads a day and a month in either order, if only one of them can be the month. */
function readSlashed(
  a: number,
  b: number,
  year: string | undefined,
  today: Date,
  isPast: boolean,
): Date | null {
  const [month, day] = a < b ? [a, b] : [b, a];
  if (month < 1 || month > 12 || (day <= 12 && day !== month)) return null;
  return inYear(year, month - 1, day, today, isPast);
}

function swapped(found: RegExpExecArray | null): (string | undefined)[] | null {
  return found && [found[0], found[2], found[1], found[3]];
}

/** Returns the day in the given year. Without a year it is the next such day, or the last one. */
function inYear(
  year: string | undefined,
  month: number,
  day: number,
  today: Date,
  isPast: boolean,
): Date | null {
  if (year !== undefined) return dayOf(Number(year.length === 2 ? `20${year}` : year), month, day);
  const here = dayOf(today.getFullYear(), month, day);
  if (!here || (isPast ? here <= today : here >= today)) return here;
  return dayOf(today.getFullYear() + (isPast ? -1 : 1), month, day);
}

/** Returns a day, or null if the calendar does not have it. */
function dayOf(year: number, month: number, day: number): Date | null {
  const date = new Date(2000, month, day);
  // The constructor would take the year 26 for 1926.
  date.setFullYear(year, month, day);
  const isThere = date.getMonth() === ((month % 12) + 12) % 12 && date.getDate() === day;
  return isThere ? date : null;
}

function weekday(today: Date, index: number): Date {
  return plus(today, (index - today.getDay() + 7) % 7 || 7);
}

/** Returns the same day of a later month, or that month's last day. */
function monthsOn(date: Date, months: number): Date {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), last));
}

function plus(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

function atFirst(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), 1);
}

function startOf(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

function sayDay(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}
