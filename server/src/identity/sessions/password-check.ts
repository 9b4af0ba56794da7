import type { Caller } from '../../access/caller.ts';
import { signedOut } from '../../access/challenge.ts';
import { recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { verifyPassword } from '../passwords.ts';
import { findPasswordHash, lockUserWithPassword } from '../queries.ts';
import { countTry, forgiveTry } from './limits.ts';
import { noteConfirmation } from './queries.ts';

/** A User who is signed in, and where the request comes from. */
export type Person = Pick<Caller, 'actor' | 'request_id' | 'address' | 'user_uuid'>;

/** Takes the password of who is signed in once more: what asks for it (`refuseUnlessFresh`) is open to them for a while. */
export async function confirmSession(core: Core, person: Person, password: string): Promise<null | Problem> {
  const verified = await checkPassword(core, person, password, '/password');
  if (verified instanceof Problem) return verified;
  return core.db.transaction(async (tx) => {
    const { user_uuid } = person;
    if (!(await lockUserWithPassword(tx, user_uuid, verified))) return notYourPassword('/password');
    const session = { uuid: person.actor.uuid!, user_uuid };
    if (!(await noteConfirmation(tx, session, toApiTime(core.clock.now())))) return signedOut();
    await recordAudit(core, tx, person, 'sign_in.confirmed', { user_uuid });
    return null;
  });
}

/** The hash of the User's password; 422 at `pointer` when this is not it, 429 after too many tries. */
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
