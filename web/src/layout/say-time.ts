import { LOCALE } from '../texts/locale.ts';
import { inZone } from './formats.ts';

const exact = inZone({ dateStyle: 'medium', timeStyle: 'medium' });
const clock = inZone({ timeStyle: 'short' });
const day = inZone({ dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Returns `3 hours ago` or `in 2 days`, or a date beyond two weeks. */
export function sayTime(at: string): string {
  const distance_ms = Date.parse(at) - Date.now();
  if (Math.abs(distance_ms) > 14 * 86_400_000) return day.format(new Date(at));
  for (const [unit, length_ms] of UNITS) {
    if (Math.abs(distance_ms) >= length_ms) return relative.format(Math.round(distance_ms / length_ms), unit);
  }
  return relative.format(Math.round(distance_ms / 1000), 'second');
}

export function sayExactTime(at: string): string {
  return exact.format(new Date(at));
}

/** Returns the time of day alone, `16:42`, where the day is said beside it. */
export function sayClock(at: string): string {
  return clock.format(new Date(at));
}
