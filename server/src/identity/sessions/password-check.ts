import type { Caller } from '../../access/caller.ts';
import { signedOut } from '../../access/challenge.ts';
import { recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { verifyPassword } from '../passwords.ts';
import { findPasswordHash, findUser, lockUserWithPassword } from '../queries.ts';
import { hasSecondFactor } from '../second-factor/actions.ts';
import type { SignInCore } from './actions.ts';
import { takeCodeOf, tryCode } from './code-check.ts';
import { countTry, forgiveTry } from './limits.ts';
import { noteConfirmation } from './queries.ts';

/** A signed-in User, with their request and its address. */
export type Person = Pick<Caller, 'actor' | 'request_id' | 'address' | 'user_uuid'>;

/**
 * Checks the password of a signed-in User again, and a code if they have a second factor. For a
 * while they may then do what needs a fresh sign-in (`refuseUnlessFresh`).
 */
export async function confirmSession(
  core: SignInCore,
  person: Person,
  { password, code }: { password: string; code?: string },
): Promise<null | Problem> {
  const { user_uuid } = person;
  const asksForCode = await hasSecondFactor(core.db, user_uuid);
  if (asksForCode && code === undefined) return codeMissing();
  const verified = await checkPassword(core, person, password, '/password');
  if (verified instanceof Problem) return verified;
  const confirm = async (tx: Transaction): Promise<null | Problem> => {
    if (!(await lockUserWithPassword(tx, user_uuid, verified))) return notYourPassword('/password');
    const user = (await findUser(tx, user_uuid))!;
    const refusal = asksForCode ? await takeCodeOf(core, tx, person, user, code!) : null;
    if (refusal) return refusal;
    const session = { uuid: person.actor.uuid!, user_uuid };
    if (!(await noteConfirmation(tx, session, toApiTime(core.clock.now())))) return signedOut();
    await recordAudit(core, tx, person, 'sign_in.confirmed', { user_uuid });
    return null;
  };
  return asksForCode ? tryCode(core, person, user_uuid, confirm) : core.db.transaction(confirm);
}

function codeMissing(): Problem {
  const detail = 'Give the code that your app shows as well, or a recovery code.';
  return fieldsInvalid({ pointer: '/code', code: 'required', detail });
}

/**
 * Checks the User's password and returns its hash. 422 at `pointer` when it is wrong, 429 after too
 * many tries.
 */
export async function checkPassword(
  core: Core,
  person: Person,
  password: string,
  pointer: string,
): Promise<string | Problem> {
  const { user_uuid, request_id, address } = person;
  const tried = await countTry(core, { user_uuid }, address ?? '');
  if (tried instanceof Problem) return tried;
  const password_hash = await findPasswordHash(core.db, user_uuid);
  if (password_hash !== undefined && (await verifyPassword(password, password_hash))) {
    await forgiveTry(core, tried);
    return password_hash;
  }
  const actor = { type: 'unknown' as const, uuid: null, name: 'password' };
  await recordAudit(core, core.db, { actor, request_id, address }, 'sign_in.failed', { user_uuid });
  return notYourPassword(pointer);
}

export function notYourPassword(pointer: string): Problem {
  return fieldsInvalid({ pointer, code: 'wrong_value', detail: 'This is not your password.' });
}
