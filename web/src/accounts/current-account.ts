import type { Account } from '@rapport/contract/accounts';
import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readsAll } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';

const QUERY_KEY = ['accounts'];

/** The query for the Accounts of the User, by name. */
export const ACCOUNTS = { ...readsAll<Account>(QUERY_KEY, '/api/v2/accounts?sort=name'), staleTime: 60_000 };

/** The Accounts of the User, by name. */
export function useAccounts() {
  return useQuery(ACCOUNTS);
}

/**
 * Returns the Account that the pages show, from the address; null for all. A single Account is
 * always the current one.
 */
export function useCurrentAccount(): Account | null {
  const { account_uuid } = useSearch({ strict: false }) as { account_uuid?: string };
  const { data: accounts = [] } = useAccounts();
  if (accounts.length === 1) return accounts[0]!;
  return accounts.find((account) => account.uuid === account_uuid) ?? null;
}

/**
 * Returns the name of an Account, for what a page shows of several; null while it shows one alone.
 */
export function useNameAmongAll(): (account_uuid: string) => string | null {
  const current = useCurrentAccount();
  const { data: accounts = [] } = useAccounts();
  return (account_uuid) =>
    current ? null : (accounts.find(({ uuid }) => uuid === account_uuid)?.name ?? null);
}

/**
 * True when the User certainly has no Login to this Account. The link of somebody else may name it.
 */
export function isOutOfReach(account_uuid: string): boolean {
  const accounts = queryClient.getQueryData<Account[]>(QUERY_KEY);
  const closed = queryClient.getQueryData<CurrentUser>(['me'])?.closed_accounts ?? [];
  return accounts !== undefined && ![...accounts, ...closed].some(({ uuid }) => uuid === account_uuid);
}

/** Returns a function that changes the current Account; null shows all. */
export function useChooseAccount(): (account_uuid: string | null) => void {
  const navigate = useNavigate();
  return (account_uuid) =>
    void navigate({
      to: '.',
      // A view is one of its Account.
      search: (before: object) => ({
        ...before,
        account_uuid: account_uuid ?? undefined,
        view: undefined,
        draft: undefined,
      }),
    });
}
