import { fieldsInvalid, type Problem } from '../../platform/problem.ts';
import { TOKEN_PREFIXES, type TokenKind } from '../../platform/secrets/random-tokens.ts';

/** The kinds of token that a report can end. An OAuth token ends with its grant. */
export type RevocableKind =
  | 'personal_access_token'
  | 'oauth_access_token'
  | 'oauth_refresh_token'
  | 'calendar_feed';

/** Advice for reporters of a token that a report cannot end. */
const ADVICE: Record<Exclude<TokenKind, RevocableKind>, string> = {
  oauth_client_secret:
    'This is the secret of an application, which only the operator of this service can replace, ' +
    'by rapport oauth-clients rotate-secret. Tell the operator and the makers of the application.',
  oauth_authorization_code:
    'This is an authorization code. It works once, for minutes at most, and only with the secret of its application, ' +
    'so it is not revoked. Tell the makers of the application that others can read their codes.',
  browser_session:
    'This is the session of a browser, which its User ends by signing out there, or under Security. Tell the User, or the operator of this service.',
};

/**
 * Returns the kind of a reported token, or a refusal. Only the prefix counts: live, ended and
 * made-up tokens get the same answer, so that nobody can test tokens here.
 */
export function revocableKind(token: string): RevocableKind | Problem {
  const kinds = Object.keys(TOKEN_PREFIXES) as TokenKind[];
  const kind = kinds.find((name) => token.startsWith(TOKEN_PREFIXES[name]));
  if (kind !== undefined && !(kind in ADVICE)) return kind as RevocableKind;
  const isOurs = kind !== undefined;
  const detail = isOurs
    ? ADVICE[kind as keyof typeof ADVICE]
    : `This is not a token of this service. Its tokens begin with ${Object.values(TOKEN_PREFIXES).join(', ')}. Copy it from the beginning.`;
  return fieldsInvalid({ pointer: '/token', code: isOurs ? 'not_allowed' : 'wrong_format', detail });
}
