import { CUSTOM_MAX_BYTES } from '@rapport/contract/fields';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { withCustom } from './custom-name.ts';
import { type FieldKind, measure } from './field-kinds.ts';
import { measureFault, numberFrom } from './number-faults.ts';
import { sayJson } from './say.ts';

type Custom = RecordData['custom'];

/** The length above which the input has several lines. */
const LONG_TEXT = 60;

/**
 * Returns the kind of a key that no field declares, by its value. Text stays text. Any other value,
 * which a program wrote, is typed as JSON.
 */
export function undeclaredKind(name: string, value: unknown): FieldKind {
  if (typeof value === 'number') return numberKind(name);
  const isText = typeof value === 'string' || value === undefined;
  const isNested = typeof value === 'object' && value !== null;
  const isLong = isText && /\n/.test(value ?? '');
  const toText = (shown: unknown) => sayJson(shown, isNested ? 2 : 0);
  return {
    toText,
    toShow: (shown: unknown) => sayJson(shown),
    fromText: (typed) => (isText ? (isLong ? typed : typed.trim()) : readJson(typed)),
    fault: (typed, before) =>
      isNested && isNoJson(typed)
        ? records.jsonFault
        : sizeFault(withCustom(before.custom, name, isText ? typed : readJson(typed))),
    isMultiline: isNested || toText(value).length > LONG_TEXT || isLong,
    ...(isNested && { hint: records.jsonHint }),
  };
}

/** The kind of a number, which stays one. */
function numberKind(name: string): FieldKind {
  return {
    ...measure,
    toShow: (shown: unknown) => sayJson(shown),
    fault: (typed, before) =>
      typed.trim() === ''
        ? records.noNumber
        : (measureFault(typed, Number.MAX_SAFE_INTEGER) ??
          sizeFault(withCustom(before.custom, name, Number(numberFrom(typed))))),
  };
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
