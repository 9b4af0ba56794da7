import { dayAt, startOfDay } from '@rapport/contract/days';
import { ZONE } from '../api/zone.ts';
import { LOCALE } from './locale.ts';

const exact = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: ZONE,
});
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: ZONE });
const plain = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Returns a day as it is, and an instant as the day that begins then, or exactly if none does.
 * Returns any other text unchanged.
 */
export function sayDay(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  if (/^\d{4}-\d\d-\d\d$/.test(at)) return plain.format(time);
  const isStart = startOfDay(dayAt(time, ZONE), ZONE).getTime() === time.getTime();
  return isStart ? day.format(time) : exact.format(time);
}
