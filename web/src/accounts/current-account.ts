import type { Account } from '@rapport/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { get } from '../api/request.ts';

/** The Accounts of the User, by name. */
export function useAccounts() {
  return useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => get<Account[]>('/api/v2/accounts?sort=name&limit=200', signal),
    staleTime: 60_000,
  });
}

/** The Account that the pages are about, from the address; null: all of them. With a single Account it is always that one. */
export function useCurrentAccount(): Account | null {
  const { account_uuid } = useSearch({ strict: false }) as { account_uuid?: string };
  const { data: accounts = [] } = useAccounts();
  if (accounts.length === 1) return accounts[0]!;
  return accounts.find((account) => account.uuid === account_uuid) ?? null;
}

/** Makes the pages be about another Account, or all (null). */
export function useChooseAccount(): (account_uuid: string | null) => void {
  const navigate = useNavigate();
  return (account_uuid) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, account_uuid: account_uuid ?? undefined }),
    });
}
