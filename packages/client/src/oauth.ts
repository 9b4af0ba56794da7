import { readRetryAfter, sayUnexpected } from './errors.ts';
import { newProofKey, randomText } from './proof-key.ts';
import { CHANCE, type Chance, type RetryPlan, withRetries } from './retries.ts';
import {
  checkBaseUrl,
  limited,
  noAnswer,
  RETRIES_DEFAULT,
  TIMEOUT_DEFAULT_MS,
  type TokenSource,
} from './transport.ts';

export type OAuthOptions = {
  /** The address of the service, for example `https://crm.example.com`. */
  baseUrl: string;
  /** Issued by the operator. */
  client_id: string;
  /** Issued by the operator. Keep the secret on the server, never in a browser. */
  client_secret: string;
  /** One of the addresses that are registered with the operator, character by character. */
  redirect_uri: string;
  /** `*` when left out. */
  scope?: string;
  fetch?: typeof fetch;
};

/** The answer of the token endpoint, and the time of the next refresh. */
export type TokenSet = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  access_token_expires_at: string;
  refresh_token: string;
  refresh_token_expires_at: string;
  scope: string;
  id_token?: string;
  /**
   * The time to refresh the access token, by the clock of this machine: at most a minute before its
   * end. ISO 8601.
   */
  refresh_at: string;
};

/** A place for the tokens of one User. Protect it like passwords. */
export interface TokenStore {
  load(): TokenSet | null | Promise<TokenSet | null>;
  /** Saves the tokens. Null: the User is no longer connected. */
  save(tokens: TokenSet | null): void | Promise<void>;
}

/** The start of an authorization. Keep it in the User's session until the User comes back. */
export type Authorization = { url: string; state: string; code_verifier: string };

/**
 * A refusal of the OAuth server (RFC 6749 §5.2). After `invalid_grant`, send the User to authorize
 * again.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: string;
  readonly status: number;
  readonly retry_after_ms: number | null;

  constructor(error: string, description: string, status = 400, retry_after_ms: number | null = null) {
    super(description);
    this.error = error;
    this.status = status;
    this.retry_after_ms = retry_after_ms;
  }
}

/** The longest time before its end at which an access token is refreshed. */
const REFRESH_EARLIER_MAX_MS = 60_000;
/** Short-lived tokens are refreshed early by at most this part of their lifetime. */
const REFRESH_EARLIER_PART = 1 / 4;

type Tries = Omit<RetryPlan, 'retries' | 'signal'> & { timeout_ms?: number };

/**
 * For a minute after the first use of a refresh token, the service repeats its answer to that
 * token. Later it takes the token for stolen and ends the grant. So the last try begins and ends
 * within that minute.
 */
const REFRESH_TRIES: Tries = { repeat: 'always', repeat_within_ms: 44_000, timeout_ms: 15_000 };

/**
 * Returns the authorization code flow (contract §5.2) for an application that the operator has
 * registered.
 */
export function oauthClient(options: OAuthOptions, chance = CHANCE) {
  checkBaseUrl(options.baseUrl);
  const tokens = (form: Record<string, string>, tries: Tries) => requestTokens(options, form, tries, chance);
  const refresh = (refresh_token: string) =>
    tokens({ grant_type: 'refresh_token', refresh_token }, REFRESH_TRIES);
  return {
    /** Returns the URL to send the User to, and the values to keep until they come back. */
    authorize: () => authorize(options),
    /**
     * Exchanges the code in the URL that the User came back with for tokens. Throws `OAuthError`:
     * `access_denied` when the User refused, `state_mismatch` when the answer belongs to another
     * request.
     */
    exchange: async (returned: string | URL, kept: Pick<Authorization, 'state' | 'code_verifier'>) => {
      const code = readCode(new URL(returned, options.redirect_uri), kept.state);
      const { redirect_uri } = options;
      const { code_verifier } = kept;
      // Sent only once: the service takes a repeated code for stolen and revokes all its tokens.
      return tokens(
        { grant_type: 'authorization_code', code, redirect_uri, code_verifier },
        { repeat: 'never' },
      );
    },
    refresh,
    /**
     * Ends an access token alone. A refresh token ends with all tokens of its authorization (RFC
     * 7009). The User stays connected while another authorization of theirs is left.
     */
    revoke: async (token: string): Promise<void> => {
      await post(options, '/oauth/revoke', { token }, { repeat: 'always' }, readNothing, chance);
    },
    /**
     * Returns one User's tokens, refreshed when needed. Pass `accessToken` to `connect` as its
     * `token`.
     */
    session: (store: TokenStore) => ({ accessToken: sharedAccessToken(store, refresh) }),
  };
}

/** A store that loses its tokens at the end of the process. */
export function memoryStore(tokens: TokenSet | null = null): TokenStore {
  return {
    load: () => tokens,
    save: (next) => {
      tokens = next;
    },
  };
}

async function authorize({
  baseUrl,
  client_id,
  redirect_uri,
  scope = '*',
}: OAuthOptions): Promise<Authorization> {
  const state = randomText();
  const { code_verifier, code_challenge } = await newProofKey();
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id,
    scope,
    redirect_uri,
    state,
    code_challenge,
    code_challenge_method: 'S256',
  });
  return { url: `${baseUrl.replace(/\/+$/, '')}/oauth/authorize?${parameters}`, state, code_verifier };
}

