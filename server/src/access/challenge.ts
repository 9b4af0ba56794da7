import { Problem } from '../platform/problem.ts';

/**
 * 401 for a token that is unknown, expired or revoked. The header and the body give the same
 * reason.
 */
export function invalidToken(detail: string): Problem {
  return new Problem(
    'invalid_token',
    detail,
    challenge('error="invalid_token"', `error_description="${detail}"`),
  );
}

/** 401 for a browser session that ended during its request. */
export function signedOut(): Problem {
  return new Problem('credentials_missing', 'You have been signed out. Sign in again.', challenge());
}

/** The header that says how to authenticate, and why the attempt failed (RFC 6750 §3). */
export function challenge(...parameters: string[]): { headers: Record<string, string> } {
  return { headers: { 'www-authenticate': ['Bearer realm="Rapport"', ...parameters].join(', ') } };
}
