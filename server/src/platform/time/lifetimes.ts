import { parseDuration_ms } from './durations.ts';

/** A span of time in milliseconds, or in calendar months, which are not all equally long. */
export type Lifetime = { ms: number } | { months: number };

/**
 * Parses a lifetime: `6mo` is six calendar months; other texts are durations, as in
 * `parseDuration_ms`.
 */
export function parseLifetime(text: string): Lifetime | undefined {
  const months = /^(\d{1,4})mo$/.exec(text.trim())?.[1];
  if (months !== undefined) return { months: Number(months) };
  const ms = parseDuration_ms(text);
  return ms === undefined ? undefined : { ms };
}

/**
 * The end of a lifetime that begins at `moment`. Six months after 31 August is the last day of
 * February, not a day in March.
 */
export function addLifetime(moment: Date, lifetime: Lifetime): Date {
  if ('ms' in lifetime) return new Date(moment.getTime() + lifetime.ms);
  const end = new Date(moment);
  end.setUTCMonth(end.getUTCMonth() + lifetime.months);
  // The day did not exist and ran into the next month. Day 0 is the last day of the month before.
  if (end.getUTCDate() !== moment.getUTCDate()) end.setUTCDate(0);
  return end;
}
