import type { Login } from '@rapport/contract/accounts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { getAll } from '../api/request.ts';
import { useAccounts } from './current-account.ts';

/** The query for everybody's Logins to an Account. */
export function loginsOf(account_uuid: string) {
  return queryOptions({
    queryKey: ['accounts', account_uuid, 'logins'],
    queryFn: ({ signal }) => getAll<Login>(`/api/v2/accounts/${account_uuid}/logins`, signal),
  });
}

/**
 * Everybody's Logins to the User's Accounts, for names of owners. None until all are there: a User
 * missing from the list is then surely no member.
 */
export function useLogins(): Login[] {
  const { data: accounts = [] } = useAccounts();
  return useQueries({
    queries: accounts.map(({ uuid }) => ({ ...loginsOf(uuid), staleTime: 60_000 })),
    combine: allOf,
  });
}

/** One function for all times, so that the same Logins stay the same list. */
function allOf(results: { data?: Login[] | undefined }[]): Login[] {
  return results.every(({ data }) => data) ? results.flatMap(({ data }) => data!) : [];
}
