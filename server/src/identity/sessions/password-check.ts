import type { Caller } from '../../access/caller.ts';
import { recordAudit } from '../../audit/actions.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { verifyPassword } from '../passwords.ts';
import { findPasswordHash } from '../queries.ts';
import { countTry, forgiveTries, type SessionCore } from './actions.ts';

/** A browser left alone for a while may have somebody else before it. */
export const SIGN_IN_FRESH_MS = 15 * 60 * 1000;

/** A User who is signed in, and where the request comes from. */
export type Person = Pick<Caller, 'request_id' | 'address' | 'user_uuid' | 'signed_in_at'>;

/** Asks for the password when the sign-in is older than 15 minutes; a given one is always checked. Null: go on. */
export async function confirmSignIn(
  core: SessionCore,
  person: Person,
  password: string | undefined,
): Promise<Problem | null> {
  if (password !== undefined) return checkPassword(core, person, password, '/password');
  const age_ms = core.clock.now().getTime() - Date.parse(person.signed_in_at ?? '1970-01-01');
  if (age_ms <= SIGN_IN_FRESH_MS) return null;
  const detail = 'You signed in more than 15 minutes ago. Send your password along, in the field password.';
  return new Problem('password_required', detail);
}

/** 422 at `pointer` when it is not the User's password; 429 after too many tries. */
export async function checkPassword(
  core: SessionCore,
  person: Person,
  password: string,
  pointer: string,
): Promise<Problem | null> {
  const { user_uuid, request_id, address } = person;
  const tooMany = countTry(core.signInLimits, user_uuid, address ?? '');
  if (tooMany) return tooMany;
  const password_hash = await findPasswordHash(core.db, user_uuid);
  if (password_hash !== undefined && (await verifyPassword(password, password_hash))) {
    forgiveTries(core.signInLimits, user_uuid, address ?? '');
    return null;
  }
  const actor = { type: 'unknown' as const, uuid: null, name: 'password' };
  await recordAudit(core, core.db, { actor, request_id, address }, 'sign_in.failed', { user_uuid });
  return fieldsInvalid({ pointer, code: 'wrong_value', detail: 'This is not your password.' });
}
