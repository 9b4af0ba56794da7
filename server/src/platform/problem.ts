import type { FieldError, ProblemCode } from '@rapport/contract/problems';

/**
 * A refusal that a caller can cause. Actions return it as a value and never throw it. A transaction
 * whose callback returns one is rolled back, and the HTTP layer answers it as
 * `application/problem+json` (RFC 9457).
 */
export class Problem {
  readonly code: ProblemCode;
  /**
   * The explanation: what happened, why it matters and what to do. Never another Account's data.
   */
  readonly detail: string;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  /** The scopes that a token needs for it, if that is what is missing. */
  readonly needed: readonly string[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: FieldError[]; headers?: Record<string, string>; needed?: readonly string[] } = {},
  ) {
    this.code = code;
    this.detail = detail;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.needed = more.needed;
  }
}

/**
 * 404 for the operator, who reaches every Account, so the words do not ask whose token was used.
 * `list` is the command that shows what exists.
 */
export function noSuch(what: string, list: string): Problem {
  return new Problem('not_found', `There is no such ${what}. Look its uuid up with: ${list}`);
}

/**
 * 404 in the same words whether the record never existed, is gone, or belongs to an Account without
 * a Login of the caller.
 */
export function notFound(what: string): Problem {
  return new Problem(
    'not_found',
    `There is no such ${what} among those you can reach. Check the uuid, and whose token you use.`,
  );
}

/** The first faults are enough to correct a request. A hostile body must not cost a long answer. */
export const ERRORS_MAX = 20;

/** 422 with the first fields at fault. */
export function fieldsInvalid(...all: FieldError[]): Problem {
  const errors = all.slice(0, ERRORS_MAX);
  const fields = errors.map((error) => error.detail).join(' ');
  return new Problem('fields_invalid', fields, { errors });
}
