import {
  binaryOfBase64,
  bytesOfBinary,
  bytesOfWindows1252,
  textOfBytes,
  textOfWindows1252,
} from './encodings.ts';
import { distinct, type Variant } from './variants.ts';

/**
 * The order of keys in an event as the service writes it, to restore it after a parser has sorted
 * the keys.
 */
const EVENT_KEYS = [
  'uuid',
  'event',
  'created_at',
  'account_uuid',
  'request_id',
  'change_uuid',
  'because_of',
  'proposal',
  'actor',
  'data',
  'previous',
  'changed_fields',
  'truncated',
];

/**
 * Returns the forms that the body may have had when it was signed. The form as received comes
 * first.
 */
export function bodyVariants(body: Uint8Array): Variant[] {
  const text = textOfBytes(body);
  const variants: Variant[] = [
    { value: text, mishap: 'genuine', text: '' },
    {
      value: text.replace(/[\r\n]+$/, ''),
      mishap: 'line_break',
      text: 'A line break was added at the end of the body, as editors, `echo` and here-documents do. Keep the bytes as they came.',
    },
    {
      value: text.replace(/^\uFEFF/, ''),
      mishap: 'charset',
      text: 'A byte order mark was put before the body. Keep the bytes as they came, or save the file without it.',
    },
    {
      value: textOfBytes(bytesOfWindows1252(text)),
      mishap: 'charset',
      text: 'The body was read as Latin-1 and written as UTF-8, so its special letters became two each. Keep the bytes as they came.',
    },
    {
      value: textOfWindows1252(body),
      mishap: 'charset',
      text: 'The body was converted from UTF-8 to Latin-1. Keep the bytes as they came.',
    },
    ...jsonVariants(text),
    {
      value: textOfBytes(bytesOfBinary(binaryOfBase64(text))),
      mishap: 'double_encoded',
      text: 'The body is the base64 of what was sent, as API gateways hand it over. Decode it before verifying.',
    },
  ];
  return distinct(variants).filter(({ value }) => value !== '');
}

function jsonVariants(text: string): Variant[] {
  const json = parseJson(text);
  return [
    {
      value: written(json),
      mishap: 'reserialised',
      text: 'The body was parsed and written again, with other white space or escapes. Verify the raw bytes, before any parser.',
    },
    {
      value: isObject(json) ? written(inEventOrder(json)) : '',
      mishap: 'reserialised',
      text: 'The body was parsed and written again, with its keys in another order. Verify the raw bytes, before any parser.',
    },
    {
      value: typeof json === 'string' ? json : '',
      mishap: 'double_encoded',
      text: 'The body is a JSON string that holds the JSON: it was encoded once more. Verify the raw bytes, before any encoder.',
    },
  ];
}

/**
 * Returns the mishap that the body's looks suggest when no signature proves one: signs of a parser
 * or of a lost charset. Undefined when the body looks as the service writes it.
 */
export function suspicionOf(body: Uint8Array): Omit<Variant, 'value'> | undefined {
  const text = textOfBytes(body);
  if (text.includes('\uFFFD')) {
    return {
      mishap: 'charset',
      text: 'The body holds bytes that are not UTF-8, or the sign that replaces them, so it was probably read with another charset. Keep the bytes as they came.',
    };
  }
  const json = parseJson(text);
  if (json === undefined) return undefined;
  const isRewritten = written(json) !== text;
  const isReordered = isObject(json) && Object.keys(inEventOrder(json)).join() !== Object.keys(json).join();
  if (!isRewritten && !isReordered) return undefined;
  return {
    mishap: 'reserialised',
    text: `The body has ${isRewritten ? 'white space or escapes' : 'an order of keys'} that the service does not write, so it was probably parsed and written again. Verify the raw bytes, before any parser.`,
  };
}

/**
 * Returns JSON as the service writes it. Empty for a value without JSON or nested too deeply: a
 * forged body may contain either.
 */
function written(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return '';
  }
}

function inEventOrder(json: Record<string, unknown>): Record<string, unknown> {
  const known = EVENT_KEYS.filter((key) => Object.hasOwn(json, key)).map((key) => [key, json[key]]);
  return { ...Object.fromEntries(known), ...json };
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
