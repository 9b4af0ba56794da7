/** Without a maximum, browsers accept years of six digits. */
export const LATEST_INPUT = '9999-12-31T23:59';

/**
 * Returns the value of a datetime-local input: the local time without an offset. Empty for an
 * invalid time.
 */
export function toInput(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
