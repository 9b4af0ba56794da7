import { LOGINS_MAX, OWNED_ACCOUNTS_MAX, type Role } from '@rapport/contract/accounts';
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

/** How many Logins a User has, and in how many of them they are an owner. */
export type LoginCounts = { logins: number; owned: number };

/** Refuses a User with too many Logins, or too many as an owner, one more with this role. */
export function refuseMoreLogins({ logins, owned }: LoginCounts, role: Role): Problem | null {
  if (logins >= LOGINS_MAX) {
    const detail = `The User is in ${LOGINS_MAX} Accounts, the most there can be. ${DELETED_COUNT} Let the User leave one first (DELETE /api/v2/logins/{uuid}).`;
    return new Problem('limit_reached', detail);
  }
  return role === 'owner' ? refuseMoreOwned(owned) : null;
}

/** Refuses an owner of too many Accounts another one. */
export function refuseMoreOwned(owned: number): Problem | null {
  if (owned < OWNED_ACCOUNTS_MAX) return null;
  const detail = `The User is an owner of ${OWNED_ACCOUNTS_MAX} Accounts, the most there can be. ${DELETED_COUNT} Let the User make somebody else the owner of one first.`;
  return new Problem('limit_reached', detail);
}

/**
 * They exist until they are purged. If they did not count, they could be made and deleted without
 * end.
 */
const DELETED_COUNT = 'Those that were deleted in the last 30 days count.';
