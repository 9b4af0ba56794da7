import type { Event } from '@rapport/contract/events';
import { Fragment, type ReactNode } from 'react';
import { records } from '../../texts/records.ts';
import { CUSTOM_PREFIX } from '../fields/custom-name.ts';
import type { Field } from '../fields/field.ts';
import { FIELD_TYPES, kindOf } from '../fields/field-types.ts';
import { sayLink } from '../fields/value-links.tsx';
import { type Names, sayOwner } from '../names.ts';
import { Referred } from '../referred.tsx';
import { fieldOf, type RecordView, useView } from '../view.ts';
import { WrittenValue } from './written-value.tsx';

/** The values that an event changed, before and after. Inside the view of its kind. */
export function EventChanges({ event, names }: { event: Event; names: Names }) {
  const view = useView();
  return (
    <ul className="changes">
      {event.changed_fields
        .filter((name) => name !== 'version' && name !== 'updated_at')
        .flatMap((name) =>
          name === 'custom' ? customChanges(view, event, names) : [change(view, event, name, names)],
        )
        .map(({ key, label, before, after }) => (
          <li key={key}>
            {label}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
    </ul>
  );
}

type Change = { key: string; label: string; before: ReactNode; after: ReactNode };

function change(view: RecordView, { previous, data }: Event, name: string, names: Names): Change {
  return {
    key: name,
    label: fieldOf(view, name)?.label ?? name,
    before: sayValue(view, name, previous?.[name], names),
    after: sayValue(view, name, data[name], names),
  };
}

/** Returns a change for each custom field, although all are one field of the API. */
function customChanges(view: RecordView, event: Event, names: Names): Change[] {
  const { previous, data } = event;
  const [before, after] = [previous?.custom, data.custom].map(
    (custom) => (custom ?? {}) as Record<string, unknown>,
  );
  return [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    .filter((name) => JSON.stringify(before![name]) !== JSON.stringify(after![name]))
    .map((name) => ({
      key: `custom ${name}`,
      label: fieldOf(view, CUSTOM_PREFIX + name)?.label ?? name,
      before: <WrittenValue event={event} name={name} value={before![name]} names={names} />,
      after: <WrittenValue event={event} name={name} value={after![name]} names={names} />,
    }));
}

/** Returns a value in words, or the records that it names. */
export function sayValue(view: RecordView, name: string, value: unknown, names: Names): ReactNode {
  if (value === null || value === undefined) return records.emptyValue;
  const field = fieldOf(view, name);
  if (field && FIELD_TYPES[field.type].isOfRecords) return <Named field={field} value={value} />;
  const kind = field && kindOf(field);
  const text = kind
    ? (kind.toShow ?? kind.toText)(value as never)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  if (field && FIELD_TYPES[field.type].isMember) return sayOwner(text, names);
  return shorten(kind?.choices?.[text] ?? names[text] ?? text);
}

/** The records that a value names. */
function Named({ field: { to, key }, value }: { field: Field; value: unknown }) {
  if (!Array.isArray(value)) return <Referred resource={to!} uuid={String(value)} isPlain />;
  const links = value as Record<string, string>[];
  if (links.length === 0) return records.emptyValue;
  return links.map((link, index) => (
    <Fragment key={link[key!]}>
      {index > 0 && ', '}
      <Referred resource={to ?? link.resource!} uuid={link[key!]!} isPlain />
      {sayLink(link, links.length > 1) && ` (${sayLink(link, links.length > 1)})`}
    </Fragment>
  ));
}

function shorten(said: string): string {
  if (!said) return records.emptyValue;
  return said.length > 120 ? `${said.slice(0, 120)}…` : said;
}
