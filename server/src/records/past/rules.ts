import { dayAt, plusDays, relativeDay, startOfDay } from '@rapport/contract/days';
import type { RecordField } from '@rapport/contract/records/record-field';
import { queryInvalid } from '../../platform/lists/filters.ts';
import type { Moment } from '../../platform/lists/moment.ts';
import type { Problem } from '../../platform/problem.ts';
import { isDateOrTime, isDay } from '../../platform/time/times.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';

/**
 * The instant that a time, or the end of a day where the caller is, means. 400 for what is neither,
 * and for the future.
 */
export function readInstant(text: string, { now, time_zone, week_starts_on }: Moment): Date | Problem {
  const day = relativeDay(text, dayAt(now, time_zone), week_starts_on) ?? text;
  const fault = (detail: string) => queryInvalid([{ pointer: 'at', code: 'wrong_format', detail }]);
  if (!isDateOrTime(day)) {
    return fault(
      'at must be a time with offset such as 2026-11-20T09:20:00Z, or a day, whose end is meant: 2026-11-20 or today-7d.',
    );
  }
  // The last moment of the day, not the first of the next: what happens at midnight is tomorrow's.
  const instant = isDay(day)
    ? new Date(startOfDay(plusDays(day, 1), time_zone).getTime() - 1)
    : new Date(day);
  if (isDay(day) ? day > dayAt(now, time_zone) : instant > now) {
    return fault('at must not be in the future. Leave it out for the record as it is now.');
  }
  return instant;
}

/**
 * A record of an event in today's form: fields that came later are empty, and those that are gone
 * are left out.
 */
export function asItWas(kind: AnyKind, data: Record<string, unknown>): CrmRecord {
  const { schema, fields } = kind.definition;
  const names = Object.keys(schema.properties);
  return Object.fromEntries(
    names.map((name) => [name, data[name] ?? (fields[name] as RecordField | undefined)?.empty ?? null]),
  ) as CrmRecord;
}
