import { type Client, CUSTOM_MAX_BYTES } from '@rapport/contract/clients';
import { clients } from '../texts/clients.ts';
import type { FieldKind } from './field-kinds.ts';
import type { Part } from './record.ts';

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

/** How a custom field is typed. A text stays a text, whatever is typed; what a program wrote as another value is typed as JSON. */
export function customKind(name: string, value: unknown): FieldKind {
  const isText = typeof value === 'string' || value === undefined;
  const isNested = typeof value === 'object' && value !== null;
  const isLong = isText && /\n/.test(value ?? '');
  const toText = (shown: unknown) => sayCustom(shown, isNested ? 2 : 0);
  return {
    toText,
    toShow: (shown: unknown) => sayCustom(shown),
    fromText: (typed) => (isText ? (isLong ? typed : typed.trim()) : readJson(typed)),
    fault: (typed, client) =>
      isNested && isNoJson(typed)
        ? clients.jsonFault
        : sizeFault(withCustom(client.custom, name, isText ? typed : readJson(typed))),
    isMultiline: isNested || toText(value).length > LONG_TEXT || isLong,
    ...(isNested && { hint: clients.jsonHint }),
  };
}

/** A value as one reads it: a text without quotes, nothing for one that is not there. */
export function sayCustom(value: unknown, indent = 0): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, indent);
}

/** What is wrong with the name of a new field; null: nothing. */
export function nameFault(name: string, { custom }: Client): string | null {
  if (name === '') return clients.fieldNameRequired;
  return Object.hasOwn(custom, name) ? clients.fieldNameTaken(name) : null;
}

/** The contract's limit for all custom fields together. */
export function sizeFault(custom: Client['custom']): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(custom)).length;
  return bytes > CUSTOM_MAX_BYTES ? clients.customTooLong(CUSTOM_MAX_BYTES / 1024) : null;
}

function withCustom(custom: Client['custom'], name: string, value: unknown): Client['custom'] {
  const others = Object.entries(custom).filter(([other]) => other !== name);
  // Not by assignment, to which the name __proto__ means something else.
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The value that the JSON stands for; what is none is taken as text. */
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
