import { ApiError, apiErrorOf, ConnectionError, isJson } from './errors.ts';
import { CHANCE, type OnRetry, type Repeat, withRetries } from './retries.ts';

/**
 * Gives an access token. After a refusal it is called with the refused token, and gives another.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

export type ConnectOptions = {
  /** Where the service is, for example `https://crm.example.com`. */
  baseUrl: string;
  /**
   * A personal access token, or what gives an OAuth access token: `session.accessToken` of
   * `@rapport/client/oauth`.
   */
  token: string | TokenSource | undefined;
  /**
   * How often a request is tried again after 502, 503, 504 or a fault of the network; 4 by default.
   * After a 429 it waits for its turn, together with all others of the connection, and that does
   * not count; with 0 it is refused at once.
   */
  retries?: number;
  /**
   * Told, before each further try, why the one before failed; `attempt` counts from 1 in each call.
   */
  onRetry?: OnRetry;
  /** How long one try may take; 30 s when left out. An import has no limit. */
  timeout_ms?: number;
  fetch?: typeof fetch;
};

/** The options of any call. */
export type CallOptions = {
  /** Ends the call, also between two tries. */
  signal?: AbortSignal;
};

export type ApiRequest = CallOptions & {
  method: string;
  path: string;
  query?: URLSearchParams;
  headers?: Record<string, string>;
  body?: RequestInit['body'];
  repeat: Repeat;
  timeout_ms?: number;
  /** Nothing is an answer too. */
  mayBeEmpty?: boolean;
  /** The body is a stream: it can be sent once only. */
  duplex?: 'half';
  /** Another way to send than `fetch`. */
  fetch?: typeof fetch;
};

/** An answer of the service. `json` is what its text says; null when that is empty. */
export type Answer = { text: string; json: object | null };

export type Transport = (request: ApiRequest) => Promise<Answer>;

export const RETRIES_DEFAULT = 4;
export const TIMEOUT_DEFAULT_MS = 30_000;

/**
 * Sends requests, with the token and with further tries. Throws `ApiError` and `ConnectionError`.
 */
export function transport(options: ConnectOptions, chance = CHANCE): Transport {
  const { baseUrl, token: given, retries = RETRIES_DEFAULT } = options;
  if (!given) throw new TypeError('The token is missing. Check that the variable that holds it is set.');
  checkBaseUrl(baseUrl);
  if (typeof given === 'string') checkToken(given);
  const tokenOf = async (request: ApiRequest, refused?: string) => {
    if (typeof given === 'string') return given;
    request.signal?.throwIfAborted();
    const token = await unlessEnded(given(refused), request.signal);
    checkToken(token);
    return token;
  };

  const pause = { until_ms: 0 };
  return async (request) => {
    checkRequest(request);
    let token = await tokenOf(request);
    const tryOnce = async (mayBeDone: boolean) => {
      let outcome = await requestOnce(options, request, token);
      if (isRefusedToken(outcome) && typeof given !== 'string' && !request.duplex) {
        token = await tokenOf(request, token);
        outcome = await requestOnce(options, request, token);
      }
      // A deletion that got no answer was done if the record is gone now.
      return mayBeDone && request.method === 'DELETE' && isNotFound(outcome) ? EMPTY : outcome;
    };
    const { repeat, signal, duplex } = request;
    const plan = { retries: duplex ? 0 : retries, repeat, pause, signal, onRetry: options.onRetry };
    return withRetries<Answer>(tryOnce, plan, chance);
  };
}

/** Throws a `TypeError`. Without the check each try would fail as if the service were not there. */
export function checkBaseUrl(baseUrl: string): void {
  const page_url = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.canParse(baseUrl, page_url) ? new URL(baseUrl, page_url) : undefined;
  if (url?.username || url?.password) {
    throw new TypeError(
      `The address of the service has a user or a password. Leave them out: the token is what says who asks. It is at ${url.host}.`,
    );
  }
  if (url && ['http:', 'https:'].includes(url.protocol)) return;
  throw new TypeError(
    `The address of the service is "${baseUrl}". Give it with its scheme, for example https://crm.example.com.`,
  );
}

/**
 * Throws a `TypeError`: each try would fail as if the service were not there, or the token go to
 * another host.
 */
function checkRequest({ path, headers }: ApiRequest): void {
  if (!path.startsWith('/') || path.startsWith('//')) {
    throw new TypeError(`The path is "${path}". Give it from its first slash on, for example /api/v2/me.`);
  }
  new Headers(headers);
}

/**
 * Throws a `TypeError`. The token itself is not told: it may be a real one with a character too
 * many.
 */
function checkToken(token: string): void {
  try {
    new Headers({ authorization: `Bearer ${token}` });
  } catch {
    throw new TypeError(
      'The token has characters that no token has, such as a line break. Check what it was copied from.',
    );
  }
}

/**
 * Rejects with the caller's reason when they end the call; what they waited for goes on, for others
 * who wait for it too.
 */
async function unlessEnded<T>(waitedFor: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return waitedFor;
  let stop = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  return Promise.race([waitedFor, ended]).finally(() => signal.removeEventListener('abort', stop));
}

/** One request and its answer. Throws only when the caller ended it. */
async function requestOnce(
  options: ConnectOptions,
  request: ApiRequest,
  token: string,
): Promise<Answer | ApiError | ConnectionError> {
  const { method, path, query, headers, body, signal, duplex, mayBeEmpty } = request;
  const search = query === undefined || query.size === 0 ? '' : `?${query}`;
  const url = options.baseUrl.replace(/\/+$/, '') + path + search;
  const send = request.fetch ?? options.fetch ?? fetch;
  const limit_ms = request.timeout_ms ?? options.timeout_ms ?? TIMEOUT_DEFAULT_MS;
  try {
    const response = await send(url, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
      body,
      signal: limited(signal, limit_ms),
      ...(duplex && { duplex }),
    });
    const text = await response.text();
    if (response.ok && mayBeEmpty && text === '') return EMPTY;
    const json = response.ok ? readJson(response, text) : undefined;
    return json === undefined ? apiErrorOf(response, text) : { text, json };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    return noAnswer(options.baseUrl, limit_ms, cause);
  }
}

const EMPTY: Answer = { text: '', json: null };

/**
 * Undefined when the answer is no JSON: a proxy's page for signing in may answer 200 in place of
 * the service.
 */
function readJson(response: Response, text: string): object | undefined {
  if (!isJson(response)) return undefined;
  try {
    const json = JSON.parse(text) as unknown;
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The signal of the caller, if there is one, or the end of the time. */
export function limited(signal: AbortSignal | undefined, limit_ms: number): AbortSignal | undefined {
  if (limit_ms === Number.POSITIVE_INFINITY) return signal;
  const timeout = AbortSignal.timeout(limit_ms);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

export function noAnswer(base_url: string, limit_ms: number, cause: unknown): ConnectionError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  const what = isTimeout ? `did not answer within ${limit_ms / 1000} s` : 'cannot be reached';
  return new ConnectionError(`${base_url} ${what}.`, { cause });
}

function isRefusedToken(outcome: unknown): boolean {
  return outcome instanceof ApiError && outcome.code === 'invalid_token';
}

function isNotFound(outcome: unknown): boolean {
  return outcome instanceof ApiError && outcome.status === 404;
}
