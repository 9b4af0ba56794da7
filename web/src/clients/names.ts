import type { Login } from '@rapport/contract/accounts';
import { useQueries } from '@tanstack/react-query';
import { useAccounts } from '../accounts/current-account.ts';
import { get } from '../api/request.ts';
import type { Names } from './columns.tsx';

/** The Logins of the Accounts that the User has, for names of owners. */
export function useLogins(): Login[] {
  const { data: accounts = [] } = useAccounts();
  return useQueries({
    queries: accounts.map(({ uuid }) => ({
      queryKey: ['accounts', uuid, 'logins'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<Login[]>(`/api/v2/accounts/${uuid}/logins?limit=200`, signal),
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap((result) => result.data ?? []),
  });
}

/** Names of all Accounts and of their Users. */
export function useNames(): Names {
  const { data: accounts = [] } = useAccounts();
  const logins = useLogins();
  return Object.fromEntries([
    ...accounts.map(({ uuid, name }) => [uuid, name]),
    ...logins.map(({ user }) => [user.uuid, user.name]),
  ]);
}
