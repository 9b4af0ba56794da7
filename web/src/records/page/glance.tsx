import { Text } from '@mantine/core';
import { Time } from '../../layout/time.tsx';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { ChoiceBadge } from '../fields/choice-badge.tsx';
import { DueDay } from '../fields/day.tsx';
import type { Field } from '../fields/field.ts';
import { sayAmountOf } from '../fields/say.ts';
import { type Names, sayOwner } from '../names.ts';
import { Referred } from '../referred.tsx';
import { fieldOf, useView } from '../view.ts';

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
  const value = record[field.name];
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <Text size="sm" c="dimmed">
        {field.name === 'next_task_due_on' ? records.noNextStep : '–'}
      </Text>
    );
  }
  const text = String(value);
  if (field.colours)
    return <ChoiceBadge label={field.choices?.[text] ?? text} colour={field.colours[text]} />;
  if (field.type === 'time') return <Time at={text} />;
  if (field.type === 'date') return <DueDay field={field} record={record} />;
  if (field.type === 'user') return sayOwner(text, names);
  if (field.type === 'decimal') return sayAmountOf(field, record);
  if (field.type === 'reference') return <Referred resource={field.to!} uuid={text} />;
  if (field.type === 'links') return <Links field={field} links={value as Record<string, string>[]} />;
  return field.choices?.[text] ?? names[text] ?? text;
}

function Links({ field, links }: { field: Field; links: Record<string, string>[] }) {
  return (
    <>
      {links.slice(0, 2).map((link) => (
        <div key={link[field.key!]}>
          <Referred resource={field.to ?? link.resource!} uuid={link[field.key!]!} />
        </div>
      ))}
      {links.length > 2 && `+${links.length - 2}`}
    </>
  );
}
