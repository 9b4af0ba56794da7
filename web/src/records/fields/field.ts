import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { RecordData } from '../data.ts';

/**
 * The kind of value in a field: it decides how the value is shown, typed, filtered and compared.
 */
export type FieldType =
  | 'text'
  | 'markdown'
  | 'choice'
  | 'boolean'
  | 'number'
  | 'decimal'
  | 'date'
  | 'time'
  | 'tags'
  | 'emails'
  | 'phones'
  | 'addresses'
  | 'website'
  | 'language'
  | 'currency'
  | 'user'
  | 'reference'
  | 'links'
  /** A uuid whose name stands among the names that the page knows. */
  | 'named';

export type Field = {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
  isNullable: boolean;
  isSortable: boolean;
  isFilterable: boolean;
  /** Pages show the field, and do not change it. */
  isFixed: boolean;
  /** The labels of the values to choose from, and the colours of their badges. */
  choices?: Record<string, string>;
  colours?: Record<string, string>;
  /** The kind of record that a reference or a link names; none where it can be one of `kinds`. */
  to?: string;
  /** The kinds of record that a reference or a link may name. */
  kinds?: readonly string[];
  /** The property of a link that holds the uuid. */
  key?: string;
  /** What a link says beside the record. */
  extras?: readonly string[];
  /** The field with a time that replaces this day. */
  time?: string;
  /** The width of its column. */
  width: number;
  /** Whether the page of this record shows it. */
  isShown?: (record: RecordData) => boolean;
};

/** Where a kind says more of a field than its definition does. */
export type Look = Partial<
  Pick<Field, 'type' | 'isFixed' | 'isRequired' | 'choices' | 'colours' | 'time' | 'width' | 'isShown'>
>;

const WIDTHS: Partial<Record<FieldType, number>> = {
  emails: 220,
  phones: 160,
  addresses: 165,
  tags: 165,
  user: 160,
  reference: 200,
  named: 160,
  time: 130,
  date: 120,
  number: 110,
  decimal: 120,
  boolean: 110,
  language: 100,
  currency: 90,
};

const USUAL_WIDTH = 180;

/** Fields of these types are set in places of their own. */
const ELSEWHERE = ['json', 'stages'];

/**
 * The fields of a kind: first in the order of `labels`, then those of every record. Its definition
 * says the rest.
 */
export function fieldsOf(
  definition: RecordDefinition,
  labels: Record<string, string>,
  looks: Record<string, Look> = {},
): Field[] {
  const defined = Object.entries(definition.fields as Record<string, RecordField>)
    .filter(([, { type }]) => !ELSEWHERE.includes(type))
    .map(([name, field]) => ownField(name, field));
  const order = Object.keys(labels);
  return [...defined, ...FRAME.map(frameField)]
    .map((field) => ({ ...field, label: labels[field.name] ?? field.name, ...looks[field.name] }))
    .map((field) => listed(definition, field))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

type Unlisted = Omit<Field, 'isSortable' | 'isFilterable' | 'width'> & { width?: number };

function ownField(name: string, field: RecordField): Unlisted {
  const { by, nullable, empty, to, resources, key, extras } = field;
  const type = typeOf(name, field);
  return {
    name,
    label: name,
    type,
    isNullable: nullable,
    isRequired: type === 'text' && !nullable && empty === '',
    isFixed: by === 'service',
    ...(to && { to, kinds: [to] }),
    ...(resources?.length === 1 && { to: resources[0]! }),
    ...(resources && { kinds: resources }),
    ...(key && { key }),
    ...(extras && { extras }),
  };
}

function typeOf(name: string, { type, to, of, keep_space, decimals }: RecordField): FieldType {
  if (type === 'uuid') return to === 'user' ? 'user' : 'reference';
  if (type === 'points') return of === 'phone' ? 'phones' : 'emails';
  if (type === 'number') return decimals === undefined ? 'number' : 'decimal';
  if (type === 'text') return TEXTS[name] ?? (keep_space && name !== 'external_id' ? 'markdown' : 'text');
  return type as FieldType;
}

/** Texts that are chosen or followed, by the names that all kinds have for them. */
const TEXTS: Record<string, FieldType> = { language: 'language', currency: 'currency', website: 'website' };

const FRAME = ['account_uuid', 'created_at', 'updated_at'];

function frameField(name: string): Unlisted {
  const type = name === 'account_uuid' ? 'named' : 'time';
  return { name, label: name, type, isNullable: false, isRequired: false, isFixed: true };
}

/** The filters and order of the API's list. */
function listed({ list }: RecordDefinition, field: Unlisted): Field {
  const inList = list.fields[field.name];
  return {
    ...field,
    width: field.width ?? WIDTHS[field.type] ?? USUAL_WIDTH,
    isSortable: inList?.sortable ?? false,
    isFilterable: inList !== undefined,
  };
}
