import { CUSTOM_MAX_BYTES } from '@rapport/contract/fields';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Part } from '../record.ts';
import type { FieldKind } from './field-kinds.ts';
import { numberFault, numberFrom } from './number-faults.ts';
import { readNumber, toTyped } from './numbers.ts';

type Custom = RecordData['custom'];

/** The length above which the input has several lines. */
const LONG_TEXT = 60;

/**
 * The part for one custom field. A change sends all custom fields, because the API replaces them
 * together.
 */
export function customPart(name: string): Part {
  return {
    id: `custom-${name}`,
    label: name,
    of: ({ custom }) => (Object.hasOwn(custom, name) ? custom[name] : undefined),
    put: ({ custom }, value) => ({ custom: withCustom(custom, name, value) }),
  };
}

/**
 * Returns the kind of a custom field by its value. Text stays text. Any other value, which a
 * program wrote, is typed as JSON.
 */
export function customKind(name: string, value: unknown): FieldKind {
  if (typeof value === 'number') return numberKind(name);
  const isText = typeof value === 'string' || value === undefined;
  const isNested = typeof value === 'object' && value !== null;
  const isLong = isText && /\n/.test(value ?? '');
  const toText = (shown: unknown) => sayCustom(shown, isNested ? 2 : 0);
  return {
    toText,
    toShow: (shown: unknown) => sayCustom(shown),
    fromText: (typed) => (isText ? (isLong ? typed : typed.trim()) : readJson(typed)),
    fault: (typed, before) =>
      isNested && isNoJson(typed)
        ? records.jsonFault
        : sizeFault(withCustom(before.custom, name, isText ? typed : readJson(typed))),
    isMultiline: isNested || toText(value).length > LONG_TEXT || isLong,
    ...(isNested && { hint: records.jsonHint }),
  };
}

/** The kind of a number, which stays one. It may have any decimals. */
function numberKind(name: string): FieldKind {
  const from = (typed: string) => {
    const number = numberFrom(typed);
    return number === null ? null : Number(number);
  };
  return {
    toText: toTyped,
    toShow: (shown: unknown) => sayCustom(shown),
    fromText: from,
    fault: (typed, before) => {
      const read = readNumber(typed);
      if (!read || numberFrom(typed) !== String(from(typed)))
        return read ? records.tooLongNumber : records.noNumber;
      // Two decimals are usual. Three may as well be thousands.
      return (
        numberFault(typed, read.other ? 2 : 20) ?? sizeFault(withCustom(before.custom, name, from(typed)))
      );
    },
  };
}

/** Returns a value for reading: text without quotes, other values as JSON. */
export function sayCustom(value: unknown, indent = 0): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, indent);
}

/** Returns the fault in the name of a new field, or null. */
export function nameFault(name: string, { custom }: RecordData): string | null {
  if (name === '') return records.fieldNameRequired;
  return Object.hasOwn(custom, name) ? records.fieldNameTaken(name) : null;
}

/** Returns the fault if the custom fields together exceed the API's limit, otherwise null. */
export function sizeFault(custom: Custom): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(custom)).length;
  return bytes > CUSTOM_MAX_BYTES ? records.customTooLong(CUSTOM_MAX_BYTES / 1024) : null;
}

function withCustom(custom: Custom, name: string, value: unknown): Custom {
  const others = Object.entries(custom).filter(([other]) => other !== name);
  // Assignment would treat the name `__proto__` differently.
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** Returns the value of the JSON. Other text is returned as it is. */
function readJson(typed: string): unknown {
  return isNoJson(typed) ? typed.trim() : JSON.parse(typed);
}

function isNoJson(typed: string): boolean {
  try {
    JSON.parse(typed);
    return false;
  } catch {
    return true;
  }
}
