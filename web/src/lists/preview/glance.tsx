import { Text } from '@mantine/core';
import type { RecordData } from '../../fields/data.ts';
import { DRAWN } from '../../fields/drawn/drawn.tsx';
import type { Names } from '../../fields/names.ts';
import type { Field } from '../../fields/values/field.ts';
import { isEmpty, sayField, valueIn } from '../../fields/values/field-types.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { COMMON_LABELS, records } from '../../texts/records.ts';

/**
 * The line at the top of a record page with the most important facts: status, owner, last and next
 * activity.
 */
export function Glance({ record, names }: { record: RecordData; names: Names }) {
  const view = useView();
  const fields = view.glance.map((name) => fieldOf(view, name)).filter((field) => field !== undefined);
  if (fields.length === 0) return null;
  return (
    <dl className="glance" aria-label={records.glance}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{COMMON_LABELS[field.name] ?? field.label}</dt>
          <dd>
            <Value field={field} record={record} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, record, names }: { field: Field; record: RecordData; names: Names }) {
  const value = valueIn(record, field);
  if (isEmpty(value)) {
    return (
      <Text size="sm" c="dimmed">
        {field.name === 'next_task_due_on' ? records.noNextStep : '–'}
      </Text>
    );
  }
  const { draw } = DRAWN[field.type]?.(field) ?? {};
  return draw ? draw(value as never, record, names) : sayField(field, record, names);
}
