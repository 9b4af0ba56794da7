import { Fragment, type ReactNode } from 'react';
import { records } from '../../texts/records.ts';
import { type Names, sayOwner } from '../names.ts';
import type { Field } from '../values/field.ts';
import { FIELD_TYPES } from '../values/field-types.ts';
import { kindOf } from '../values/kind-of.ts';
import { fieldOf, type RecordView } from '../view.ts';
import { Referred } from './referred.tsx';
import { sayLink } from './value-links.tsx';

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
