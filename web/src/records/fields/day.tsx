import { Text } from '@mantine/core';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Field } from './field.ts';
import { valueIn } from './field-types.ts';
import { daysBetween, sayClock, sayNear, today } from './say.ts';

/** Fields whose day can be overdue. */
const DUE = ['due_on', 'next_task_due_on', 'expected_close_on'];

/** The day in a field of a record, marked if it is overdue. */
export function DueDay({ field, record }: { field: Field; record: RecordData }) {
  const at = field.time ? (record[field.time] as string | null) : null;
  const date = at ? today(0, new Date(at)) : String(valueIn(record, field));
  // A closed or completed record is not overdue.
  const isDue = DUE.includes(field.name) && !record.closed_at && !record.completed_at;
  return <Day date={date} at={at} isDue={isDue} />;
}

/** A day, with its time if it has one. It is marked if it is past and `isDue`. */
export function Day({ date, at, isDue }: { date: string; at?: string | null; isDue: boolean }) {
  const isOver = isDue && (daysBetween(today(), date) < 0 || (at ? new Date(at) < new Date() : false));
  return (
    <Text span size="sm" c={isOver ? 'var(--mantine-color-error)' : undefined} fw={isOver ? 600 : undefined}>
      {date === today() ? records.today : date === today(1) ? records.tomorrow : sayNear(date)}
      {at && ` ${sayClock(at)}`}
    </Text>
  );
}
