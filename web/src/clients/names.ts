import type { Login } from '@rapport/contract/accounts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
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
    combine: allOf,
  });
}

/** Names of all Accounts and of their Users; the same object as long as they are the same, for rows that are not to be drawn again. */
export function useNames(): Names {
  const { data: accounts } = useAccounts();
  const logins = useLogins();
  return useMemo(
    () =>
      Object.fromEntries([
        ...(accounts ?? []).map(({ uuid, name }) => [uuid, name]),
        ...logins.map(({ user }) => [user.uuid, user.name]),
      ]),
    [accounts, logins],
  );
}

/** One function for all times, so that the same logins stay the same list. */
function allOf(results: { data?: Login[] | undefined }[]): Login[] {
  return results.flatMap((result) => result.data ?? []);
}
