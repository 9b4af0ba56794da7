import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { RecordData } from '../data.ts';

/** The type of a field's value. It decides how the value is shown, typed, filtered and compared. */
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
  | 'url'
  | 'language'
  | 'currency'
  | 'user'
  | 'reference'
  | 'links'
  /** A uuid that is shown by its name, such as that of an Account. */
  | 'named';

export type Field = {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
  isNullable: boolean;
  isSortable: boolean;
  isFilterable: boolean;
  /** True when pages show the field but cannot change it. */
  isFixed: boolean;
  /** The possible values with their labels. `colours` has the colours of their badges. */
  choices?: Record<string, string>;
  colours?: Record<string, string>;
  /** The kind of record that a reference or link names. Undefined if `kinds` has several. */
  to?: string;
  /** The kinds of record that a reference or link may name. */
  kinds?: readonly string[];
  /** The property of a link that contains the uuid. */
  key?: string;
  /** Further properties of a link, such as a role. */
  extras?: readonly string[];
  /** The field with the currency of this amount. */
  currency?: string;
  /** The field that replaces this day by a day with time, such as `due_at`. */
  time?: string;
  /** The width of its column in px. */
  width: number;
  /** True when the page of this record shows the field. */
  isShown?: (record: RecordData) => boolean;
};

/** The properties of a field that a view may set differently from the definition of the kind. */
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

/** Types of fields that pages edit in special places, not as fields. */
const ELSEWHERE = ['json', 'stages'];

/**
 * Returns the fields of a kind, in the order of `labels`, including those that every record has.
 * The definition of the kind gives their properties.
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
    .map((field, _, all) => (isTimeOf(field, all) ? { ...field, isShown: () => false } : field))
    .map((field) => ({ ...field, label: labels[field.name] ?? field.name, ...looks[field.name] }))
    .map((field) => listed(definition, field))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

type Unlisted = Omit<Field, 'isSortable' | 'isFilterable' | 'width'> & { width?: number };

function ownField(name: string, field: RecordField): Unlisted {
  const { by, nullable, empty, to, resources, key, extras } = field;
  const type = typeOf(field);
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
    ...(field.currency && { currency: field.currency }),
    ...(field.instant && { time: field.instant }),
    ...(extras && { extras }),
  };
}

/** True for the time of a day, which is shown and edited together with that day. */
function isTimeOf({ name }: Unlisted, fields: Unlisted[]): boolean {
  return fields.some(({ time }) => time === name);
}

function typeOf({ type, to, of, format, decimals }: RecordField): FieldType {
  if (type === 'uuid') return to === 'user' ? 'user' : 'reference';
  if (type === 'points') return of === 'phone' ? 'phones' : 'emails';
  if (type === 'number') return decimals === undefined ? 'number' : 'decimal';
  return type === 'text' ? (format ?? 'text') : (type as FieldType);
}

const FRAME = ['account_uuid', 'created_at', 'updated_at'];

function frameField(name: string): Unlisted {
  const type = name === 'account_uuid' ? 'named' : 'time';
  return { name, label: name, type, isNullable: false, isRequired: false, isFixed: true };
}

/** Adds the width, and whether the API's list can sort and filter by the field. */
function listed({ list }: RecordDefinition, field: Unlisted): Field {
  const inList = list.fields[field.name];
  return {
    ...field,
    width: field.width ?? WIDTHS[field.type] ?? USUAL_WIDTH,
    isSortable: inList?.sortable ?? false,
    isFilterable: inList !== undefined,
  };
}
