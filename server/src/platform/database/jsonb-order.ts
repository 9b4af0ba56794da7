/**
 * A JSON value with the keys of its objects in the order of `jsonb`: by length, then by bytes. So
 * the answer to a write is, byte for byte, the answer to a later read.
 */
export function inJsonbOrder<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inJsonbOrder) as T;
  const entries = Object.entries(value).map(([key, inner]) => [Buffer.from(key), inner] as const);
  entries.sort(([a], [b]) => a.length - b.length || Buffer.compare(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key.toString(), inJsonbOrder(inner)])) as T;
}
