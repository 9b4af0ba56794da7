const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/**
 * The day that begins at this time; the time itself if none does; the text itself if it is no time.
 */
export function sayDay(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return new Date(at).setHours(0, 0, 0, 0) === time.getTime() ? day.format(time) : exact.format(time);
}
