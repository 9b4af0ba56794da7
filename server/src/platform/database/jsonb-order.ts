/**
 * Returns a JSON value with the keys of its objects in the order of `jsonb`: by length, then by
 * bytes. So the answer to a write equals the answer to a later read byte for byte.
 */
export function inJsonbOrder<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inJsonbOrder) as T;
  const entries = Object.entries(value);
  if (entries.length > 1) entries.sort(([a], [b]) => lengthOf(a) - lengthOf(b) || byBytes(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inJsonbOrder(inner)])) as T;
}

const lengthOf = (key: string) => Buffer.byteLength(key);
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
