import type { View } from '@rapport/contract/views';
import { useQuery } from '@tanstack/react-query';
import { useAccounts, useCurrentAccount } from '../../accounts/current-account.ts';
import { reads } from '../../api/queries.ts';
import type { Address } from '../../fields/address.ts';

/** The query for all views that the User sees, in their own order. */
export const SAVED_VIEWS = { ...reads<View[]>(['saved-views'], '/api/v2/views'), staleTime: 60_000 };

/** Returns the views of a kind in the current Account. Undefined until they are read. */
export function useSavedViews(resource: string): View[] | undefined {
  const { data } = useQuery(SAVED_VIEWS);
  const account = useCurrentAccount();
  return data?.filter(
    (view) => view.resource === resource && (account === null || view.account_uuid === account.uuid),
  );
}

/** Returns the views that the menu shows below a kind. */
export function usePinnedViews(resource: string): View[] {
  return useSavedViews(resource)?.filter(({ pinned }) => pinned) ?? [];
}

/**
 * Returns the name of a view's Account where the views of several are shown, because they may have
 * the same names.
 */
export function useAccountOf(): (view: View) => string | undefined {
  const { data: accounts = [] } = useAccounts();
  const isOne = useCurrentAccount() !== null;
  return ({ account_uuid }) => (isOne ? undefined : accounts.find(({ uuid }) => uuid === account_uuid)?.name);
}

/** Returns the address of a view: the table or the board of its kind. */
export function addressOfView({ uuid, account_uuid, layout }: View, path: string): Address {
  return { to: layout === 'board' ? `${path}/board` : path, search: { view: uuid, account_uuid } };
}
