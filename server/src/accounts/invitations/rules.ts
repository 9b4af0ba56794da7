import type { Role } from '@rapport/contract/accounts';
import { refuseOwnerChange } from '../logins/rules.ts';

/**
 * Whether somebody with `senderRole` could send an invitation with `role` now; null: their Login is
 * gone. An invitation stops working when its sender loses the right to send it. Otherwise it would
 * outlive the decision to take that right.
 */
export function mayInvite(senderRole: Role | null, role: Role): boolean {
  if (senderRole !== 'owner' && senderRole !== 'admin') return false;
  return refuseOwnerChange(senderRole, role) === null;
}
