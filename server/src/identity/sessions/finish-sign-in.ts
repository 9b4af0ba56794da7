import type { AuditCause } from '../../audit/actions.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import { type Session, type SignInCore, startSession } from './actions.ts';
import { takeCodeOf, tryCode } from './code-check.ts';
import { findHalfSession, takeHalfSession } from './half-sessions.ts';

/**
 * The second step of a sign-in, in the browser in which the password was given: a right code starts
 * a session. 422 for a wrong code, which may be tried again; `sign_in_failed` when the password
 * must be given anew; 429 after too many tries.
 */
export async function finishSignIn(
  core: SignInCore,
  half_cookie: string | undefined,
  code: string,
  from: RequestOrigin,
  oldCookie: string | undefined,
): Promise<{ session: Session; cookie: string } | Problem> {
  const waited = half_cookie === undefined ? undefined : await findHalfSession(core, half_cookie);
  if (half_cookie === undefined || !waited) return passwordAnew();
  const cause: AuditCause = { ...from, actor: { type: 'unknown', uuid: null, name: 'sign-in' } };
  return tryCode(core, cause, waited.uuid, async (tx) => {
    const user = await takeHalfSession(core, tx, half_cookie);
    if (!user) return passwordAnew();
    const refusal = await takeCodeOf(core, tx, cause, user, code);
    return refusal ?? startSession(core, tx, user, from, oldCookie);
  });
}

function passwordAnew(): Problem {
  const detail = 'Your password was given too long ago. Give it again.';
  return new Problem('sign_in_failed', detail);
}
