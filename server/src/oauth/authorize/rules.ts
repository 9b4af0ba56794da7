import type { Session } from '../../identity/sessions/actions.ts';
import { AuthorizationError, UntrustedRequest } from '../errors.ts';
import { targetFault } from '../resource.ts';
import { isSignIn, parseScope, SCOPES } from '../scopes.ts';

/** The parameters of an authorization request of a known application, as received. */
type Asked = {
  values: Record<string, string>;
  repeated: string[];
  require_pkce: boolean;
  base_url: string;
  mcp: boolean;
  /** True for an application that nobody registered. It signs nobody in. */
  is_document: boolean;
};

type Check = (asked: Asked) => AuthorizationError | null;

/**
 * All rules for an authorization request. The order decides which fault an integrator sees first.
 */
const CHECKS: Check[] = [
  checkTarget,
  checkRepeated,
  checkResponseType,
  checkResponseMode,
  checkRequestObject,
  checkScope,
  checkCodeChallenge,
  checkPrompt,
  checkMaxAge,
  checkNonce,
  checkIdTokenHint,
  checkLength,
];

/** The first rule that the request breaks, or null. */
export function refuseRequest(asked: Asked): AuthorizationError | null {
  for (const check of CHECKS) {
    const error = check(asked);
    if (error) return error;
  }
  return null;
}

/**
 * Refuses plain http except on loopback: without TLS a code can be read on the way (RFC 6749 §3.1).
 */
export function refuseInsecureService(base_url: string): UntrustedRequest | null {
  const { protocol, hostname } = new URL(base_url);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return new UntrustedRequest(
    `Applications can be allowed only over https, and the address of this service is ${base_url}. ` +
      'The operator must set RAPPORT_BASE_URL to its https address.',
  );
}

/**
 * Refuses a redirect URL that is not registered. It compares character by character (RFC 9700
 * §2.1): a similar URL may belong to somebody else.
 */
export function refuseRedirectUri(
  redirect_uri: string | undefined,
  registered: string[],
): UntrustedRequest | null {
  if (redirect_uri === undefined) return new UntrustedRequest('redirect_uri is missing.');
  if (registered.includes(redirect_uri)) return null;
  return new UntrustedRequest(
    `redirect_uri does not equal a registered URL; registered for this client: ${registered.length}. ` +
      'They are compared character by character. Ask the operator to register it.',
    withoutQuery(redirect_uri),
  );
}

/**
 * The redirect URL for the log, without its query: the operator recognises it, and the
 * application's own data stay out.
 */
function withoutQuery(redirect_uri: string): string {
  const url = URL.parse(redirect_uri);
  return url ? `${url.protocol}//${url.host}${url.pathname}`.slice(0, 500) : 'It is no address.';
}

/**
 * Adds the parameters of the answer to the redirect URL. The registered query stays unchanged (RFC
 * 6749 §3.1.2). A space becomes %20, which every decoder understands.
 */
export function withParameters(redirect_uri: string, parameters: Record<string, string | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const separator = redirect_uri.includes('?') ? (/[?&]$/.test(redirect_uri) ? '' : '&') : '?';
  return redirect_uri + separator + pairs.join('&');
}

/**
 * Removes the parameters that a sign-in has fulfilled. Otherwise the User would have to sign in
 * again and again.
 */
