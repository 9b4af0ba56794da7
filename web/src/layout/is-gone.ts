import { ApiProblem } from '../api/request.ts';

/**
 * True when the record no longer exists. After any other error, its earlier data may stay on the
 * page.
 */
export function isGone(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 404;
}
