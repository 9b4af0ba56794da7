import { fieldsInvalid, type Problem } from '../platform/problem.ts';

/** Deleting an Account deletes everything in it, so its name must be said. */
export function refuseUnconfirmed(name: string, confirmation: string): Problem | null {
  if (name === confirmation) return null;
  const detail = 'confirm_name must be the exact name of the Account, because everything in it is deleted.';
  return fieldsInvalid({ pointer: 'confirm_name', code: 'wrong_value', detail });
}
