/**
 * `*` gives all rights that the User has in the API (contract §5.2). The others are for signing in
 * (OpenID Connect Core §5.4) and give no access to the API.
 */
export const SCOPES = ['*', 'openid', 'profile', 'email'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scope of an application that asks for none: the only value in the contract. */
const SCOPE_DEFAULT: Scope[] = ['*'];

/**
 * The scopes of a `scope` parameter, each once, in our order; or the first unknown one. With
 * `openid` unknown values are left out (OpenID Connect Core §3.1.2.1): common clients ask for
 * `offline_access` or `groups`, and the `scope` of the answer tells them what they got.
 */
export function parseScope(text: string | undefined): { scope: Scope[] } | { unknown: string } {
  const asked = (text ?? '').split(' ').filter((part) => part !== '');
  const unknown = asked.find((part) => !(SCOPES as readonly string[]).includes(part));
  if (unknown !== undefined && !asked.includes('openid')) return { unknown };
  return { scope: asked.length === 0 ? SCOPE_DEFAULT : SCOPES.filter((scope) => asked.includes(scope)) };
}

/** True when `allowed` includes everything in `asked`. */
export function covers(allowed: string[], asked: string[]): boolean {
  return asked.every((scope) => allowed.includes(scope));
}
