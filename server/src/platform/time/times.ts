/**
 * The groups are the date and the time. PostgreSQL accepts offsets up to 15:59, more than any place
 * on Earth has.
 */
const DATE_OR_TIME =
  /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d))?$/i;

/**
 * PostgreSQL has no year 0, and years after 9999 need more digits. An offset may lead to either.
 */
const [EARLIEST, LATEST] = [new Date('0001-01-01'), new Date('9999-12-31T23:59:59.999Z')];

/**
 * True for a date, or a time with an offset. The day must exist, in the years 0001 to 9999 of UTC.
 */
export function isDateOrTime(text: string): boolean {
  const date = DATE_OR_TIME.exec(text)?.[1];
  if (date === undefined || date < '0001') return false;
  // JavaScript reads 31 February as 3 March; PostgreSQL refuses it.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return false;
  const moment = new Date(text);
  return moment >= EARLIEST && moment <= LATEST;
}

/** True for a day of the calendar (RFC 3339 §5.6) in the years 0001 to 9999. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDateOrTime(text);
}

/**
 * True for a `date-time` (RFC 3339 §5.6), except for leap seconds, which JavaScript does not know.
 */
export function isDateTime(text: string): boolean {
  return /T\d\d:\d\d:\d\d/i.test(text) && isDateOrTime(text);
}

/** A day (`2026-12-01`) in a German sentence: `1. Dezember 2026`. */
export function sayGermanDay(day: string): string {
  return GERMAN_DAY.format(new Date(`${day}T00:00Z`));
}

const GERMAN_DAY = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' });

/** A time in German mails: `20. November 2026, 09:20 Uhr UTC`. */
export function sayGermanTime(at: string): string {
  return `${sayGermanDay(at.slice(0, 10))}, ${at.slice(11, 16)} Uhr UTC`;
}

/** A time in the form used in mails: `2026-11-20 09:20 UTC`. */
export function sayTime(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
