const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/**
 * Returns the day that begins at this time, or the exact time if none begins then. Returns any text
 * that is no time unchanged.
 */
export function sayDay(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return new Date(at).setHours(0, 0, 0, 0) === time.getTime() ? day.format(time) : exact.format(time);
}
