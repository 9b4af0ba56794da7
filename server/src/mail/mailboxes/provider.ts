import type { MailServer } from '@rapport/contract/mailboxes';

/** Who lets people into their mailboxes by OAuth 2.0, as the operator has set it up. */
export type MailProvider = {
  key: 'google' | 'microsoft' | 'issuer';
  name: string;
  client_id: string;
  client_secret: string;
  scope: string;
  /** Where it is asked; null: its issuer says so. */
  endpoints: { authorization: string; token: string } | null;
  issuer: string | null;
  /** What the address for signing in has besides. */
  asks: Record<string, string>;
  imap: MailServer;
  smtp: MailServer | null;
};

export type Endpoints = {
  authorization: string;
  token: string;
  /** How the client shows its secret (RFC 6749 §2.3.1). */
  shows: 'basic' | 'post';
  /** The issuer names itself in each answer (RFC 9207): one without its name is not its. */
  names_itself: boolean;
};

const ANSWER_MAX_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** What an issuer says of itself is asked again after this. */
const KNOWN_MS = 60 * 60_000;
const known = new Map<string, { endpoints: Endpoints; until_ms: number }>();

/** Where a provider is asked. A text: why that is not known. */
export async function endpointsOf({ endpoints, issuer }: MailProvider): Promise<Endpoints | string> {
  if (endpoints) return { ...endpoints, shows: 'post', names_itself: false };
  const before = known.get(issuer!);
  if (before && before.until_ms > performance.now()) return before.endpoints;
  const url = `${issuer!.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await askProvider(url, {});
  if (typeof answer === 'string') return answer;
  const said = answer.body;
  const { authorization_endpoint, token_endpoint } = said;
  const { protocol } = new URL(issuer!);
  // The first is opened in a browser, where `javascript:` would run in our page.
  const isPlace = (value: unknown): value is string =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === protocol;
  // Another name would be somebody else (OpenID Connect Discovery §4.3).
  if (
    answer.status !== 200 ||
    said.issuer !== issuer ||
    !isPlace(authorization_endpoint) ||
    !isPlace(token_endpoint)
  )
    return `${url} does not describe the issuer ${issuer}.`;
  const methods = said.token_endpoint_auth_methods_supported;
  const takesBasic = !Array.isArray(methods) || methods.includes('client_secret_basic');
  const found: Endpoints = {
    authorization: authorization_endpoint,
    token: token_endpoint,
    shows: takesBasic ? 'basic' : 'post',
    names_itself: said.authorization_response_iss_parameter_supported === true,
  };
  known.set(issuer!, { endpoints: found, until_ms: performance.now() + KNOWN_MS });
  return found;
}

/** Asks a provider for JSON. A text: why there is none. It is led nowhere else. */
export async function askProvider(
  url: string,
  asked: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; body: Record<string, unknown> } | string> {
  const { host } = new URL(url);
  try {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS);
    const answer = await fetch(url, { ...asked, redirect: 'error', signal });
    const body = JSON.parse(await textOf(answer)) as unknown;
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return { status: answer.status, body: body as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return `${host} could not be reached.`;
  }
  return `${host} gave an answer that says nothing.`;
}

async function textOf(answer: Response): Promise<string> {
  let [text, bytes] = ['', 0];
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) throw new SyntaxError('too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
