import { Problem } from '../problem.ts';

/** Deeper JSON has no use here and would overflow the stack of whoever walks it. */
const DEPTH_MAX = 64;

/**
 * Parses a JSON body strictly: valid UTF-8, no key twice as far as prototypes go, no text that PostgreSQL cannot keep.
 * Returns undefined for an empty body (the schema then says whether one is needed).
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
  const fault = findFault(value, '', 0);
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
  const at = /at position (\d+)/.exec(error.message)?.[1];
  if (at === undefined) return 'it ends too early. Check that every bracket and quote is closed.';
  const before = text.slice(0, Number(at)).split('\n');
  return `it breaks at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (character ${at}).`;
}

function findFault(value: unknown, pointer: string, depth: number): string | undefined {
  if (typeof value === 'string') {
    return hasUnstorableCharacters(value)
      ? `The text at ${pointer || '/'} holds a NUL or half of a surrogate pair, which cannot be stored. Remove it.`
      : undefined;
  }
  if (value === Infinity || value === -Infinity)
    return `The number at ${pointer || '/'} is too large to be kept. Send it as text.`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEPTH_MAX) return `The body is nested more than ${DEPTH_MAX} levels deep. Flatten it.`;
  for (const [key, inner] of Object.entries(value)) {
    const here = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__') return `The key at ${here} is not allowed. Choose another name.`;
    const fault = findFault(key, here, depth) ?? findFault(inner, here, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}
