/**
 * A request target without the scheme and the host that proxies put before it (RFC 9112 §3.2.2): whom we answer for is a setting, and
 * every place that looks at the address of a request takes it to begin with its path.
 */
export function originForm(target: string): string {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
