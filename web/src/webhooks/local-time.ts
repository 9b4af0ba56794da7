import { clockAt, dayAt, instantOf } from '@rapport/contract/days';
import { ZONE } from '../api/zone.ts';

/** Without a maximum, browsers accept years of six digits. */
export const LATEST_INPUT = '9999-12-31T23:59';

/**
 * Returns the value of a datetime-local input: the time in the User's zone without an offset. Empty
 * for an invalid time.
 */
export function toInput(time: Date, zone = ZONE): string {
  if (Number.isNaN(time.getTime())) return '';
  return `${dayAt(time, zone)}T${clockAt(time, zone).slice(0, 5)}`;
}

/** Returns the instant that a datetime-local input means in the User's zone. */
export function fromInput(text: string, zone = ZONE): Date {
  const [day, clock = '00:00'] = text.split('T') as [string, string?];
  return instantOf(day, `${clock.slice(0, 5)}:00`, zone);
}
