import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { Field, FieldType, Look } from './field.ts';
import { FIELD_TYPES } from './field-types.ts';

const USUAL_WIDTH = 180;

/**
 * Returns the fields of a kind, in the order of `labels`, including those that every record has.
 * The definition of the kind gives their properties.
 */
export function fieldsOf(
  definition: RecordDefinition,
  labels: Record<string, string>,
  looks: Record<string, Look> = {},
): Field[] {
  const defined = Object.entries(definition.fields as Record<string, RecordField>).flatMap(
    ([name, field]) => ownField(name, field) ?? [],
  );
  const order = Object.keys(labels);
  return [...defined, ...FRAME.map(frameField)]
    .map((field, _, all) => (isTimeOf(field, all) ? { ...field, isShown: () => false } : field))
    .map((field) => ({ ...field, label: labels[field.name] ?? field.name, ...looks[field.name] }))
    .map((field) => listed(definition, field))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

type Unlisted = Omit<Field, 'isSortable' | 'isFilterable' | 'width'> & { width?: number };

/** Null for a field that the pages show in a place of its own. */
export function ownField(name: string, field: RecordField): Unlisted | null {
  const { by, nullable, empty, format, to, resources, key, exact, extras } = field;
  const type = TYPES[field.type](field);
  if (type === null) return null;
  return {
    name,
    label: name,
    type,
    isNullable: nullable,
    isRequired: !nullable && empty === '' && format === undefined,
    isFixed: by === 'service',
    ...(to && { to, kinds: [to] }),
    ...(resources?.length === 1 && { to: resources[0]! }),
    ...(resources && { kinds: resources }),
    ...(key && { key }),
    ...(exact && { isId: true }),
    ...(field.currency && { currency: field.currency }),
    ...(field.instant && { time: field.instant }),
    ...(field.due_until && { dueUntil: field.due_until }),
    ...(extras && { extras }),
  };
}

/** True for the time of a day, which is shown and edited together with that day. */
function isTimeOf({ name }: Unlisted, fields: Unlisted[]): boolean {
  return fields.some(({ time }) => time === name);
}

/** The type that a field of the contract has on the pages. */
const TYPES: Record<RecordField['type'], (field: RecordField) => FieldType | null> = {
  text: ({ format }) => (format === undefined || format === 'domain' ? 'text' : format),
  choice: () => 'choice',
  time: () => 'time',
  date: () => 'date',
  number: ({ decimals }) => (decimals === undefined ? 'number' : 'decimal'),
  boolean: () => 'boolean',
  uuid: ({ to }) => (to === 'user' ? 'user' : 'reference'),
  tags: () => 'tags',
  points: ({ of }) => (of === 'phone' ? 'phones' : 'emails'),
  addresses: () => 'addresses',
  links: () => 'links',
  money: () => 'money',
  choices: () => 'choices',
  json: () => null,
  shares: () => null,
  stages: () => null,
};

const FRAME = ['account_uuid', 'created_at', 'updated_at'];

function frameField(name: string): Unlisted {
  const type = name === 'account_uuid' ? 'named' : 'time';
  return { name, label: name, type, isNullable: false, isRequired: false, isFixed: true };
}

/** Adds the width, and whether the API's list can sort and filter by the field. */
export function listed({ list }: Pick<RecordDefinition, 'list'>, field: Unlisted): Field {
  const inList = list.fields[field.name];
  return {
    ...field,
    width: field.width ?? FIELD_TYPES[field.type].width ?? USUAL_WIDTH,
    isSortable: inList?.sortable ?? false,
    isFilterable: inList !== undefined,
  };
}
