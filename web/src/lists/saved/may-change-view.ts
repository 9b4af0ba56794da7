import type { View } from '@rapport/contract/views';
import { useOwnLogins } from '../../accounts/own-login.ts';
import { useMe } from '../../fields/me.ts';

/** Returns what the User may do with a view, as the API decides it. */
export function useMayChangeView({ account_uuid, owner_uuid }: Pick<View, 'account_uuid' | 'owner_uuid'>): {
  mayChange: boolean;
  isMaker: boolean;
  mayShare: boolean;
} {
  const me = useMe();
  const role = useOwnLogins().find((login) => login.account_uuid === account_uuid)?.role;
  const isMaker = owner_uuid !== null && owner_uuid === me;
  const mayShare = role !== undefined && role !== 'viewer';
  return { isMaker, mayShare, mayChange: isMaker || role === 'owner' || role === 'admin' };
}
