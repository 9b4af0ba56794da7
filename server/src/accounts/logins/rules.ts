import type { Role } from '@rapport/contract/accounts';
import { Problem } from '../../platform/problem.ts';

/** An Account without an owner could be managed by nobody. Null when the change leaves one. */
export function refuseLastOwner(role: Role, owners: number, roleAfter: Role | null): Problem | null {
  if (role !== 'owner' || roleAfter === 'owner' || owners > 1) return null;
  return new Problem(
    'last_owner',
    'This is the last owner of the Account. Make somebody else an owner first, or delete the Account.',
  );
}

/** Only an owner makes owners or changes them: an admin could otherwise take the Account over. */
export function refuseOwnerChange(callerRole: Role, ...roles: Role[]): Problem | null {
  if (callerRole === 'owner' || !roles.includes('owner')) return null;
  return new Problem(
    'role_insufficient',
    'Only an owner of the Account can add, change or remove an owner. Ask one.',
  );
}
