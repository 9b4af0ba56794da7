import type { Role } from '@rapport/contract/accounts';
import { permits } from '../../access/reach.ts';
import { refuseOwnerChange } from '../logins/rules.ts';

/**
 * True when a sender with `senderRole` may still invite somebody as `role`; null: the sender has no
 * Login any more. An invitation ends when its sender loses the right to send it. Otherwise it would
 * undo the decision to take that right away.
 */
export function mayInvite(senderRole: Role | null, role: Role): boolean {
  if (!permits(senderRole, 'manage_logins')) return false;
  return refuseOwnerChange(permits(senderRole, 'manage_owners'), role) === null;
}
