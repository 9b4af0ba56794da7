import { createHash } from 'node:crypto';
import { tokenFromSeed, tokenKind } from '../../platform/secrets/random-tokens.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addLifetime } from '../../platform/time/lifetimes.ts';
import type { OAuthLifetimes } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { isForMcp } from '../resource.ts';
import { covers, parseScope } from '../scopes.ts';
import type { Code, Reading, RefreshToken } from './queries.ts';

/**
 * The time in which a refresh may be repeated: its answer was lost, or two processes asked at once.
 */
const RETRY_WINDOW_MS = 60_000;

/** The parameters of an exchange (RFC 6749 §4.1.3). */
export type Exchange = Asked & { code: string; redirect_uri: string; code_verifier: string | undefined };

/** The parameters of a refresh (RFC 6749 §6). */
export type Refresh = Asked & { refresh_token: string; scope: string | undefined };

/** What the request says its tokens are for (RFC 8707 §2.2); undefined: nothing. */
type Asked = { for_mcp: boolean | undefined };

/** The request as far as it can be judged without the database, or the first fault in it. */
export function readRequest(
  values: Record<string, string>,
  base_url: string,
): Exchange | Refresh | EndpointError {
  const asked = { for_mcp: isForMcp(values.resource, base_url) };
  if (values.grant_type === 'authorization_code') return readExchange(values, asked);
  if (values.grant_type === 'refresh_token') return readRefresh(values, asked);
  return new EndpointError(
    'unsupported_grant_type',
    'grant_type must be authorization_code or refresh_token.',
  );
}

function readExchange(
  { code, redirect_uri, code_verifier }: Record<string, string>,
  asked: Asked,
): Exchange | EndpointError {
  if (code === undefined) return missing('code');
  if (redirect_uri === undefined) return missing('redirect_uri');
  if (tokenKind(code) !== 'oauth_authorization_code') return unknownGrant('code');
  return { ...asked, code, redirect_uri, code_verifier };
}

function readRefresh(
  { refresh_token, scope }: Record<string, string>,
  asked: Asked,
): Refresh | EndpointError {
  if (refresh_token === undefined) return missing('refresh_token');
  if (tokenKind(refresh_token) !== 'oauth_refresh_token') return unknownGrant('refresh token');
  return { ...asked, refresh_token, scope };
}

export function missing(name: string): EndpointError {
  return new EndpointError(
    'invalid_request',
    `${name} is missing. Send it as a field of the form in the body.`,
  );
}

/** The scope of the access token, and the ends of both tokens. */
export type Terms = {
  access_token_scope: string[];
  access_token_expires_at: string;
  refresh_token_expires_at: string;
};

/**
 * Decides an exchange (RFC 6749 §4.1.3, RFC 7636 §4.6). `replayed`: the code was used before, so
 * somebody else has it too.
 */
export function decideExchange(
  { application, presented: code }: Reading<Code>,
  exchange: Exchange,
  lifetimes: OAuthLifetimes,
  now: Date,
): EndpointError | { decided: 'issue'; of: Code; terms: Terms } | { decided: 'replayed'; of: Code } {
  if (code?.client_uuid !== application.uuid) return unknownGrant('code');
  if (code.redeemed_at !== null) return { decided: 'replayed', of: code };
  return (
    checkAlive(code, 'code') ??
    checkExpiry('code', code.code_expires_at, now) ??
    checkRedirectUri(code, exchange) ??
    checkTarget(code, exchange) ??
    checkVerifier(code, exchange) ?? {
      decided: 'issue',
      of: code,
      terms: termsFrom(code, code.scope, lifetimes, now),
    }
  );
}

/**
 * Decides a refresh (RFC 6749 §6, with the rotation of RFC 9700 §4.14.2). Within a minute a used
 * refresh token gives the same next pair again, as long as that pair is unused. Any other second
 * use shows a stolen token: `reused`.
 */
export function decideRefresh(
  { application, presented: token }: Reading<RefreshToken>,
  { scope, for_mcp }: Pick<Refresh, 'scope' | 'for_mcp'>,
  lifetimes: OAuthLifetimes,
  now: Date,
):
  | EndpointError
  | { decided: 'issue'; of: RefreshToken; terms: Terms }
  | { decided: 'repeat'; terms: Terms }
  | { decided: 'reused'; of: RefreshToken } {
  if (token?.client_uuid !== application.uuid) return unknownGrant('refresh token');
  // Computed again, because the operator may have shortened the lifetimes since.
  const end = earlier(new Date(token.refresh_token_expires_at), grantEnd(lifetimes, token.authorized_at));
  const refusal = checkAlive(token, 'refresh token') ?? checkExpiry('refresh token', toApiTime(end), now);
  if (refusal) return refusal;
  if (token.refreshed_at !== null) {
    const terms = mayRepeat(token.refreshed_at, now) ? unusedSuccessor(token) : null;
    return terms ? { decided: 'repeat', terms } : { decided: 'reused', of: token };
  }
  const elsewhere = checkTarget(token, { for_mcp });
  if (elsewhere) return elsewhere;
  const narrowed = scopeOf(token.scope, scope);
  if (narrowed instanceof EndpointError) return narrowed;
  return { decided: 'issue', of: token, terms: termsFrom(token, narrowed, lifetimes, now) };
}

/**
 * The refusal of a code or token that never existed, is deleted, or belongs to another application:
 * all in the same words.
 */
function unknownGrant(what: 'code' | 'refresh token'): EndpointError {
  return invalidGrant(
    `The ${what} is unknown, or it expired or was revoked, or it was issued to another application. Send the User to authorize again.`,
  );
}

export function invalidGrant(description: string): EndpointError {
  return new EndpointError('invalid_grant', description);
}

