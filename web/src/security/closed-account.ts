import { useRouterState, useSearch } from '@tanstack/react-router';
import { useAccounts } from '../accounts/current-account.ts';
import { useMe } from '../identity/session.ts';

export const SECURITY_PATH = '/settings/security';

/**
 * Returns the Accounts that are closed to the User until they set up a second factor. `here` is the
 * one that the page shows, or null. `names` are those of all, for a note above the page.
 */
export function useClosedAccount(): { names: string[]; here: string | null } {
  const { data: me } = useMe();
  const { data: accounts } = useAccounts();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { account_uuid } = useSearch({ strict: false }) as { account_uuid?: string };
  const closed = me?.closed_accounts ?? [];
  if (closed.length === 0 || path === SECURITY_PATH) return { names: [], here: null };
  const asked = closed.find(({ uuid }) => uuid === account_uuid || path.startsWith(`/accounts/${uuid}`));
  const here = asked ?? (accounts?.length === 0 ? closed[0] : undefined);
  return { names: closed.map(({ name }) => name), here: here?.name ?? null };
}
