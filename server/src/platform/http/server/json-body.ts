import type { FieldError } from '@rapport/contract/problems';
import { fieldsInvalid, Problem } from '../../problem.ts';

/** Deeper JSON has no use here, and would overflow the stack of recursive code. */
const DEPTH_MAX = 64;

/**
 * More values than any record can hold. A body of a million tiny values would keep the schema busy
 * for most of a second.
 */
const VALUES_MAX = 20_000;

/**
 * Parses a JSON body strictly. 400 with V8's reason and the position for a body that is not JSON
 * in UTF-8, or names a value twice. 422 with a pointer for a value that cannot be stored
 * unchanged: too deep, too many, `__proto__`, text that PostgreSQL cannot store, numbers that a
 * double cannot hold. Undefined for an empty body: the schema decides whether one is needed.
 */
export function parseJsonBody(bytes: Buffer): unknown | Problem {
  if (bytes.length === 0) return undefined;
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    return new Problem('json_invalid', 'The body is not UTF-8 text. Send JSON encoded as UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    return new Problem('json_invalid', `The body cannot be read: ${withPosition(message, text)}.`);
  }
  const count = { keys: 0 };
  const fault = findFault(value, roundedIntegers(text), count);
  if (fault) return fieldsInvalid(fault);
  // One name fewer in the value than in the text: JSON.parse has dropped the first of two.
  return countKeys(text) === count.keys ? value : keyTwice(text);
}

/**
 * Adds the position to a message. V8 gives it for most faults, but not for an unexpected token or
 * end.
 */
function withPosition(message: string, text: string): string {
  if (message.includes(' at position ')) return message;
  // Searches for the longest beginning without an unexpected token: the fault follows it.
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (hasUnexpectedToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  const lines = text.slice(0, good).split('\n');
  return `${message} at position ${good} (line ${lines.length} column ${lines.at(-1)!.length + 1})`;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as SyntaxError).message.startsWith('Unexpected token');
  }
}

/** Decodes UTF-8; undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Unicode allows 30 marks on one letter in text that is handled as a stream (UAX 15 §13). To bring
 * marks into order takes time by the square of their number.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/**
 * True for text that cannot be stored unchanged: NUL, surrogates without their other half, and
 * more than 30 marks on one letter.
 */
export function hasUnstorableCharacters(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed() || TOO_MANY_MARKS.test(text);
}

/** The number of names in a text that is JSON. */
function countKeys(text: string): number {
  let keys = 0;
  for (const { isKey } of stringsOf(text)) if (isKey) keys += 1;
  return keys;
}

/** The strings of a text that is JSON, with their quotes, and whether each names a value. */
function* stringsOf(text: string): Generator<{ from: number; to: number; isKey: boolean }> {
  for (let from = text.indexOf('"'); from !== -1; ) {
    let to = text.indexOf('"', from + 1);
    while (isEscaped(text, to)) to = text.indexOf('"', to + 1);
    let next = to + 1;
    while (/\s/.test(text[next] ?? '-')) next += 1;
    yield { from, to: to + 1, isKey: text[next] === ':' };
    from = text.indexOf('"', to + 1);
  }
}

/** True when an odd number of backslashes stands before the place. */
function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text[first - 1] === '\\') first -= 1;
  return (place - first) % 2 === 1;
}

/** The refusal of a name that stands twice in one object: programs read either value. */
function keyTwice(text: string): Problem {
  const open: Set<string>[] = [];
  let read = 0;
  for (const { from, to, isKey } of stringsOf(text)) {
    for (const sign of text.slice(read, from)) {
      if (sign === '{') open.push(new Set());
      if (sign === '}') open.pop();
    }
    read = to;
    if (!isKey) continue;
    const key: string = JSON.parse(text.slice(from, to));
    if (open.at(-1)!.has(key)) return twice(key, from, text);
    open.at(-1)!.add(key);
  }
  throw new Error('No name stands twice.');
}

function twice(key: string, place: number, text: string): Problem {
  const lines = text.slice(0, place).split('\n');
  const where = `position ${place} (line ${lines.length} column ${lines.at(-1)!.length + 1})`;
  const named = JSON.stringify(key.slice(0, 100));
  return new Problem(
    'json_invalid',
    `The body cannot be read: ${named} stands twice in one object, the second time at ${where}. Name it once.`,
  );
}

/**
 * From here on JavaScript writes numbers with an exponent. Only the text of the body shows whether
 * the sender wrote one.
 */
const EXPONENT_FROM = 1e21;

/**
 * The values of numbers that were sent with more than 21 digits and no exponent. Such a body is
 * rare and is read a second time.
 */
function roundedIntegers(text: string): Set<number> {
  const rounded = new Set<number>();
  if (!/\d{22}/.test(text)) return rounded;
  JSON.parse(text, (_key, value, { source = '' }: { source?: string } = {}) => {
    if (typeof value === 'number' && Math.abs(value) >= EXPONENT_FROM && !/e/i.test(source))
      rounded.add(value);
    return value;
  });
  return rounded;
}

/** True when the number is stored unchanged: it is finite, and no integer that a double rounds. */
function isExact(value: number, rounded: Set<number>): boolean {
  if (!Number.isInteger(value)) return Number.isFinite(value);
  return Number.isSafeInteger(value) || (Math.abs(value) >= EXPONENT_FROM && !rounded.has(value));
}

/** The fault of the first value in a body that cannot be stored unchanged, or undefined. */
function findFault(body: unknown, rounded: Set<number>, count: { keys: number }): FieldError | undefined {
  let valuesLeft = VALUES_MAX;
  return visit(body, '', 0);

  function visit(value: unknown, pointer: string, depth: number): FieldError | undefined {
    const here = pointer || 'The body';
    if (typeof value === 'string') {
      if (!hasUnstorableCharacters(value)) return undefined;
      const detail = `${here} has a NUL, half a surrogate pair or over 30 accents on one letter, which cannot be stored. Remove it.`;
      return { pointer, code: 'invalid_characters', detail };
    }
    if (typeof value === 'number' && !isExact(value, rounded)) {
      const detail = `${here} is a number too large to be stored exactly. The largest is ${Number.MAX_SAFE_INTEGER}; only a text keeps a larger one.`;
      return { pointer, code: 'too_large', detail };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth === DEPTH_MAX) {
      const detail = `The body is nested more than ${DEPTH_MAX} levels deep. Flatten it.`;
      return { pointer: '', code: 'not_allowed', detail };
    }
    const entries = Object.entries(value);
    valuesLeft -= entries.length;
    if (!Array.isArray(value)) count.keys += entries.length;
    if (valuesLeft < 0) {
      const detail = `The body has more than ${VALUES_MAX} values. Send less at a time.`;
      return { pointer: '', code: 'too_many_items', detail };
    }
    for (const [key, inner] of entries) {
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === '__proto__') {
        const detail = `${below} is not allowed as a name. Choose another.`;
        return { pointer: below, code: 'not_allowed', detail };
      }
      const fault = visit(key, below, depth) ?? visit(inner, below, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }
}
