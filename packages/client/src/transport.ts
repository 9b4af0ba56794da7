import { ApiError, apiErrorOf, ConnectionError, isJson } from './errors.ts';
import { CHANCE, type OnRetry, type Repeat, withRetries } from './retries.ts';

/**
 * Returns an access token. After a refusal it is called with the refused token, and returns
 * another.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

export type ConnectOptions = {
  /** The address of the service, for example `https://crm.example.com`. */
  baseUrl: string;
  /**
   * A personal access token, or a function that returns OAuth access tokens, such as
   * `session.accessToken` of `@rapport/client/oauth`.
   */
  token: string | TokenSource | undefined;
  /**
   * The maximum of retries after 502, 503, 504 or a fault of the network; 4 when left out. A 429
   * does not count as a try: all calls of the connection pause, then try again. With 0 a call fails
   * at the first 429.
   */
  retries?: number;
  /**
   * Called before each further try with the fault of the try before. `attempt` counts from 1 in
   * each call.
   */
  onRetry?: OnRetry;
  /** The longest time for one try; 30 s when left out. An import has no limit. */
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
  /** True when the answer may have no body. */
  mayBeEmpty?: boolean;
  /** True when the answer is a CSV file, and not JSON. */
  isCsv?: boolean;
  /** The body is a stream, which can be sent only once. */
  duplex?: 'half';
  /** A replacement for the connection's `fetch`. */
  fetch?: typeof fetch;
};

/** An answer of the service. `json` is the parsed text; null for an empty text and for CSV. */
export type Answer = { text: string; json: object | null };

export type Transport = (request: ApiRequest) => Promise<Answer>;

export const RETRIES_DEFAULT = 4;
export const TIMEOUT_DEFAULT_MS = 30_000;

/**
 * Returns the function that sends requests with the token, and retries them. It throws `ApiError`
 * and `ConnectionError`.
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
      // A record that is gone after an unanswered DELETE was deleted by it.
      return mayBeDone && request.method === 'DELETE' && isNotFound(outcome) ? EMPTY : outcome;
    };
    const { repeat, signal, duplex } = request;
    const plan = { retries: duplex ? 0 : retries, repeat, pause, signal, onRetry: options.onRetry };
    return withRetries<Answer>(tryOnce, plan, chance);
  };
}

/**
 * Throws a `TypeError` for an address that is no http URL. Otherwise each try would fail as if the
 * service were down.
 */
export function checkBaseUrl(baseUrl: string): void {
  const page_url = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.canParse(baseUrl, page_url) ? new URL(baseUrl, page_url) : undefined;
  if (url?.username || url?.password) {
    throw new TypeError(
      `The address of the service has a user or a password. Remove them, because the token identifies the caller. The host is ${url.host}.`,
    );
  }
  if (url && ['http:', 'https:'].includes(url.protocol)) return;
  throw new TypeError(
    `The address of the service is "${baseUrl}". Give it with its scheme, for example https://crm.example.com.`,
  );
}

/**
 * Throws a `TypeError` for a path or header that cannot be sent. Otherwise each try would fail as
 * if the service were down, or the token would go to another host.
 */
function checkRequest({ path, headers }: ApiRequest): void {
  if (!path.startsWith('/') || path.startsWith('//')) {
    throw new TypeError(`The path is "${path}". Give it from its first slash on, for example /api/v2/me.`);
  }
  new Headers(headers);
}

/**
 * Throws a `TypeError` for a token that no header can hold. The error does not show the token,
 * which may be a real one with an additional character.
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
 * Rejects with the caller's reason when the caller ends the call. The work itself goes on, because
 * other calls may wait for it too.
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

/**
 * Sends one request. Returns its answer or its fault, and throws only when the caller ended the
 * call.
 */
async function requestOnce(
  options: ConnectOptions,
  request: ApiRequest,
  token: string,
): Promise<Answer | ApiError | ConnectionError> {
  const { method, path, query, headers, body, signal, duplex, mayBeEmpty, isCsv } = request;
  const search = query === undefined || query.size === 0 ? '' : `?${query}`;
  const url = options.baseUrl.replace(/\/+$/, '') + path + search;
  const send = request.fetch ?? options.fetch ?? fetch;
  const limit_ms = request.timeout_ms ?? options.timeout_ms ?? TIMEOUT_DEFAULT_MS;
  try {
    const response = await send(url, {
      method,
      headers: {
        accept: isCsv ? 'text/csv, application/json' : 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body,
      signal: limited(signal, limit_ms),
      ...(duplex && { duplex }),
    });
    const text = await response.text();
    if (response.ok && mayBeEmpty && text === '') return EMPTY;
    if (response.ok && isCsv && /^text\/csv\b/.test(response.headers.get('content-type') ?? '')) {
      return { text, json: null };
    }
    const json = response.ok ? readJson(response, text) : undefined;
    return json === undefined ? apiErrorOf(response, text) : { text, json };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    return noAnswer(options.baseUrl, limit_ms, cause);
  }
}

const EMPTY: Answer = { text: '', json: null };

/** Undefined for an answer that is not JSON: a proxy may answer 200 with its sign-in page. */
function readJson(response: Response, text: string): object | undefined {
  if (!isJson(response)) return undefined;
  try {
    const json = JSON.parse(text) as unknown;
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a signal that fires at the time limit, or earlier with the caller's signal. */
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
