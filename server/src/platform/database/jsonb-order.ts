/**
 * Returns a JSON value with the keys of its objects in the order of `jsonb`: by length, then by
 * bytes. So the answer to a write equals the answer to a later read byte for byte.
 */
export function inJsonbOrder<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inJsonbOrder) as T;
  const entries = Object.entries(value);
  if (entries.length > 1) entries.sort(([a], [b]) => inOrder(a, b));
  for (const entry of entries) entry[1] = inJsonbOrder(entry[1]);
  return Object.fromEntries(entries) as T;
}

/** Texts of one length whose characters are one byte each compare as their bytes do. */
function inOrder(a: string, b: string): number {
  const [length, other] = [Buffer.byteLength(a), Buffer.byteLength(b)];
  if (length !== other) return length - other;
  if (length !== a.length || other !== b.length) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
