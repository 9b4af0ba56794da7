import type { Caller } from '../access/caller.ts';
import { refuseUnlessFresh } from '../access/rules.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';

/** 422 unless the caller repeats the Account's name: deleting an Account deletes all its data. */
export function refuseUnconfirmed(name: string, confirmation: string): Problem | null {
  if (name === confirmation) return null;
  const detail = 'confirm_name must be the exact name of the Account, because everything in it is deleted.';
  return fieldsInvalid({ pointer: 'confirm_name', code: 'wrong_value', detail });
}

/**
 * 403 unless the caller signed in freshly and, to require a second factor, has one. So no owner
 * locks themself out.
 */
export function refuseGuardChange(caller: Caller, required: boolean, now: Date): Problem | null {
  const refusal = refuseUnlessFresh(caller, now);
  if (refusal || !required || caller.has_second_factor) return refusal;
  return new Problem(
    'second_factor_required',
    'You have no second factor yourself. Set one up under Settings, Security, then require it of others.',
  );
}
