/** Otherwise a browser takes years of six digits. */
export const LATEST_INPUT = '9999-12-31T23:59';

/** What an input of type datetime-local takes: the time here, without an offset; empty for what is none. */
export function toInput(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
