import type { FieldErrorCode, ProblemCode } from './resources.ts';

/** What is wrong with one field: `pointer` is a JSON pointer into the body, or the name of a query parameter. */
export type FieldError = { pointer: string; code: FieldErrorCode; detail: string };

/** A refusal of the service. `message` says what happened and what to do; tell `request_id` to the operator when in doubt. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** From a closed list; `unexpected_answer` when something else than the service answered, a proxy for example. */
  readonly code: ProblemCode | 'unexpected_answer';
  readonly request_id: string | null;
  readonly errors: FieldError[];
  /** How long the service asks to wait, in milliseconds; null when it does not say. */
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

/** No answer came: the network failed, or the time was up. `cause` is what the platform says of it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Reads a refusal (RFC 9457 problem details). */
export function apiErrorOf(response: Response, text: string): ApiError {
  const header_id = response.headers.get('x-request-id');
  const { status } = response;
  const retry_after_ms = readRetryAfter(response.headers.get('retry-after'));
  const problem = readProblem(response, text);
  if (problem === undefined) {
    const message = `The answer has status ${status} and is not of the service: ${text.slice(0, 200) || 'it is empty'}`;
    return new ApiError({
      status,
      code: 'unexpected_answer',
      message,
      request_id: header_id,
      errors: [],
      retry_after_ms,
    });
  }
  const { code, detail: message, request_id = header_id, errors = [] } = problem;
  return new ApiError({ status, code, message, request_id, errors, retry_after_ms });
}

type ProblemBody = { code: ProblemCode; detail: string; request_id?: string; errors?: FieldError[] };

function readProblem(response: Response, text: string): ProblemBody | undefined {
  if (!isJson(response)) return undefined;
  try {
    const problem = JSON.parse(text) as Partial<ProblemBody>;
    return typeof problem.code === 'string' ? (problem as ProblemBody) : undefined;
  } catch {
    return undefined;
  }
}

export function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

/** Seconds or a date (RFC 9110 §10.2.3), as milliseconds from now. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at_ms = Date.parse(value);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - Date.now());
}
