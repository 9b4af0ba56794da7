import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';

/**
 * Returns the sentence for an error and its request id. The sentence is the API's, unless that is
 * meant for programs.
 */
export function sayProblem(error: unknown): { message: string; request_id: string | null } {
  if (!(error instanceof ApiProblem)) {
    return { message: error instanceof Error ? error.message : String(error), request_id: null };
  }
  const { code, message, request_id } = error;
  return { message: (code && MEANT_FOR_PEOPLE[code]) ?? message, request_id };
}

const MEANT_FOR_PEOPLE: Partial<Record<NonNullable<ApiProblem['code']>, string>> = {
  credentials_missing: common.signedOut,
  not_found: common.recordGone,
  version_mismatch: common.recordChanged,
};
