import type { Changes, RecordData } from '../../fields/data.ts';
import { fieldPart } from '../../fields/record.ts';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf, type RecordView } from '../../fields/view.ts';

/** What was typed for a field in the dialog of a new record. */
export type TextOf = (field: Field) => string;

/** Returns the fields that the Account has declared and that a new record may have. */
export function ownFieldsOf(view: RecordView): Field[] {
  return (view.own_fields ?? []).map((name) => fieldOf(view, name)!);
}

/** Returns the JSON pointer to the value of a field (RFC 6901). */
export function pointerOf({ name, custom_key }: Pick<Field, 'name' | 'custom_key'>): string {
  if (custom_key === undefined) return `/${name}`;
  return `/custom/${custom_key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the faults of the typed texts by field, as they would be in the new record. */
export function faultsOf(fields: Field[], textOf: TextOf): Record<string, string> {
  const typed = Object.fromEntries(fields.map((field) => [field.name, textOf(field)]));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = kindOf(field).fault?.(textOf(field), typed as unknown as RecordData);
      return fault ? [[field.name, fault]] : [];
    }),
  );
}

/** Returns the fields to send, without empty ones. */
export function valuesOf(fields: Field[], textOf: TextOf): Changes {
  const typed = fields.filter((field) => textOf(field) !== '');
  // All declared fields are one field of the API, so each change is made on top of the others.
  return typed.reduce<Changes>((changes, field) => {
    const value = kindOf(field).fromText(textOf(field), [] as never);
    return Object.assign(changes, fieldPart(field).put(changes as RecordData, value));
  }, {});
}

/**
 * Returns the text with which a field begins: of what the page gives, else by its type, else the
 * first choice. Fields that the Account has declared begin empty.
 */
export function firstText(field: Field, preset: Changes, first: Record<string, string>): string {
  if (field.name in preset) return kindOf(field).toText(preset[field.name] as never);
  if (field.custom_key !== undefined) return '';
  return first[field.type] ?? Object.keys(field.choices ?? {})[0] ?? '';
}

/** Returns the messages of these faults by the pointer of their field. */
export function errorsOf(fields: Field[], faults: Record<string, string>): Record<string, string> {
  const faulty = fields.filter(({ name }) => faults[name] !== undefined);
  return Object.fromEntries(faulty.map((field) => [pointerOf(field), faults[field.name]!]));
}

/**
 * Returns the fields by which a record may be known already, with the choices that say what it is;
 * none if there are only these.
 */
export function knownBy(
  { fields, naming }: Pick<RecordView, 'fields' | 'naming'>,
  changes: Changes,
): Changes {
  const fieldNamed = (name: string) => fields.find((field) => field.name === name);
  const isWay = (name: string) => {
    const field = fieldNamed(name);
    return naming.includes(name) || (field !== undefined && FIELD_TYPES[field.type].isReach === true);
  };
  const given = Object.entries(changes).filter(([name]) => isWay(name) || fieldNamed(name)?.choices);
  return given.some(([name]) => isWay(name)) ? Object.fromEntries(given) : {};
}
