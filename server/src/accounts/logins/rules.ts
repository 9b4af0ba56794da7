import { LOGINS_MAX, OWNED_ACCOUNTS_MAX, type Role } from '@rapport/contract/accounts';
import { Problem } from '../../platform/problem.ts';

/** 409 for a change that leaves the Account without an owner: nobody could manage it. */
export function refuseLastOwner(role: Role, owners: number, roleAfter: Role | null): Problem | null {
  if (role !== 'owner' || roleAfter === 'owner' || owners > 1) return null;
  return new Problem(
    'last_owner',
    'This is the last owner of the Account. Make somebody else an owner first, or delete the Account.',
  );
}

/**
 * 403 for changes of owners by anybody but an owner: an admin could otherwise take the Account
 * over.
 */
export function refuseOwnerChange(mayOwners: boolean, ...roles: Role[]): Problem | null {
  if (mayOwners || !roles.includes('owner')) return null;
  return new Problem(
    'role_insufficient',
    'Only an owner of the Account can add, change or remove an owner. Ask one.',
  );
}

/** The number of Logins of a User, and how many of them are as an owner. */
export type LoginCounts = { logins: number; owned: number };

/** 422 when one more Login with this role would be too many, in all or as an owner. */
export function refuseMoreLogins({ logins, owned }: LoginCounts, role: Role): Problem | null {
  if (logins >= LOGINS_MAX) {
    const detail = `The User is in ${LOGINS_MAX} Accounts, the most allowed. ${DELETED_COUNT} The User must leave one first (DELETE /api/v2/logins/{uuid}).`;
    return new Problem('limit_reached', detail);
  }
  return role === 'owner' ? refuseMoreOwned(owned) : null;
}

/** 422 for another Account of a User who owns as many as allowed. */
export function refuseMoreOwned(owned: number): Problem | null {
  if (owned < OWNED_ACCOUNTS_MAX) return null;
  const detail = `The User is an owner of ${OWNED_ACCOUNTS_MAX} Accounts, the most allowed. ${DELETED_COUNT} The User must make somebody else the owner of one first.`;
  return new Problem('limit_reached', detail);
}

/**
 * Deleted Accounts count until they are purged. Otherwise a User could create and delete them
 * without end.
 */
const DELETED_COUNT = 'Accounts deleted in the last 30 days count.';
