import { decimalsOf, isCurrency } from '@rapport/contract/currencies';
import { CUSTOM_MAX_BYTES, LINES_PATTERN, NAME_PATTERN } from '@rapport/contract/fields';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordField, TextFormat } from '@rapport/contract/records/record-field';
import type { Share } from '@rapport/contract/records/share-fields';
import { emailFault } from '../platform/email.ts';
import { domainIn } from '../platform/host-name.ts';
import { fault } from './fault.ts';
import { webAddressFault } from './web-address.ts';

/**
 * The faults of a value beyond its schema. `then` is the value before the change, `beside` are all
 * fields after and before it.
 */
export type FaultsOf = (
  pointer: string,
  field: RecordField,
  now: never,
  then: never,
  beside: Beside,
) => FieldError[];

type Beside = { now: Record<string, unknown>; then: Record<string, unknown> };

type Point = { value: string; label?: string; primary?: boolean };

/**
 * A required text is there. All text is visible, and has nothing that ends or turns its lines; only
 * a text of several lines has line breaks.
 */
export function textFaults(pointer: string, field: RecordField, now: unknown, then: unknown): FieldError[] {
  if (!field.nullable && String(now).trim() === '') {
    return [fault(pointer, 'required', ['is missing.', field.missing].filter(Boolean).join(' '))];
  }
  if (now === null || now === then) return [];
  if (field.format === 'markdown') return linesFaults(pointer, String(now));
  const faults = partFaults(pointer, now);
  const wrong = FORMAT_FAULTS[field.format!]?.(String(now));
  return wrong ? [...faults, fault(pointer, wrong.code, wrong.detail)] : faults;
}

type FormatFault = { code: FieldError['code']; detail: string } | null;

const FORMAT_FAULTS: Partial<Record<TextFormat, (text: string) => FormatFault>> = {
  url: webAddressFault,
  currency: currencyFault,
  domain: (text) =>
    domainIn(text) === null
      ? { code: 'wrong_format', detail: 'must be the name of a domain such as example.com.' }
      : null,
};

/**
 * The fault of a currency that a change brings. One that an earlier release took is left alone.
 */
export function currencyFault(code: string): FormatFault {
  if (isCurrency(code)) return null;
  return { code: 'wrong_format', detail: 'must be a currency of ISO 4217, such as EUR.' };
}

export function tagFaults(pointer: string, _: RecordField, now: string[], then: string[]): FieldError[] {
  return now.flatMap((tag, index) =>
    then.some((known) => known.trim() === tag.trim()) ? [] : lineFaults(`${pointer}/${index}`, tag),
  );
}

/** Addresses and numbers are checked only if the caller changed them. */
export function pointFaults(pointer: string, { of }: RecordField, now: Point[], then: Point[]): FieldError[] {
  const faults = now.flatMap(({ value, label }, index) => {
    const at = `${pointer}/${index}`;
    const labelled = then.some((known) => known.label === label) ? [] : partFaults(`${at}/label`, label);
    if (then.some((known) => known.value.trim() === value.trim())) return labelled;
    if (of !== 'email') return [...labelled, ...lineFaults(`${at}/value`, value)];
    const detail = emailFault(value);
    return detail === null ? labelled : [...labelled, fault(`${at}/value`, 'wrong_format', detail)];
  });
  return [...faults, ...primaryFaults(pointer, now)];
}

type Address = { primary?: boolean } & Record<string, unknown>;

export function addressFaults(
  pointer: string,
  _: RecordField,
  now: Address[],
  then: Address[],
): FieldError[] {
  const faults: FieldError[] = [];
  for (const [index, address] of now.entries()) {
    for (const part of Object.keys(address)) {
      const text = address[part];
      if (then.some((known) => known[part] === text)) continue;
      faults.push(...partFaults(`${pointer}/${index}/${part}`, text));
    }
  }
  faults.push(...primaryFaults(pointer, now));
  return faults;
}

