import { Problem } from '../problem.ts';

/** Deeper JSON has no use here and would overflow the stack of whoever walks it. */
const DEPTH_MAX = 64;

/** More than any record can hold; a body of a million tiny values would keep the schema busy for most of a second. */
const VALUES_MAX = 20_000;

/**
 * Parses a JSON body strictly: valid UTF-8, not too deep or too many values, no `__proto__`, no text that PostgreSQL cannot
 * keep. Returns undefined for an empty body (the schema then says whether one is needed).
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
    return new Problem('json_invalid', `The body is not valid JSON: ${position(error as SyntaxError, text)}`);
  }
  const fault = findFault(value);
  return fault ? new Problem('json_invalid', fault) : value;
}

/** The bytes as text, or undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text that PostgreSQL cannot store, or would store changed: NUL, and surrogates without their other half. */
export function hasUnstorableCharacters(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function position(error: SyntaxError, text: string): string {
  const at = Number(/at position (\d+)/.exec(error.message)?.[1] ?? unexpectedTokenAt(text));
  if (at >= text.length || error.message.startsWith('Unexpected end'))
    return 'it ends too early. Check that every bracket and quote is closed.';
  const before = text.slice(0, at).split('\n');
  return `it breaks at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (character ${at}).`;
}

const TOKEN = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]|$)/y;

/**
 * Where a value should stand and none does. V8 gives the position of every other fault itself, so what comes before this
 * one is sound, and it is enough to look for a token that is none, or that cannot follow the one before it.
 */
function unexpectedTokenAt(text: string): number {
  TOKEN.lastIndex = 0;
  for (let at = 0, before = ':'; ; at = TOKEN.lastIndex) {
    const [matched, token] = TOKEN.exec(text) ?? [];
    if (matched === undefined || token === undefined)
      return at + (/[^ \t\r\n]/.exec(text.slice(at))?.index ?? 0);
    const start = at + matched.length - token.length;
    if (token === '' || cannotFollow(before, token)) return start;
    before = token;
  }
}

function cannotFollow(before: string, token: string): boolean {
  const valueExpected = [',', ':', '['].includes(before);
  return valueExpected && ['}', ']', ',', ':'].includes(token) && !(before === '[' && token === ']');
}

/** Integers from here on are written with an exponent, so nobody takes them for an identifier. */
const EXPONENT_FROM = 1e21;

/** Whether the number is kept as it was sent: neither infinite nor an integer with more digits than a double has. */
function isExact(value: number): boolean {
  if (!Number.isInteger(value)) return Number.isFinite(value);
  return Number.isSafeInteger(value) || Math.abs(value) >= EXPONENT_FROM;
}

/** The first thing in a body that cannot be kept, in words with its place, or undefined. */
function findFault(body: unknown): string | undefined {
  let valuesLeft = VALUES_MAX;
  return visit(body, '', 0);

  function visit(value: unknown, pointer: string, depth: number): string | undefined {
    const here = pointer || '/';
    if (typeof value === 'string') {
      if (!hasUnstorableCharacters(value)) return undefined;
      return `The text at ${here} holds a NUL or half of a surrogate pair, which cannot be stored. Remove it.`;
    }
    if (typeof value === 'number' && !isExact(value)) {
      return `The number at ${here} is too large to be kept exactly. Send it as text.`;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth === DEPTH_MAX) return `The body is nested more than ${DEPTH_MAX} levels deep. Flatten it.`;
    const entries = Object.entries(value);
    valuesLeft -= entries.length;
    if (valuesLeft < 0) return `The body holds more than ${VALUES_MAX} values. Send less at a time.`;
    for (const [key, inner] of entries) {
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === '__proto__') return `The key at ${below} is not allowed. Choose another name.`;
      const fault = visit(key, below, depth) ?? visit(inner, below, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }
}
