import type { FieldError, ProblemCode } from '@rapport/contract/problems';
import { common } from '../texts/common.ts';
import { keepOwnChange } from './own-changes.ts';
import { wait, waitBeforeRepeat_ms } from './rate-limit.ts';
import { noteUnchangeable } from './unchangeable.ts';
import { withZone } from './zone.ts';

/**
 * A refusal of the API (RFC 9457), or a failure on the way to it. It is thrown, because TanStack
 * Query expects that. `code` is null without an answer of the API.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode | null;
  readonly status: number;
  readonly request_id: string | null;
  readonly errors: FieldError[];

  constructor(status: number, document: Partial<Omit<ApiProblem, 'status'>> & { detail?: string }) {
    super(document.detail);
    this.code = document.code ?? null;
    this.status = status;
    this.request_id = document.request_id ?? null;
    this.errors = document.errors ?? [];
  }
}

type RequestOptions = {
  body?: unknown;
  /** The version that the change is based on, for If-Match. */
  version?: number;
  /**
   * The same key for the same intention: after a lost answer, another click on the button changes
   * nothing twice.
   */
  idempotency_key?: string;
  /** The change that the request is a part of. Without it the request is a change of its own. */
  change_uuid?: string | undefined;
  /**
   * Aborts the wait for the rate limit, and a request that only reads. A change that has been sent
   * goes on, because nobody would know whether it was made.
   */
  signal?: AbortSignal;
  /** For an answer that is a file. It is returned as text. */
  as_text?: boolean;
  /** For a request that ends the session: it must not ask for a password to sign out. */
  endsSession?: boolean;
};

/** Asks the User of the page to sign in again; null while nobody is signed in. */
let askToSignIn: (() => Promise<void>) | null = null;

/**
 * The number of times that the User has signed in again. A request that was sent before and refused
 * after it is repeated without asking again.
 */
let signIns = 0;

/**
 * Sets the function that asks the User to sign in again. It is called once when the API no longer
 * knows the session, and resolves after the same User has signed in. Returns the function that
 * unsets it.
 */
export function askWhenSessionIsLost(ask: () => Promise<void>): () => void {
  let asking: Promise<void> | null = null;
  askToSignIn = () => {
    asking ??= ask().then(() => {
      asking = null;
      signIns += 1;
    });
    return asking;
  };
  return () => {
    askToSignIn = null;
  };
}

/** Asks for the password; false when the User cancels. Null while nobody is signed in. */
let askForPassword: (() => Promise<boolean>) | null = null;

/**
 * Sets the function that asks for the password. It is called once when the last sign-in is too long
 * ago, and resolves with true when the password was given. Returns the function that unsets it.
 */
export function askWhenPasswordIsNeeded(ask: () => Promise<boolean>): () => void {
  let asking: Promise<boolean> | null = null;
  askForPassword = () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
  return () => {
    askForPassword = null;
  };
}

/**
 * Calls the API with the browser session. Repeats the request after the wait that the rate limit
 * asks for, and after the User has signed in or given the password again. Returns the whole body;
 * null for 204.
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  return (await requestChange<T>(method, path, options)).answer;
}

/** Calls the API as `request` does. Returns also the change that it made, which can be undone. */
export async function requestChange<T>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<{ answer: T; change_uuid: string }> {
  const signInsBefore = signIns;
  const response = await send(method, path, options);
  const change_uuid = response.headers.get('x-change-uuid') ?? '';
  if (method !== 'GET') keepOwnChange(change_uuid);
  if (response.status === 204) return { answer: null as T, change_uuid };
  const text = await response.text();
  if (response.ok && options.as_text) return { answer: text as T, change_uuid };
  const document = parse(text);
  if (response.ok && document !== undefined) {
    noteUnchangeable(document);
    return { answer: document as T, change_uuid };
  }
  const problem = new ApiProblem(response.status, {
    detail: common.unreadable,
    request_id: response.headers.get('x-request-id'),
    ...(document as object | undefined),
  });
  if (problem.code === 'password_required' && askForPassword !== null) {
    if (await unlessCalledOff(askForPassword(), options.signal)) return requestChange(method, path, options);
    throw problem;
  }
  if (problem.code !== 'credentials_missing' || askToSignIn === null || options.endsSession) throw problem;
  // The refused request did nothing, so it can be repeated completely.
  if (signIns === signInsBefore) await unlessCalledOff(askToSignIn(), options.signal);
  return requestChange(method, path, options);
}

/** Returns `data` of a GET. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await request<{ data: T }>('GET', path, { signal })).data;
}

/**
 * Returns the `data` of all pages of a list. Only for lists that a person can look through:
 * Accounts and their members.
 */
export async function getAll<T>(path: string, signal: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const parameters = new URLSearchParams({ limit: '200', ...(cursor && { cursor }) });
    const page: { data: T[]; next_cursor: string | null } = await request(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${parameters}`,
      { signal },
    );
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** Returns the result of `work`. Rejects with the reason of `signal` if that is aborted first. */
function unlessCalledOff<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  if (signal === undefined) return work;
  const calledOff = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, calledOff]);
}

/** True for the refusal of a change because somebody else has changed the same meanwhile. */
export function isMismatch(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'version_mismatch';
}

/** True for the error of an aborted signal. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The largest body, in characters, that is sent with `keepalive`. */
const KEPT_ALIVE_MAX_LENGTH = 4096;

async function send(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, version, idempotency_key, change_uuid, signal } = options;
  const headers = new Headers();
  const isForm = body instanceof Blob || body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  if (idempotency_key !== undefined) headers.set('idempotency-key', idempotency_key);
  if (change_uuid !== undefined) headers.set('x-change-uuid', change_uuid);
  const sent = body === undefined ? null : isForm ? body : JSON.stringify(body);
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(withZone(path, sent), {
      method,
      headers,
      body: sent,
      // With keepalive a change is saved even if the page is reloaded or left. A browser accepts 64
      // KiB of such requests.
      keepalive: method === 'PATCH' && String(sent).length < KEPT_ALIVE_MAX_LENGTH,
      signal: method === 'GET' ? (signal ?? null) : null,
    }).catch((error: Error) => {
      if (isCalledOff(error)) throw error;
      throw new ApiProblem(0, { detail: method === 'GET' ? common.unreachableRead : common.unreachable });
    });
    const wait_ms = waitBeforeRepeat_ms(response, waits);
    if (wait_ms === null) return response;
    await wait(wait_ms, signal);
  }
}

/** Returns an address with the parameters that are not empty. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | null | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
