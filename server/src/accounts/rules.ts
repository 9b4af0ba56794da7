import type { Caller } from '../access/caller.ts';
import { refuseUnlessFresh } from '../access/rules.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';

/** Deleting an Account deletes everything in it, so its name must be said. */
export function refuseUnconfirmed(name: string, confirmation: string): Problem | null {
  if (name === confirmation) return null;
  const detail = 'confirm_name must be the exact name of the Account, because everything in it is deleted.';
  return fieldsInvalid({ pointer: 'confirm_name', code: 'wrong_value', detail });
}

/**
 * An owner who requires a second factor has shown that they can use one, and does not shut themself
 * out.
 */
export function refuseGuardChange(caller: Caller, required: boolean, now: Date): Problem | null {
  const refusal = refuseUnlessFresh(caller, now);
  if (refusal || !required || caller.has_second_factor) return refusal;
  return new Problem(
    'second_factor_required',
    'You have no second factor yourself. Set it up under Settings, Security; then require it of the others.',
  );
}
