import type { Caller } from '../../access/caller.ts';
import { recordAudit } from '../../audit/actions.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { verifyPassword } from '../passwords.ts';
import { findPasswordHash } from '../queries.ts';
import type { SessionCore } from './actions.ts';
import { countTry, forgiveTry } from './limits.ts';

/** A browser left alone for a while may have somebody else before it. */
const SIGN_IN_FRESH_MS = 15 * 60 * 1000;

/** A User who is signed in, and where the request comes from. */
export type Person = Pick<Caller, 'request_id' | 'address' | 'user_uuid' | 'signed_in_at'>;

/** Asks for the password when the sign-in is older than 15 minutes; a given one is always checked. Null: go on. */
export async function confirmSignIn(
  core: SessionCore,
  person: Person,
  password: string | undefined,
): Promise<Problem | null> {
  if (password !== undefined) {
    const verified = await checkPassword(core, person, password, '/password');
    return verified instanceof Problem ? verified : null;
  }
  const age_ms = core.clock.now().getTime() - Date.parse(person.signed_in_at ?? '1970-01-01');
  if (age_ms <= SIGN_IN_FRESH_MS) return null;
  const detail = 'You signed in more than 15 minutes ago. Send your password along, in the field password.';
  return new Problem('password_required', detail);
}

/** The hash of the User's password; 422 at `pointer` when this is not it, 429 after too many tries. */
export async function checkPassword(
  core: SessionCore,
  person: Person,
  password: string,
  pointer: string,
): Promise<string | Problem> {
  const { user_uuid, request_id, address } = person;
  const tried = await countTry(core, { user_uuid }, address ?? '');
  if (tried instanceof Problem) return tried;
  const password_hash = await findPasswordHash(core.db, user_uuid);
  if (password_hash !== undefined && (await verifyPassword(password, password_hash))) {
    forgiveTry(tried);
    return password_hash;
  }
  const actor = { type: 'unknown' as const, uuid: null, name: 'password' };
  await recordAudit(core, core.db, { actor, request_id, address }, 'sign_in.failed', { user_uuid });
  return notYourPassword(pointer);
}

export function notYourPassword(pointer: string): Problem {
  return fieldsInvalid({ pointer, code: 'wrong_value', detail: 'This is not your password.' });
}
