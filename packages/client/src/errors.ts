import type { FieldErrorCode, ProblemCode } from './resources.ts';

/**
 * The fault of one field: `pointer` is a JSON pointer into the body, or the name of a query
 * parameter.
 */
export type FieldError = {
  pointer: string;
  code: FieldErrorCode;
  detail: string;
  /** With the code `taken`: the record that has the value already. */
  uuid?: string;
};

/** Refusals of the OAuth endpoints (RFC 6749 §5.2, RFC 6750 §3.1). */
export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];
const OAUTH_ERROR_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
  'temporarily_unavailable',
  'server_error',
] as const;

/**
 * A refusal of the service, or an answer of another program in its place. `message` says what
 * happened and what to do. `request_id` helps the operator to find the request.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /**
   * A code of a closed list. `unexpected_answer`: another program answered, such as a proxy, or the
   * answer was cut off.
   */
  readonly code: ProblemCode | OAuthErrorCode | 'unexpected_answer';
  readonly request_id: string | null;
  readonly errors: FieldError[];
  /** The wait that the service asks for, in milliseconds; null when it asks for none. */
  readonly retry_after_ms: number | null;

  constructor(refusal: Omit<ApiError, 'name' | 'stack' | 'cause'>) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.request_id = refusal.request_id;
    this.errors = refusal.errors;
    this.retry_after_ms = refusal.retry_after_ms;
  }
}

/**
 * No answer came: the network failed, or the time ran out. `cause` is the error of the platform.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Reads a refusal: problem details (RFC 9457), or the error of an OAuth endpoint. */
export function apiErrorOf(response: Response, text: string): ApiError {
  const header_id = response.headers.get('x-request-id');
  const { status } = response;
  const retry_after_ms = readRetryAfter(response);
  const problem = readProblem(response, text);
  if (problem === undefined) {
    return new ApiError({
      status,
      code: 'unexpected_answer',
      message: sayUnexpected(response, text),
      request_id: header_id,
      errors: [],
      retry_after_ms,
    });
  }
  const { code, detail: message, request_id = header_id, errors } = problem;
  return new ApiError({ status, code, message, request_id, errors, retry_after_ms });
}

type ProblemBody = {
  code: ProblemCode | OAuthErrorCode;
  detail: string;
  request_id?: string;
  errors: FieldError[];
};

/**
 * Reads problem details. Undefined for any other answer: other services also answer JSON with a
 * `code`.
 */
function readProblem(response: Response, text: string): ProblemBody | undefined {
  if (!isJson(response)) return undefined;
  try {
    const { errors = [], ...problem } = asProblem(JSON.parse(text));
    const isOurs = [problem.code, problem.detail].every((field) => typeof field === 'string');
    return isOurs && Array.isArray(errors) ? ({ ...problem, errors } as ProblemBody) : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the error of an OAuth endpoint the form of problem details. */
function asProblem(json: Partial<ProblemBody> & { error?: string; error_description?: string }) {
  const { error, error_description } = json;
  const code = OAUTH_ERROR_CODES.find((known) => known === error);
  return code === undefined ? (json as Partial<ProblemBody>) : { code, detail: error_description ?? code };
}

/**
 * Explains why an answer cannot be read. The text of a success may hold a secret, so it is not
 * shown.
 */
export function sayUnexpected(response: Response, text: string): string {
  const answer = `The answer has status ${response.status}`;
  if (text === '') return `${answer} and is empty.`;
  if (response.ok && isJson(response))
    return `${answer}, but its JSON is broken or not what the service answers.`;
  return `${answer} and is not of the service: ${text.slice(0, 200)}`;
}

export function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

/**
 * Reads `Retry-After`, seconds or a date (RFC 9110 §10.2.3). Returns milliseconds from now; null
 * without a valid value.
 */
export function readRetryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // The date form that ends with the year names no zone, but means UTC like the others (RFC 9110
  // §5.6.7).
  const at_ms = Date.parse(/ \d{4}$/.test(value) ? `${value} GMT` : value);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - Date.now());
}
