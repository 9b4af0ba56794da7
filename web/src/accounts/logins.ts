import type { Login } from '@rapport/contract/accounts';
import { useQueries } from '@tanstack/react-query';
import { get } from '../api/request.ts';
import { useAccounts } from './current-account.ts';

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

/** One function for all times, so that the same logins stay the same list. */
function allOf(results: { data?: Login[] | undefined }[]): Login[] {
  return results.flatMap((result) => result.data ?? []);
}
