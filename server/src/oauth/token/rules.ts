import { createHash } from 'node:crypto';
import { newUuid } from '../../platform/ids.ts';
import { hashToken, newToken, tokenFromSeed } from '../../platform/secrets/random-tokens.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addLifetime, toInterval } from '../../platform/time/lifetimes.ts';
import type { AuthenticatedApplication } from '../applications/queries.ts';
import type { OAuthLifetimes } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { covers, parseScope } from '../scopes.ts';
import type { Code, IssuedPair, NewPair, RefreshToken } from './queries.ts';

/**
 * How long a refresh that got no answer may be tried again: the network failed, or two processes
 * asked at once.
 */
const RETRY_WINDOW_MS = 60_000;

type TokenPair = { access_token: string; refresh_token: string };

export function newPair(): TokenPair {
  return { access_token: newToken('oauth_access_token'), refresh_token: newToken('oauth_refresh_token') };
}

/**
 * The pair that follows a refresh token, the same each time. So a retry gets the first answer again
 * although we keep only hashes. Without the secret key nobody can compute it, not even from a
 * stolen refresh token.
 */
export function successorOf(secretKey: SecretKey, refresh_token: string): TokenPair {
  return {
    access_token: tokenFromSeed('oauth_access_token', secretKey.mac('next access token', refresh_token)),
    refresh_token: tokenFromSeed('oauth_refresh_token', secretKey.mac('next refresh token', refresh_token)),
  };
}

/**
 * The row of a pair. An access token never outlives its refresh token; neither outlives the grant.
 */
export function newPairRow(
  tokens: TokenPair,
  lifetimes: OAuthLifetimes,
  now: Date,
  scope: string[] | null,
): NewPair {
  const refreshEnd = addLifetime(now, lifetimes.refresh_token);
  const accessEnd = earlier(addLifetime(now, lifetimes.access_token), refreshEnd);
  return {
    uuid: newUuid(now),
    access_token_hash: hashToken(tokens.access_token),
    access_token_scope: scope,
    access_token_expires_at: toApiTime(accessEnd),
    refresh_token_hash: hashToken(tokens.refresh_token),
    refresh_token_expires_at: toApiTime(refreshEnd),
    grant_lifetime: lifetimes.grant && toInterval(lifetimes.grant),
    created_at: toApiTime(now),
  };
}

/**
 * The answer of the token endpoint (RFC 6749 §5.1), with the ends of both tokens as dates beside
 * it.
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

export function tokenAnswer(
  { access_token, refresh_token }: TokenPair,
  row: IssuedPair,
  now: Date,
): TokenAnswer {
  const { access_token_expires_at, refresh_token_expires_at } = row;
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((Date.parse(access_token_expires_at) - now.getTime()) / 1000)),
    access_token_expires_at,
    refresh_token,
    refresh_token_expires_at,
    scope: row.access_token_scope.join(' '),
  };
}

/** The parameters of an exchange besides the code. */
type Exchange = { redirect_uri: string; code_verifier: string | undefined };

/**
 * The rule that forbids tokens for an unredeemed code, or null (RFC 6749 §4.1.3, RFC 7636 §4.6).
 */
export function refuseCode(code: Code, exchange: Exchange, now: Date): EndpointError | null {
  return (
    checkAlive(code, 'code') ??
    checkExpiry('code', code.code_expires_at, now) ??
    checkRedirectUri(code, exchange) ??
    checkVerifier(code, exchange)
  );
}

/** The rule that forbids a refresh token, used or unused; null: it may be used. */
export function refuseRefreshToken(
  token: RefreshToken | undefined,
  application: AuthenticatedApplication,
  lifetimes: OAuthLifetimes,
  now: Date,
): EndpointError | null {
  if (!token || token.client_uuid !== application.uuid) return unknownGrant('refresh token');
  // Computed again, because the operator may have set a shorter life since the token was issued.
  const end = earlier(new Date(token.refresh_token_expires_at), grantEnd(lifetimes, token.authorized_at));
  return checkAlive(token, 'refresh token') ?? checkExpiry('refresh token', toApiTime(end), now);
}

/**
 * When the User must authorize again; null: never, as long as the application refreshes in time.
 */
function grantEnd({ grant }: OAuthLifetimes, authorized_at: string): Date | null {
  return grant && addLifetime(new Date(authorized_at), grant);
}

function earlier(a: Date, b: Date | null): Date {
  return b !== null && b < a ? b : a;
}

/** The refusal of a scope beyond the given one, or null (RFC 6749 §6). */
export function refuseScope(given: string[], asked: string | undefined): EndpointError | null {
  const parsed = parseScope(asked);
  if (asked === undefined || ('scope' in parsed && covers(given, parsed.scope))) return null;
  return new EndpointError(
    'invalid_scope',
    `The User allowed ${given.join(' ')}. A refresh can ask for less, not for more.`,
  );
}

/** Whether a used refresh token may still be answered with the pair that followed it. */
export function mayRepeat(refreshed_at: string, now: Date): boolean {
  return now.getTime() - Date.parse(refreshed_at) <= RETRY_WINDOW_MS;
}

/**
 * The same words for a code or token that never existed, is deleted, or belongs to another
 * application.
 */
export function unknownGrant(what: 'code' | 'refresh token'): EndpointError {
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

/**
 * A verifier without a challenge is refused as well: somebody may have taken the challenge away
 * (RFC 9700 §2.1.1).
 */
function checkVerifier({ code_challenge }: Code, { code_verifier }: Exchange): EndpointError | null {
  if (code_challenge === null) {
    if (code_verifier === undefined) return null;
    return invalidGrant('There is a code_verifier, but the authorization request had no code_challenge.');
  }
  if (code_verifier === undefined)
    return invalidGrant('code_verifier is missing: the authorization request used PKCE.');
  if (!isVerifier(code_verifier)) {
    return new EndpointError(
      'invalid_request',
      'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~.',
    );
  }
  return code_challenge === challengeOf(code_verifier)
    ? null
    : invalidGrant('code_verifier does not belong to the code_challenge of the authorization request.');
}

/** RFC 7636 §4.1. */
export function isVerifier(code_verifier: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier);
}

/** By the method S256 (RFC 7636 §4.6). */
export function challengeOf(code_verifier: string): string {
  return createHash('sha256').update(code_verifier).digest('base64url');
}
