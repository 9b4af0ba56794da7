import { Text } from '@mantine/core';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Field } from './field.ts';
import { valueIn } from './field-types.ts';
import { daysBetween, sayClock, sayNear, today } from './say.ts';

/** The day in a field of a record, marked if it is overdue. */
export function DueDay({ field, record }: { field: Field; record: RecordData }) {
  const at = field.time ? (record[field.time] as string | null) : null;
  const date = at ? today(0, new Date(at)) : String(valueIn(record, field));
  const isDue = field.dueUntil?.every((name) => !record[name]) ?? false;
  return <Day date={date} at={at} isDue={isDue} />;
}

/** A day, with its time if it has one. It is marked if it is past and `isDue`. */
export function Day({ date, at, isDue }: { date: string; at?: string | null; isDue: boolean }) {
  const isOver = isDue && (daysBetween(today(), date) < 0 || (at ? new Date(at) < new Date() : false));
  return (
    <Text
      span
      size="sm"
      data-over={isOver || undefined}
      c={isOver ? 'var(--mantine-color-error)' : undefined}
      fw={isOver ? 'bold' : undefined}
    >
      {date === today() ? records.today : date === today(1) ? records.tomorrow : sayNear(date)}
      {at && ` ${sayClock(at)}`}
    </Text>
  );
}
