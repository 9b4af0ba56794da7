import { CUSTOM_MAX_BYTES } from '@rapport/contract/fields';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Part } from '../record.ts';
import type { FieldKind } from './field-kinds.ts';

type Custom = RecordData['custom'];

/** From here on a value is typed into more than one line. */
const LONG_TEXT = 60;

/** One custom field. The API takes all of them together; the others stay as they are. */
export function customPart(name: string): Part {
  return {
    id: `custom-${name}`,
    label: name,
    of: ({ custom }) => (Object.hasOwn(custom, name) ? custom[name] : undefined),
    put: ({ custom }, value) => ({ custom: withCustom(custom, name, value) }),
  };
}

/**
 * How a custom field is typed. A text stays a text; any other value, written by a program, is typed
 * as JSON.
 */
export function customKind(name: string, value: unknown): FieldKind {
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

/** A value for reading: a text without quotes, nothing for a missing one. */
export function sayCustom(value: unknown, indent = 0): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, indent);
}

/** The fault of a new field's name; null: none. */
export function nameFault(name: string, { custom }: RecordData): string | null {
  if (name === '') return records.fieldNameRequired;
  return Object.hasOwn(custom, name) ? records.fieldNameTaken(name) : null;
}

/** The contract's limit for all custom fields together. */
export function sizeFault(custom: Custom): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(custom)).length;
  return bytes > CUSTOM_MAX_BYTES ? records.customTooLong(CUSTOM_MAX_BYTES / 1024) : null;
}

function withCustom(custom: Custom, name: string, value: unknown): Custom {
  const others = Object.entries(custom).filter(([other]) => other !== name);
  // Not by assignment, to which the name __proto__ means something else.
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The value of the JSON; other text is taken as it is. */
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
