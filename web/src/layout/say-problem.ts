import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';
import { problems } from '../texts/problems.ts';

/**
 * Returns the sentence for an error and its request id. The sentence is the API's, unless that is
 * meant for programs.
 */
export function sayProblem(error: unknown): { message: string; request_id: string | null } {
  if (!(error instanceof ApiProblem)) {
    return { message: error instanceof Error ? error.message : String(error), request_id: null };
  }
  const { code, message, request_id, errors } = error;
  const said = errors.length > 0 ? problems.fields(errors, message) : problems.say(code, message);
  return { message: (code && MEANT_FOR_PEOPLE[code]) ?? said, request_id };
}

const MEANT_FOR_PEOPLE: Partial<Record<NonNullable<ApiProblem['code']>, string>> = {
  credentials_missing: common.signedOut,
  not_found: common.recordGone,
  version_mismatch: common.recordChanged,
};
