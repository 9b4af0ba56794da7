/**
 * Headers of any platform: `Headers`, Node's `req.headers`, a `Map` or a plain record. Names may be
 * in upper or lower case.
 */
export type HeadersLike =
  | { get(name: string): string | null | undefined; forEach: unknown }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the value of a header, or undefined when it is missing. `name` is in lower case. Several
 * values are joined by commas.
 */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  // Fast path: Node's own object has its names in lower case.
  const direct = (headers as Record<string, unknown> | undefined)?.[name];
  if (typeof direct === 'string') return direct;
  const value = direct ?? entriesOf(headers).find(([key]) => String(key).toLowerCase() === name)?.[1];
  return value === undefined || value === null ? undefined : String(value);
}

function entriesOf(headers: HeadersLike | undefined): [string, unknown][] {
  if (headers === undefined || headers === null) return [];
  const iterable = headers as unknown as Iterable<[string, unknown]>;
  return typeof iterable[Symbol.iterator] === 'function' ? [...iterable] : Object.entries(headers);
}