export function linkFaults(
  pointer: string,
  { key }: RecordField,
  now: ({ primary?: boolean } & Record<string, unknown>)[],
  then: Record<string, unknown>[],
): FieldError[] {
  const roles = now.flatMap(({ role }, index) =>
    then.some((known) => known.role === role) ? [] : partFaults(`${pointer}/${index}/role`, role),
  );
  const uuids = now.map((link) => link[key!]);
  const twice = uuids.flatMap((uuid, index) =>
    uuids.indexOf(uuid) === index
      ? []
      : [fault(`${pointer}/${index}/${key}`, 'not_unique', 'is there twice. Name each record once.')],
  );
  return [...roles, ...primaryFaults(pointer, now), ...twice];
}

/**
 * Each names a User or a team, once. Nothing is shared with the owner, but who becomes owner stays.
 */
export function shareFaults(
  pointer: string,
  _: RecordField,
  now: Share[],
  then: Share[],
  beside: Beside,
): FieldError[] {
  const names = now.map(({ user_uuid, team_uuid }) => user_uuid ?? team_uuid);
  return now.flatMap(({ user_uuid, team_uuid }, index) => {
    const at = `${pointer}/${index}`;
    if ((user_uuid === undefined) === (team_uuid === undefined))
      return [fault(at, 'required', 'must have user_uuid or team_uuid, one of the two.')];
    if (names.indexOf(names[index]) !== index)
      return [fault(at, 'not_unique', 'is there twice. Name each User and each team once.')];
    const isNew = !then.some((known) => known.user_uuid === user_uuid);
    if (isNew && user_uuid !== undefined && user_uuid === beside.now.owner_uuid)
      return [fault(`${at}/user_uuid`, 'not_allowed', 'is the owner, who sees and changes it anyway.')];
    return [];
  });
}

export function stageFaults(
  pointer: string,
  _: RecordField,
  now: { name: string }[],
  then: { name: string }[],
): FieldError[] {
  return now.flatMap(({ name }, index) =>
    then.some((known) => known.name === name) ? [] : partFaults(`${pointer}/${index}/name`, name),
  );
}

/**
 * The names of custom fields are names, and their texts are texts. In an object that is too large
 * none is looked at, as each fault would repeat a long name.
 */
export function customFaults(pointer: string, _: RecordField, now: Custom, then: Custom): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(now)) > CUSTOM_MAX_BYTES) {
    return [fault(pointer, 'too_long', `must be at most ${CUSTOM_MAX_BYTES / 1024} KiB as JSON.`)];
  }
  return Object.entries(now).flatMap(([key, value]) => {
    if (key in then && JSON.stringify(then[key]) === JSON.stringify(value)) return [];
    return jsonFaults(pointer, key, value);
  });
}

type Custom = Record<string, unknown>;

function jsonFaults(above: string, key: string, value: unknown): FieldError[] {
  const pointer = `${above}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const named = lineFaults(pointer, key);
  if (named.length > 0) return named;
  if (typeof value === 'string') return linesFaults(pointer, value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, below]) => jsonFaults(pointer, inner, below));
}

/** An amount has at most the decimals of its currency, unless neither of the two has changed. */
export function decimalFaults(
  pointer: string,
  field: RecordField,
  value: unknown,
  before: unknown,
  { now, then }: Beside,
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

/** The faults of a part that may be empty, such as a label, a role or a street. */
function partFaults(pointer: string, text: unknown): FieldError[] {
  return typeof text !== 'string' || text === '' ? [] : lineFaults(pointer, text);
}

const LINE = new RegExp(NAME_PATTERN, 'u');
const LINES = new RegExp(LINES_PATTERN, 'u');

function lineFaults(pointer: string, text: string): FieldError[] {
  if (LINE.test(text)) return [];
  const detail = 'must have a visible character, and none that controls, ends or turns a line. Type it anew.';
  return [fault(pointer, 'invalid_characters', detail)];
}

function linesFaults(pointer: string, text: string): FieldError[] {
  if (LINES.test(text)) return [];
  const detail =
    'has a control character or one that reverses letters (U+202D, U+202E). Take it out; tabs and line breaks may stay.';
  return [fault(pointer, 'invalid_characters', detail)];
}
