/**
 * Days of the calendar such as `2026-11-25`, and the instants at which they begin somewhere. The
 * service and the pages count days by these functions alone, so that they always agree.
 */

/** The days on which weeks begin somewhere. */
export const WEEK_STARTS = ['monday', 'friday', 'saturday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** Whose days are meant: the place that decides when a day begins, and where its week begins. */
export type Place = { time_zone: string; week_starts_on: WeekStart };

/** The place of those who have said nothing. */
export const NOWHERE: Place = { time_zone: 'UTC', week_starts_on: 'monday' };

const DAY_MS = 24 * 60 * 60 * 1000;

/** No place is further than 15 hours from UTC, and the search for a beginning leaves some room. */
const FURTHEST_MS = 18 * 60 * 60 * 1000;

/** The days that the API and PostgreSQL can both hold. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00Z');
export const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** True for a name of the IANA list such as `Europe/Berlin`. An offset such as `+01:00` is none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The day that the calendar shows at this instant in a time zone. */
export function dayAt(instant: Date, time_zone: string): string {
  const parts = formatOf(time_zone).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The time of day, `09:30:00`, that the clock shows at this instant in a time zone. */
export function clockAt(instant: Date, time_zone: string): string {
  const parts = formatOf(time_zone).formatToParts(instant);
  return ['hour', 'minute', 'second'].map((type) => parts.find((one) => one.type === type)!.value).join(':');
}

/**
 * The first instant of a day in a time zone. It is not always midnight: where clocks go forward at
 * midnight, the day begins at one.
 */
export function startOfDay(day: string, time_zone: string): Date {
  const midnight_ms = Date.parse(`${day}T00:00:00Z`);
  let [before_ms, in_ms] = [midnight_ms - FURTHEST_MS, midnight_ms + FURTHEST_MS];
  while (in_ms - before_ms > 1) {
    const middle_ms = Math.floor((before_ms + in_ms) / 2);
    if (dayAt(new Date(middle_ms), time_zone) < day) before_ms = middle_ms;
    else in_ms = middle_ms;
  }
  return new Date(Math.min(Math.max(in_ms, EARLIEST_MS), LATEST_MS));
}

/** A day as instants: it lasts from `from` to just before `until`. */
export function spanOfDay(day: string, time_zone: string): { from: Date; until: Date } {
  const last = dayAt(new Date(LATEST_MS), 'UTC');
  const until = day === last ? new Date(LATEST_MS) : startOfDay(plusDays(day, 1), time_zone);
  return { from: startOfDay(day, time_zone), until };
}

/**
 * The instant at which the clock shows this day and time (`09:30:00`) in a time zone. A time that
 * the clock skips is read by the offset before it; of a time that comes twice, the first is meant.
 */
export function instantOf(day: string, clock: string, time_zone: string): Date {
  const wanted_ms = Date.parse(`${day}T${clock}Z`);
  const offsetAt = (ms: number) => {
    const there = new Date(ms);
    return (
      Date.parse(`${dayAt(there, time_zone)}T${clockAt(there, time_zone)}Z`) - Math.floor(ms / 1000) * 1000
    );
  };
  // A day later may be no day any more: exporters write the last one for never.
  const after_ms = Math.min(wanted_ms + DAY_MS, LATEST_MS - DAY_MS);
  const found = [offsetAt(wanted_ms - DAY_MS), offsetAt(after_ms)].map((offset) => wanted_ms - offset);
  const right = found.filter((ms) => ms + offsetAt(ms) === wanted_ms);
  return new Date(right.length > 0 ? Math.min(...right) : found[0]!);
}

/** The day that comes `count` days later. */
export function plusDays(day: string, count: number): string {
  return asDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS));
}

/** A day in words that stay true tomorrow. The start of a unit stands for the unit. */
const RELATIVE = /^(?:(today)(?:([+ -])(\d{1,4})d)?|(week|month|quarter|year)(?:([+ -])(\d{1,4}))?)$/;

/** True for `today`, `today+30d`, `month`, `quarter-1` and their like. */
export function isRelativeDay(text: string): boolean {
  return RELATIVE.test(text);
}

/** What the refusal of a day says about relative ones. */
export const RELATIVE_DAYS = 'today, today+30d, week, month-1, quarter+1 or year';

/**
 * The day that a relative one means when it is `today`: `today+30d`, or the first day of this
 * `month`, of the last (`month-1`) or the next (`month+1`); so with week, quarter and year. Null
 * for any other text. A plus sign that was not escaped in a query arrives as a space.
 */
export function relativeDay(text: string, today: string, week_starts_on: WeekStart): string | null {
  const [, isToday, daySign, days = '0', unit, sign, count = '0'] = RELATIVE.exec(text) ?? [];
  if (isToday) return plusDays(today, signed(daySign, days));
  return unit === undefined ? null : startOfUnit(unit, today, signed(sign, count), week_starts_on);
}

function signed(sign: string | undefined, count: string): number {
  return Number(count) * (sign === '-' ? -1 : 1);
}

function startOfUnit(unit: string, today: string, count: number, week_starts_on: WeekStart): string {
  const date = new Date(`${today}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'week') {
    const sinceStart = (date.getUTCDay() - WEEKDAY[week_starts_on] + 7) % 7;
    return plusDays(today, count * 7 - sinceStart);
  }
  const months = { month: month + count, quarter: month - (month % 3) + count * 3, year: count * 12 }[unit]!;
  const start = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
  start.setUTCFullYear(year, months, 1);
  return asDay(start);
}

const WEEKDAY: Record<WeekStart, number> = { sunday: 0, monday: 1, friday: 5, saturday: 6 };

/** A year outside of 0 to 9999 has another length, and is then refused as a day. */
function asDay(date: Date): string {
  return date.toISOString().replace(/T.*/, '');
}

/**
 * Formats are kept, because making one takes longer than a hundred uses of it. The key is in lower
 * case, so that other spellings of a name make no further formats.
 */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(time_zone: string): Intl.DateTimeFormat {
  const key = time_zone.toLowerCase();
  const known = FORMATS.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  FORMATS.set(key, format);
  return format;
}
