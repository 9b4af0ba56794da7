/** Groups: the date and the time. An offset beyond 15:59 is more than PostgreSQL takes, and than there is on Earth. */
const DATE_OR_TIME =
  /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d))?$/i;

/** Whether a text is a date, or a time with an offset, of a day that the calendar has. */
export function isDateOrTime(text: string): boolean {
  const date = DATE_OR_TIME.exec(text)?.[1];
  if (date === undefined || date < '0001') return false;
  // JavaScript reads 31 February as 3 March; PostgreSQL refuses it.
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Whether a text is a `date-time` (RFC 3339 §5.6), without the leap seconds that JavaScript does not know. */
export function isDateTime(text: string): boolean {
  return /T\d\d:\d\d:\d\d/i.test(text) && isDateOrTime(text);
}
