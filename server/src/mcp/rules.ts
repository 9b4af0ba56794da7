import { EVERYTHING, NARROW_SCOPES, SCOPE_WORDS, scopesOf } from '@rapport/contract/scopes';
import { Problem } from '../platform/problem.ts';

/** The address of the document that says who gives tokens for `/mcp` (RFC 9728 §3.1). */
export function metadataAddress(base_url: string): string {
  const { origin, pathname } = new URL(base_url);
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}/mcp`;
}

/** The paths at which it is served: a proxy may pass the path of the base URL on, or cut it off. */
export function metadataPaths(base_path: string): string[] {
  const name = '/.well-known/oauth-protected-resource';
  return base_path === '' ? [`${name}/mcp`] : [`${name}/mcp`, `${name}${base_path}/mcp`];
}

/**
 * 403 unless the request comes to a name of ours, and from no foreign page (MCP, Streamable HTTP,
 * Security Warning). A page whose name was pointed at our address (DNS rebinding) sends its own
 * name as Host. A proxy or a person on this machine may use a loopback address.
 */
export function refuseForeign(
  host: string | undefined,
  origin: string | undefined,
  base_url: string,
  isAllowed: boolean,
): Problem | null {
  const own = new URL(base_url);
  const name = host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname;
  if (name === undefined || (name !== own.hostname && !LOOPBACK.includes(name))) {
    const detail = `The Host of the request is not ${own.host}. Use the address of this service; a proxy must pass Host on.`;
    return new Problem('cross_site', detail);
  }
  if (origin === undefined || origin === own.origin || isAllowed) return null;
  const detail =
    'A page of another origin sent this. An application must register its origin with the operator first.';
  return new Problem('cross_site', detail);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The scope to ask for so that a token can do what was refused, and still all that it can now: an
 * application replaces its token by the new one.
 */
export function scopeToAskFor(has: readonly string[], needed: readonly string[]): string {
  if (has.includes(EVERYTHING)) return EVERYTHING;
  const wanted = scopesOf([...has, ...needed].filter((one) => NARROW_SCOPES.includes(one)));
  const words = Object.entries(SCOPE_WORDS).filter(([, scopes]) =>
    scopes.every((one) => wanted.includes(one)),
  );
  const [word, covered] = words.at(-1) ?? ['', []];
  const others = (has.filter((one) => !NARROW_SCOPES.includes(one)) as string[]).concat(
    wanted.filter((one) => !covered.includes(one)),
  );
  return [word, ...others].filter(Boolean).join(' ');
}
