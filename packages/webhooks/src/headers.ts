/**
 * Headers as any platform has them: `Headers`, Node's `req.headers`, a `Map` or a plain record, in
 * any case.
 */
export type HeadersLike =
  | { get(name: string): string | null | undefined; forEach: unknown }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of one header, `name` in lower case; several values are joined by commas. Undefined
 * when missing.
 */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  // Node's own object is the common case and is already in lower case.
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