export function queryAfterSignIn(values: Record<string, string>): string {
  const { max_age: _, prompt, ...rest } = values;
  const left = prompt?.split(' ').filter((word) => word !== 'login' && word !== 'select_account');
  const kept = left?.length ? { ...rest, prompt: left.join(' ') } : rest;
  return Object.entries(kept)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** True when the User must sign in again despite a session (OpenID Connect Core §3.1.2.1). */
export function mustSignInAgain(values: Record<string, string>, session: Session, now: Date): boolean {
  if (values.id_token_hint !== undefined && subjectOf(values.id_token_hint) !== session.user.uuid)
    return true;
  const prompt = promptOf(values);
  if (prompt.includes('login') || prompt.includes('select_account')) return true;
  if (values.max_age === undefined) return false;
  return now.getTime() - Date.parse(session.signed_in_at) >= Number(values.max_age) * 1000;
}

/**
 * The User of an ID token; undefined for anything else. The signature needs no check: the token
 * only restricts for which User we answer.
 */
function subjectOf(id_token: string): unknown {
  try {
    const [, claims = ''] = id_token.split('.');
    return JSON.parse(String(Buffer.from(claims, 'base64url'))).sub;
  } catch {
    return undefined;
  }
}

export function promptOf(values: Record<string, string>): string[] {
  return values.prompt?.split(' ').filter((word) => word !== '') ?? [];
}

function checkTarget({ base_url, mcp, ...form }: Asked): AuthorizationError | null {
  const fault = targetFault(form, { base_url, mcp });
  return fault === null ? null : new AuthorizationError('invalid_target', fault);
}

function checkRepeated({ repeated }: Asked): AuthorizationError | null {
  if (repeated.length === 0) return null;
  return invalid(`${repeated.join(', ')} is sent more than once. Send each parameter once.`);
}

function checkResponseType({ values: { response_type } }: Asked): AuthorizationError | null {
  if (response_type === undefined) return invalid('response_type is missing. Send response_type=code.');
  if (response_type === 'code') return null;
  return new AuthorizationError(
    'unsupported_response_type',
    `response_type must be code, not ${response_type}.`,
  );
}

function checkResponseMode({ values: { response_mode } }: Asked): AuthorizationError | null {
  if (response_mode === undefined || response_mode === 'query') return null;
  return invalid(`response_mode must be query, not ${response_mode}.`);
}

/**
 * Refuses parameters in a JWT (OpenID Connect Core §6): we do not read them, and must not ignore
 * them.
 */
function checkRequestObject({ values }: Asked): AuthorizationError | null {
  if (values.request !== undefined) {
    return new AuthorizationError('request_not_supported', 'Send the parameters directly, not in request.');
  }
  if (values.request_uri === undefined) return null;
  return new AuthorizationError(
    'request_uri_not_supported',
    'Send the parameters directly, not by request_uri.',
  );
}

function checkScope({ values: { scope }, is_document }: Asked): AuthorizationError | null {
  const parsed = parseScope(scope);
  if (is_document && 'scope' in parsed && parsed.scope.some(isSignIn)) {
    const text =
      'An application that is not registered cannot sign people in. Leave openid, profile and email out.';
    return new AuthorizationError('invalid_scope', text);
  }
  if ('scope' in parsed) return null;
  const text = `The scope ${parsed.unknown} is unknown. Scopes: ${SCOPES.join(', ')}, separated by spaces.`;
  return new AuthorizationError('invalid_scope', text);
}

/**
 * Checks PKCE, with S256 only (RFC 7636 §4.3): `plain` would show the verifier to anybody who sees
 * the request.
 */
function checkCodeChallenge({ values, require_pkce }: Asked): AuthorizationError | null {
  const { code_challenge, code_challenge_method } = values;
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined)
      return invalid('code_challenge_method came without code_challenge.');
    return require_pkce ? invalid('This client must use PKCE. Send code_challenge with S256.') : null;
  }
  if (code_challenge_method !== 'S256') {
    return invalid(
      `code_challenge_method must be S256, not ${code_challenge_method ?? 'plain, which is meant when it is missing'}.`,
    );
  }
  if (/^[A-Za-z0-9_-]{43}$/.test(code_challenge)) return null;
  return invalid(
    'code_challenge must be 43 characters: the SHA-256 of the verifier in base64url without padding.',
  );
}

function checkPrompt({ values }: Asked): AuthorizationError | null {
  const prompt = promptOf(values);
  const unknown = prompt.find((word) => !['none', 'login', 'consent', 'select_account'].includes(word));
  if (unknown !== undefined)
    return invalid(`prompt ${unknown} is unknown. Use none, login, consent or select_account.`);
  if (prompt.includes('none') && prompt.length > 1)
    return invalid('prompt=none cannot be combined with others.');
  return null;
}

function checkMaxAge({ values: { max_age } }: Asked): AuthorizationError | null {
  if (max_age === undefined || /^\d{1,9}$/.test(max_age)) return null;
  return invalid('max_age must be a whole number of seconds.');
}

const NONCE_MAX_LENGTH = 1000;

function checkNonce({ values: { nonce } }: Asked): AuthorizationError | null {
  if (nonce === undefined || nonce.length <= NONCE_MAX_LENGTH) return null;
  return invalid(`nonce must have at most ${NONCE_MAX_LENGTH} characters.`);
}

function checkIdTokenHint({ values: { id_token_hint } }: Asked): AuthorizationError | null {
  if (id_token_hint === undefined || subjectOf(id_token_hint) !== undefined) return null;
  return invalid('id_token_hint is not an ID token. Send one of ours as it is, or leave it out.');
}

/** The longest query of the sign-in page: many proxies refuse request lines of more than 8 KiB. */
const SIGN_IN_QUERY_MAX_LENGTH = 8000;

/**
 * Refuses a request too long for the address of the sign-in page, which contains it, escaped once
 * more. This is checked for signed-in Users too, so that a request does not fail for some Users
 * only.
 */
function checkLength({ values }: Asked): AuthorizationError | null {
  const taken = { return_to: queryAfterSignIn(values), login_hint: values.login_hint ?? '' };
  const { length } = new URLSearchParams(taken).toString();
  if (length <= SIGN_IN_QUERY_MAX_LENGTH) return null;
  return invalid(
    `The request is too long for the address of the sign-in page: escaped, it has ${length} characters, and the limit is ` +
      `${SIGN_IN_QUERY_MAX_LENGTH}. Keep the data of state on your side, and send a short random state.`,
  );
}

function invalid(description: string): AuthorizationError {
  return new AuthorizationError('invalid_request', description);
}
