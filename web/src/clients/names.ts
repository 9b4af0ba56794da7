import { useMemo } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import type { Names } from './columns.tsx';

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
