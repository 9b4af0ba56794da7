/** Without a maximum, a browser takes years of six digits. */
export const LATEST_INPUT = '9999-12-31T23:59';

/**
 * The value of a datetime-local input: the time here, without an offset; empty for an invalid time.
 */
export function toInput(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
