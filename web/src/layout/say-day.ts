import { dayAt, startOfDay } from '@rapport/contract/days';
import { ZONE } from '../api/zone.ts';
import { inUtc, inZone } from './formats.ts';
import { sayExactTime } from './say-time.ts';

const day = inZone({ dateStyle: 'medium' });
const plain = inUtc({ dateStyle: 'medium' });

/**
 * Returns a day as it is, and an instant as the day that begins then, or exactly if none does.
 * Returns any other text unchanged.
 */
export function sayDay(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  if (/^\d{4}-\d\d-\d\d$/.test(at)) return plain.format(time);
  const isStart = startOfDay(dayAt(time, ZONE), ZONE).getTime() === time.getTime();
  return isStart ? day.format(time) : sayExactTime(at);
}
