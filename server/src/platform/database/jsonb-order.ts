/**
 * A JSON value with the keys of its objects in the order in which `jsonb` gives them back, by
 * length and then by bytes: what is answered when it is written is then, byte for byte, what is
 * answered when it is read.
 */
export function inJsonbOrder<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inJsonbOrder) as T;
  const entries = Object.entries(value).map(([key, inner]) => [Buffer.from(key), inner] as const);
  entries.sort(([a], [b]) => a.length - b.length || Buffer.compare(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key.toString(), inJsonbOrder(inner)])) as T;
}
