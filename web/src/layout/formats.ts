import { ZONE } from '../api/zone.ts';
import { LOCALE } from '../texts/locale.ts';

/** Writes times as of the clock and the calendar of the User. */
export function inZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: ZONE });
}

/** Writes days, which are the same in every zone: the instant is the beginning of one in UTC. */
export function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
}
