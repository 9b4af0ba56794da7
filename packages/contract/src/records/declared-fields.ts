import { type ListField, type Operator, operatorsOf } from '../list-definition.ts';
import { boolean, choice, date, reference, text, time } from './fields.ts';
import type { RecordField } from './record-field.ts';

/** The types of a custom field. */
export const CUSTOM_FIELD_TYPES = [
  'text',
  'long_text',
  'number',
  'money',
  'date',
  'time',
  'choice',
  'choices',
  'boolean',
  'url',
  'user',
] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** The prefix in the names of custom fields. No other name contains a dot. */
export const CUSTOM_PREFIX = 'custom.';

/** What declares a field: an answer of the API, or its row. */
export type Declaration = {
  key: string;
  label: string;
  type: CustomFieldType;
  options: { key: string; label: string; archived: boolean }[];
  required: boolean;
  unique: boolean;
};

/** An amount with its currency: the value of a field of the type money. */
export type Money = { amount: string; currency: string };

const listed = { filter: true, sort: true } as const;
const open = { schema: {}, input: {}, by: 'caller', nullable: true, empty: null } as const;

/** The types whose values are options of the field. */
const OPTION_TYPES: readonly CustomFieldType[] = ['choice', 'choices'];

export function hasOptions(type: CustomFieldType): boolean {
  return OPTION_TYPES.includes(type);
}

/** The types whose values can be told apart, so that none may stand twice. */
export const UNIQUE_TYPES: readonly CustomFieldType[] = ['text', 'number', 'date', 'time', 'url'];

export function mayBeUnique(type: CustomFieldType): boolean {
  return UNIQUE_TYPES.includes(type);
}

/** The field of each type, as the definition of a kind would have it. */
const FIELDS: Record<CustomFieldType, (declaration: Declaration) => RecordField> = {
  text: ({ label }) => text(label, { max: 500, sort: true }),
  long_text: ({ label }) => text(label, { max: 10_000, lines: true }),
  number: () => ({ ...open, type: 'number', ...listed, sum_of: true }),
  money: () => ({ ...open, type: 'money', decimals: 2, ...listed, sum_of: true }),
  date: ({ label }) => date(label, listed),
  time: ({ label }) => time(label, listed),
  choice: ({ label, options }) => ({
    ...choice(label, keysOf(options), listed),
    nullable: true,
    empty: null,
  }),
  choices: ({ options }) => ({ ...open, type: 'choices', choices: keysOf(options), filter: true }),
  boolean: ({ label }) => ({ ...boolean(label, { filter: true }), nullable: true, empty: null }),
  url: ({ label }) => text(label, { max: 2048, format: 'url', filter: true }),
  user: ({ label }) => reference('user', label, { filter: true }),
};

/**
 * Returns a declared field as the definition of a kind would have it. So all that works with the
 * fields of a kind works with those that an Account declared.
 */
export function declaredField(declaration: Declaration): RecordField {
  return { ...FIELDS[declaration.type](declaration), csv: [{ field: '', names: [declaration.label] }] };
}

/** Returns the field of lists; that of an undeclared key if lists cannot look into its values. */
export function declaredListField(declaration: Declaration): ListField {
  const { type, choices, filter, sort, to } = declaredField(declaration);
  if (!filter) return { type: 'custom', nullable: true };
  return {
    type: type as ListField['type'],
    nullable: true,
    ...(choices && { choices }),
    ...(sort && { sortable: true }),
    ...(to === 'user' && { user: true }),
  };
}

/** The operators by which lists filter custom fields, with the types of those fields. */
export function operatorsOfDeclared(): { types: CustomFieldType[]; operators: Operator[] }[] {
  const some = { key: '', label: '', options: [], required: false, unique: false };
  const listedAs = (type: CustomFieldType) => operatorsOf(declaredListField({ ...some, type }));
  const groups = Map.groupBy(CUSTOM_FIELD_TYPES, (type) => listedAs(type).join());
  return [...groups.values()].map((types) => ({ types, operators: listedAs(types[0]!) }));
}

function keysOf(options: Declaration['options']): string[] {
  return options.map(({ key }) => key);
}
