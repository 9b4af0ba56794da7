import { EVERYTHING, isScope, NARROW_SCOPES, SCOPE_WORDS, scopesOf } from '@rapport/contract/scopes';

/** For signing in (OpenID Connect Core §5.4). They give no access to the API. */
export const SIGN_IN_SCOPES = ['openid', 'profile', 'email'] as const;

/** All that a request may ask for, as the metadata list it (contract §5.2 has `*` alone). */
export const SCOPES: readonly string[] = [
  EVERYTHING,
  ...SIGN_IN_SCOPES,
  ...Object.keys(SCOPE_WORDS),
  ...NARROW_SCOPES,
];

/** The scope of an application that asks for none: the only value in the contract. */
const SCOPE_DEFAULT = [EVERYTHING];

/**
 * The scopes of a `scope` parameter, each once, in our order, with words such as `read` in their
 * parts; or the first unknown one. With `openid` unknown values are left out (OpenID Connect Core
 * §3.1.2.1): common clients ask for `offline_access` or `groups`, and the `scope` of the answer
 * tells them what they got.
 */
export function parseScope(text: string | undefined): { scope: string[] } | { unknown: string } {
  const asked = (text ?? '').split(' ').filter((part) => part !== '');
  const unknown = asked.find((part) => !isSignIn(part) && !isScope(part));
  if (unknown !== undefined && !asked.includes('openid')) return { unknown };
  if (asked.length === 0) return { scope: SCOPE_DEFAULT };
  const [api, signIn] = [scopesOf(asked), SIGN_IN_SCOPES.filter((scope) => asked.includes(scope))];
  return { scope: hasAllOf(api) ? [...api, ...signIn] : [...signIn, ...api] };
}

export function isSignIn(scope: string): boolean {
  return (SIGN_IN_SCOPES as readonly string[]).includes(scope);
}

/** True when `allowed` includes everything in `asked`. */
export function covers(allowed: readonly string[], asked: readonly string[]): boolean {
  return asked.every((scope) => allowed.includes(scope) || (hasAllOf(allowed) && !isSignIn(scope)));
}

function hasAllOf(scope: readonly string[]): boolean {
  return scope.includes(EVERYTHING);
}
