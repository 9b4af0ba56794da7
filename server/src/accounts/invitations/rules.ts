import type { Role } from '@rapport/contract/accounts';
import { refuseOwnerChange } from '../logins/rules.ts';

/**
 * Whether somebody with `senderRole` could send an invitation with `role` now; null: their login is gone. What they sent while they
 * could works no more when they cannot: it would outlive the decision to take the right from them.
 */
export function mayInvite(senderRole: Role | null, role: Role): boolean {
  if (senderRole !== 'owner' && senderRole !== 'admin') return false;
  return refuseOwnerChange(senderRole, role) === null;
}
