import { type MailProblem, wordsOf } from '../mailboxes/mail-problem.ts';
import { askProvider, endpointsOf, type MailProvider } from '../mailboxes/provider.ts';

/** What a provider has given. `refresh_token` null: the one before stays. Times in seconds. */
export type Tokens = { access_token: string; refresh_token: string | null; expires_in_s: number };

/** Some say nothing of it. */
const EXPIRES_DEFAULT_S = 3600;

/** The longest token that is kept; Microsoft's have about 2,500 characters. */
const TOKEN_MAX = 16_384;

/** Trades a code for tokens (RFC 6749 §4.1.3, with PKCE of RFC 7636). */
export function tokensByCode(
  provider: MailProvider,
  asked: { code: string; code_verifier: string; redirect_uri: string },
): Promise<Tokens | MailProblem> {
  return askForTokens(provider, { grant_type: 'authorization_code', ...asked });
}

/** The next access token (RFC 6749 §6). `refused`: its User must sign in again. */
export function tokensByRefresh(
  provider: MailProvider,
  refresh_token: string,
): Promise<Tokens | MailProblem> {
  return askForTokens(provider, { grant_type: 'refresh_token', refresh_token });
}

async function askForTokens(
  provider: MailProvider,
  asked: Record<string, string>,
): Promise<Tokens | MailProblem> {
  const endpoints = await endpointsOf(provider);
  if (typeof endpoints === 'string') return { code: 'unreachable', detail: endpoints };
  const { client_id, client_secret, name } = provider;
  const isBasic = endpoints.shows === 'basic';
  const form = new URLSearchParams({ ...asked, ...(!isBasic && { client_id, client_secret }) });
  const pair = [client_id, client_secret].map(encodeURIComponent).join(':');
  const answer = await askProvider(endpoints.token, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    body: form.toString(),
  });
  if (typeof answer === 'string') return { code: 'unreachable', detail: answer };
  const { status, body } = answer;
  if (status === 200) return tokensIn(body) ?? { code: 'unreachable', detail: `${name} gave no token.` };
  const said = wordsOf(
    [body.error, body.error_description].filter((one) => typeof one === 'string').join(': '),
  );
  // All else is of the operator, or of the moment: signing in again would not help.
  const code = body.error === 'invalid_grant' ? 'refused' : 'unreachable';
  return { code, detail: `${name}: ${said || `status ${status}`}` };
}

function tokensIn(body: Record<string, unknown>): Tokens | null {
  const { access_token, refresh_token, expires_in } = body;
  if (!isToken(access_token)) return null;
  const expires_in_s = Number(expires_in ?? EXPIRES_DEFAULT_S);
  return {
    access_token,
    refresh_token: isToken(refresh_token) ? refresh_token : null,
    expires_in_s: Number.isFinite(expires_in_s)
      ? Math.min(Math.max(expires_in_s, 0), 86_400)
      : EXPIRES_DEFAULT_S,
  };
}

/** What may stand in a header and in a line of IMAP (RFC 6750 §2.1). */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TOKEN_MAX && /^[\x21-\x7e]+$/.test(value);
}
