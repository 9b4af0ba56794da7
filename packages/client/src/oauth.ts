import { readRetryAfter, sayUnexpected } from './errors.ts';
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
  /** Where the service is, for example `https://crm.example.com`. */
  baseUrl: string;
  /** Issued by the operator. */
  client_id: string;
  /** Issued by the operator. Keep it on the server: never in a browser. */
  client_secret: string;
  /** One of those registered with the operator, character by character. */
  redirect_uri: string;
  /** `*` when left out. */
  scope?: string;
  fetch?: typeof fetch;
};

/** The answer of the token endpoint, and by our own clock when to get the next. */
export type TokenSet = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  access_token_expires_at: string;
  refresh_token: string;
  refresh_token_expires_at: string;
  scope: string;
  id_token?: string;
  /** When to refresh the access token: at most a minute before its end; ISO 8601. */
  refresh_at: string;
};

/** Where the tokens of one User are kept. Keep them as you keep passwords. */
export interface TokenStore {
  load(): TokenSet | null | Promise<TokenSet | null>;
  /** Null: the User is no longer connected. */
  save(tokens: TokenSet | null): void | Promise<void>;
}

/** Keep this in the User's session, from the redirect until they come back. */
export type Authorization = { url: string; state: string; code_verifier: string };

/**
 * A refusal of the OAuth server (RFC 6749 §5.2); `invalid_grant`: send the User to authorize again.
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

/** An access token that ends sooner than this is refreshed first, */
const REFRESH_EARLIER_MAX_MS = 60_000;
/**
 * unless that is more than this part of its life: an operator may let tokens live for no more than
 * a minute.
 */
const REFRESH_EARLIER_PART = 1 / 4;

type Tries = Omit<RetryPlan, 'retries' | 'signal'> & { timeout_ms?: number };

/**
 * Within a minute of the first time the service answers a refresh token with the identical pair;
 * later it takes it for stolen and ends the grant. So the last try begins and ends within that
 * minute.
 */
const REFRESH_TRIES: Tries = { repeat: 'always', repeat_within_ms: 44_000, timeout_ms: 15_000 };

/**
 * The authorization code grant (contract §5.2) for an application that the operator has registered.
 */
export function oauthClient(options: OAuthOptions, chance = CHANCE) {
  checkBaseUrl(options.baseUrl);
  const tokens = (form: Record<string, string>, tries: Tries) => requestTokens(options, form, tries, chance);
  const refresh = (refresh_token: string) =>
    tokens({ grant_type: 'refresh_token', refresh_token }, REFRESH_TRIES);
  return {
    /** Where to send the User, and what to keep until they come back. */
    authorize: () => authorize(options),
    /**
     * The tokens for the code in the URL that the User came back with. Throws `OAuthError`:
     * `access_denied` when the User said no,
     * `state_mismatch` when the answer is to another request.
     */
    exchange: async (returned: string | URL, kept: Pick<Authorization, 'state' | 'code_verifier'>) => {
      const code = readCode(new URL(returned, options.redirect_uri), kept.state);
      const { redirect_uri } = options;
      const { code_verifier } = kept;
      // Never twice: a code that comes again is taken for stolen, and all its tokens are revoked.
      return tokens(
        { grant_type: 'authorization_code', code, redirect_uri, code_verifier },
        { repeat: 'never' },
      );
    },
    refresh,
    /**
     * Ends an access token alone, or with a refresh token all tokens of the same authorization (RFC
     * 7009). The User is disconnected with their last authorization: they may have several.
     */
    revoke: async (token: string): Promise<void> => {
      await post(options, '/oauth/revoke', { token }, { repeat: 'always' }, readNothing, chance);
    },
    /** One User's tokens, refreshed when needed: give `accessToken` to `connect` as its `token`. */
    session: (store: TokenStore) => ({ accessToken: sharedAccessToken(store, refresh) }),
  };
}

/** A store that ends with the process. */
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
  const code_verifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id,
    scope,
    redirect_uri,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return { url: `${baseUrl.replace(/\/+$/, '')}/oauth/authorize?${parameters}`, state, code_verifier };
}

function readCode(returned: URL, state: string): string {
  const { searchParams } = returned;
  // First: an answer to somebody else's request says nothing about ours.
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

/** Undefined when the text has no tokens. */
function readTokens(text: string): Omit<TokenSet, 'refresh_at'> | undefined {
  const tokens = readJson(text) ?? {};
  const { access_token, expires_in, refresh_token } = tokens;
  const isThere = [access_token, refresh_token].every((token) => typeof token === 'string');
  return isThere && typeof expires_in === 'number' ? (tokens as TokenSet) : undefined;
}

/**
 * The answer to a revocation (RFC 7009 §2.2). If a page of others answers in place of the service,
 * nothing is revoked.
 */
function readNothing(text: string): object | undefined {
  return text === '' ? {} : readJson(text);
}

/**
 * Sends a form to an endpoint of the OAuth server, as the application; gives what `read` finds in
 * the answer.
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

/** The fields of what is JSON; undefined when it is not. */
function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return undefined;
  }
}

/**
 * Parallel calls wait for one refresh; each process has its own, and the service gives both the
 * same pair.
 */
function sharedAccessToken(
  store: TokenStore,
  refresh: (refresh_token: string) => Promise<TokenSet>,
): TokenSource {
  let refreshing: Promise<string> | undefined;
  const renew = async (refused: string | undefined) => {
    // Again: while we waited, somebody else may have refreshed.
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
 * Throws the error on. A refresh token that will never work again is not kept, unless others have
 * put a new one in its place.
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

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