function readCode(returned: URL, state: string): string {
  const { searchParams } = returned;
  // Checked first, because an answer to somebody else's request says nothing about ours.
  if (searchParams.get('state') !== state) {
    throw new OAuthError(
      'state_mismatch',
      'The state is not the one that was sent. Somebody may have sent the User here: start again, and do not use the code.',
    );
  }
  const error = searchParams.get('error');
  if (error !== null) throw new OAuthError(error, searchParams.get('error_description') ?? error);
  const code = searchParams.get('code');
  if (code === null)
    throw new OAuthError('code_missing', 'The URL has no code. Pass the whole URL of the request.');
  return code;
}

async function requestTokens(
  options: OAuthOptions,
  form: Record<string, string>,
  tries: Tries,
  chance: Chance,
): Promise<TokenSet> {
  const answer = await post(options, '/oauth/token', form, tries, readTokens, chance);
  const lifetime_ms = answer.expires_in * 1000;
  const earlier_ms = Math.min(REFRESH_EARLIER_MAX_MS, lifetime_ms * REFRESH_EARLIER_PART);
  return { ...answer, refresh_at: new Date(Date.now() + lifetime_ms - earlier_ms).toISOString() };
}

/** Returns the tokens in a text, or undefined when it has none. */
function readTokens(text: string): Omit<TokenSet, 'refresh_at'> | undefined {
  const tokens = readJson(text) ?? {};
  const { access_token, expires_in, refresh_token } = tokens;
  const isThere = [access_token, refresh_token].every((token) => typeof token === 'string');
  return isThere && typeof expires_in === 'number' ? (tokens as TokenSet) : undefined;
}

/**
 * Reads the answer to a revocation (RFC 7009 §2.2): empty or JSON. Anything else is the page of
 * another program, and then nothing was revoked.
 */
function readNothing(text: string): object | undefined {
  return text === '' ? {} : readJson(text);
}

/**
 * Sends a form to an endpoint of the OAuth server with the credentials of the application. Returns
 * the value that `read` finds in the answer.
 */
function post<Answer extends object>(
  options: OAuthOptions,
  path: string,
  form: Record<string, string>,
  { timeout_ms = TIMEOUT_DEFAULT_MS, ...tries }: Tries,
  read: (text: string) => Answer | undefined,
  chance: Chance,
): Promise<Answer> {
  const { baseUrl, client_id, client_secret, fetch: send = fetch } = options;
  const body = new URLSearchParams({ ...form, client_id, client_secret });
  const tryOnce = async () => {
    try {
      const response = await send(baseUrl.replace(/\/+$/, '') + path, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body,
        signal: limited(undefined, timeout_ms),
      });
      const text = await response.text();
      return (response.ok && read(text)) || oauthErrorOf(response, text);
    } catch (cause) {
      return noAnswer(baseUrl, timeout_ms, cause);
    }
  };
  return withRetries<Answer>(tryOnce, { retries: RETRIES_DEFAULT, ...tries }, chance);
}

function oauthErrorOf(response: Response, text: string): OAuthError {
  const retry_after_ms = readRetryAfter(response);
  const { error, error_description } = readJson(text) ?? {};
  const [code, description] =
    typeof error === 'string'
      ? [error, String(error_description ?? error)]
      : ['unexpected_answer', sayUnexpected(response, text)];
  return new OAuthError(code, description, response.status, retry_after_ms);
}

/** Returns the fields of a JSON text, or undefined for any other text. */
function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return undefined;
  }
}

/**
 * Returns access tokens. Parallel calls share one refresh. Several processes may refresh at once,
 * and the service gives all of them the same pair.
 */
function sharedAccessToken(
  store: TokenStore,
  refresh: (refresh_token: string) => Promise<TokenSet>,
): TokenSource {
  let refreshing: Promise<string> | undefined;
  const renew = async (refused: string | undefined) => {
    // Loads again, because another process may have refreshed in the meantime.
    const tokens = await loadTokens(store);
    if (isUsable(tokens, refused)) return tokens.access_token;
    const next = await refresh(tokens.refresh_token).catch((error) => forgetEnded(store, tokens, error));
    await store.save(next);
    return next.access_token;
  };
  return async (refused) => {
    const tokens = await loadTokens(store);
    if (isUsable(tokens, refused)) return tokens.access_token;
    refreshing ??= renew(refused).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
}

/**
 * Throws the error again. Before that it removes a refresh token that has ended from the store,
 * unless another process has already stored a new one.
 */
async function forgetEnded(store: TokenStore, { refresh_token }: TokenSet, error: unknown): Promise<never> {
  const isEnded = error instanceof OAuthError && error.error === 'invalid_grant';
  if (isEnded && (await store.load())?.refresh_token === refresh_token) await store.save(null);
  throw error;
}

async function loadTokens(store: TokenStore): Promise<TokenSet> {
  const tokens = await store.load();
  if (tokens !== null) return tokens;
  throw new OAuthError('not_connected', 'There are no tokens in the store. Send the User to authorize.');
}

function isUsable({ access_token, refresh_at }: TokenSet, refused: string | undefined): boolean {
  return access_token !== refused && Date.parse(refresh_at) > Date.now();
}
