import type { Login } from '@rapport/contract/accounts';
import { useQueries } from '@tanstack/react-query';
import { readsAll } from '../api/queries.ts';
import { useAccounts } from './current-account.ts';

/** Returns the query for all Logins to an Account. */
export function loginsOf(account_uuid: string) {
  return readsAll<Login>(['accounts', account_uuid, 'logins'], `/api/v2/accounts/${account_uuid}/logins`);
}

/**
 * Returns all Logins to the User's Accounts, to name the owners of records. Returns none until all
 * are read, so that a User who is missing in a complete list is certainly no member.
 */
export function useLogins(): Login[] {
  const { data: accounts = [] } = useAccounts();
  return useQueries({
    queries: accounts.map(({ uuid }) => ({ ...loginsOf(uuid), staleTime: 60_000 })),
    combine: allOf,
  });
}

/**
 * A single function for all calls, so that equal Logins give the same array and cause no render.
 */
function allOf(results: { data?: Login[] | undefined }[]): Login[] {
  return results.every(({ data }) => data) ? results.flatMap(({ data }) => data!) : [];
}
