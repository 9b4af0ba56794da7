import { decimalsOf } from '@rapport/contract/currencies';
import { NAME_PATTERN } from '@rapport/contract/fields';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordField } from '@rapport/contract/records/record-field';
import { isEmail } from '../platform/email.ts';
import { fault } from './fault.ts';

/**
 * The faults of a value beyond its schema. `then` is the value before the change, `step` the whole
 * record after and before it.
 */
export type FaultsOf = (
  pointer: string,
  field: RecordField,
  now: never,
  then: never,
  step: FieldsStep,
) => FieldError[];

type FieldsStep = { now: Record<string, unknown>; then: Record<string, unknown> };

type Point = { value: string; primary?: boolean };

/** A required text is there; one that people read in lists has a visible character. */
export function textFaults(pointer: string, field: RecordField, now: unknown, then: unknown): FieldError[] {
  if (!field.nullable && String(now).trim() === '') {
    return [fault(pointer, 'required', ['is missing.', field.missing].filter(Boolean).join(' '))];
  }
  return field.visible && now !== null && now !== then ? unseenFaults(pointer, String(now)) : [];
}

export function tagFaults(pointer: string, _: RecordField, now: string[], then: string[]): FieldError[] {
  return now.flatMap((tag, index) =>
    then.some((known) => known.trim() === tag.trim()) ? [] : unseenFaults(`${pointer}/${index}`, tag),
  );
}

/** Phone numbers are checked only if the caller changed them. */
export function pointFaults(pointer: string, { of }: RecordField, now: Point[], then: Point[]): FieldError[] {
  const faults = now.flatMap(({ value }, index) => {
    const at = `${pointer}/${index}/value`;
    if (of === 'email') {
      return isEmail(value) ? [] : [fault(at, 'wrong_format', `"${value}" is not an e-mail address.`)];
    }
    return then.some((known) => known.value.trim() === value.trim()) ? [] : unseenFaults(at, value);
  });
  return [...faults, ...primaryFaults(pointer, now)];
}

export function addressFaults(pointer: string, _: RecordField, now: { primary?: boolean }[]): FieldError[] {
  return primaryFaults(pointer, now);
}

export function linkFaults(
  pointer: string,
  { key }: RecordField,
  now: ({ primary?: boolean } & Record<string, unknown>)[],
): FieldError[] {
  const uuids = now.map((link) => link[key!]);
  const twice = uuids.flatMap((uuid, index) =>
    uuids.indexOf(uuid) === index
      ? []
      : [fault(`${pointer}/${index}/${key}`, 'not_unique', 'is there twice. Name each record once.')],
  );
  return [...primaryFaults(pointer, now), ...twice];
}

/** An amount has at most the decimals of its currency, unless neither of the two has changed. */
export function decimalFaults(
  pointer: string,
  field: RecordField,
  value: unknown,
  before: unknown,
  { now, then }: FieldsStep,
): FieldError[] {
  const { currency: name } = field;
  if (field.decimals === undefined || value === null) return [];
  const currency = name === undefined ? null : now[name];
  if (value === before && (name === undefined || currency === then[name])) return [];
  const decimals = currency ? decimalsOf(currency) : field.decimals;
  const number = /^-?\d{1,13}(?:\.(\d+))?$/.exec(String(value));
  if (number && (number[1] ?? '').length <= decimals) return [];
  const example = ['12500', '12500.0', '12500.00', '12500.000', '12500.0000'][decimals];
  const most = `must be a number with at most 13 digits and ${decimals} decimals`;
  const why = currency ? `, as ${currency} has` : '';
  return [fault(pointer, 'wrong_format', `${most}${why}, such as "${example}".`)];
}

function primaryFaults(pointer: string, entries: { primary?: boolean }[]): FieldError[] {
  if (entries.filter((entry) => entry.primary).length <= 1) return [];
  return [fault(pointer, 'not_unique', 'has more than one primary entry. Mark one.')];
}

const VISIBLE_LINE = new RegExp(NAME_PATTERN, 'u');

function unseenFaults(pointer: string, text: string): FieldError[] {
  if (VISIBLE_LINE.test(text)) return [];
  return [fault(pointer, 'invalid_characters', 'must have a visible character and no control characters.')];
}