function checkAlive(
  of: { revoked_at: string | null; user_deactivated: boolean },
  what: string,
): EndpointError | null {
  if (of.revoked_at !== null) {
    return invalidGrant(`The ${what} was revoked at ${of.revoked_at}. Send the User to authorize again.`);
  }
  return of.user_deactivated ? invalidGrant('The User is deactivated.') : null;
}

function checkExpiry(what: string, expires_at: string, now: Date): EndpointError | null {
  if (expires_at > toApiTime(now)) return null;
  return invalidGrant(`The ${what} expired at ${expires_at}. Send the User to authorize again.`);
}

function checkRedirectUri(code: Code, { redirect_uri }: Exchange): EndpointError | null {
  if (redirect_uri === code.redirect_uri) return null;
  return invalidGrant(
    'redirect_uri differs from the one of the authorization request. Send the same, character by character.',
  );
}

/** Tokens are for what the User was asked for, whoever exchanges them (RFC 8707 §2.2). */
function checkTarget({ for_mcp }: Code | RefreshToken, asked: Asked): EndpointError | null {
  if (asked.for_mcp === undefined || asked.for_mcp === for_mcp) return null;
  return new EndpointError(
    'invalid_target',
    'resource differs from the one of the authorization request. Send the same, or leave it out.',
  );
}

/**
 * Checks the verifier of PKCE. A verifier without a challenge is refused as well: somebody may have
 * removed the challenge from the request (RFC 9700 §2.1.1).
 */
function checkVerifier({ code_challenge }: Code, { code_verifier }: Exchange): EndpointError | null {
  if (code_challenge === null) {
    if (code_verifier === undefined) return null;
    return invalidGrant('There is a code_verifier, but the authorization request had no code_challenge.');
  }
  if (code_verifier === undefined)
    return invalidGrant('code_verifier is missing: the authorization request used PKCE.');
  // The form of a verifier in RFC 7636 §4.1.
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier)) {
    return new EndpointError(
      'invalid_request',
      'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~.',
    );
  }
  return code_challenge === challengeOf(code_verifier)
    ? null
    : invalidGrant('code_verifier does not belong to the code_challenge of the authorization request.');
}

/** The challenge of a verifier by the method S256 (RFC 7636 §4.6). */
function challengeOf(code_verifier: string): string {
  return createHash('sha256').update(code_verifier).digest('base64url');
}

/** True while a used refresh token may still be answered with the pair that followed it. */
function mayRepeat(refreshed_at: string, now: Date): boolean {
  return now.getTime() - Date.parse(refreshed_at) <= RETRY_WINDOW_MS;
}

function unusedSuccessor(token: RefreshToken): Terms | null {
  if (token.next_access_token_scope === null || token.next_refreshed_at !== null) return null;
  return {
    access_token_scope: token.next_access_token_scope,
    access_token_expires_at: token.next_access_token_expires_at!,
    refresh_token_expires_at: token.next_refresh_token_expires_at!,
  };
}

/** The scope of the next access token: the one asked for, or all that was given (RFC 6749 §6). */
function scopeOf(given: string[], asked: string | undefined): string[] | EndpointError {
  if (asked === undefined) return given;
  const parsed = parseScope(asked);
  if ('scope' in parsed && covers(given, parsed.scope)) return parsed.scope;
  return new EndpointError(
    'invalid_scope',
    `The User allowed ${given.join(' ')}. A refresh can ask for less, but not for more.`,
  );
}

/**
 * The terms of a new pair. An access token never outlives its refresh token; neither outlives the
 * grant.
 */
function termsFrom(
  { authorized_at }: Code | RefreshToken,
  access_token_scope: string[],
  lifetimes: OAuthLifetimes,
  now: Date,
): Terms {
  const refreshEnd = earlier(addLifetime(now, lifetimes.refresh_token), grantEnd(lifetimes, authorized_at));
  const accessEnd = earlier(addLifetime(now, lifetimes.access_token), refreshEnd);
  return {
    access_token_scope,
    access_token_expires_at: toApiTime(accessEnd),
    refresh_token_expires_at: toApiTime(refreshEnd),
  };
}

/**
 * The time at which the User must authorize again; null: never, as long as the application
 * refreshes in time.
 */
function grantEnd({ grant }: OAuthLifetimes, authorized_at: string): Date | null {
  return grant && addLifetime(new Date(authorized_at), grant);
}

function earlier(a: Date, b: Date | null): Date {
  return b !== null && b < a ? b : a;
}

export type Tokens = { access_token: string; refresh_token: string };

/**
 * Computes the pair that follows a refresh token, always the same one. So a retry gets the first
 * answer again although only hashes are stored. Computing it needs the secret key: a stolen refresh
 * token alone is not enough.
 */
export function successorOf(secretKey: SecretKey, refresh_token: string): Tokens {
  return {
    access_token: tokenFromSeed('oauth_access_token', secretKey.mac('next access token', refresh_token)),
    refresh_token: tokenFromSeed('oauth_refresh_token', secretKey.mac('next refresh token', refresh_token)),
  };
}

/**
 * The answer of the token endpoint (RFC 6749 §5.1), with the ends of both tokens as dates beside
 * the lifetimes.
 */
export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  access_token_expires_at: string;
  refresh_token: string;
  refresh_token_expires_at: string;
  scope: string;
  id_token?: string;
};

export function tokenAnswer({ access_token, refresh_token }: Tokens, terms: Terms, now: Date): TokenAnswer {
  const { access_token_expires_at, refresh_token_expires_at } = terms;
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((Date.parse(access_token_expires_at) - now.getTime()) / 1000)),
    access_token_expires_at,
    refresh_token,
    refresh_token_expires_at,
    scope: terms.access_token_scope.join(' '),
  };
}
