import type { AccountAccess } from '@rapport/contract/access';
import type { Account } from '@rapport/contract/accounts';
import { useQueries } from '@tanstack/react-query';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { useOwnLogins } from '../accounts/own-login.ts';
import { reads } from '../api/queries.ts';

/**
 * Returns a function that is true when the User may change records of an Account. It is true until
 * the roles are known, because most Users may.
 */
export function useMayWrite(): (account_uuid: string) => boolean {
  const logins = useOwnLogins();
  return (account_uuid) => logins.find((login) => login.account_uuid === account_uuid)?.role !== 'viewer';
}

/**
 * Returns a function that is true when the User may also change what concerns records that they do
 * not name, as a merge or an import does. Not where the Account lets them see or change only some.
 */
export function useMayWriteAll(): (account_uuid: string) => boolean {
  const members = useOwnLogins().filter(({ role }) => role === 'member');
  const access = useQueries({
    queries: members.map(({ account_uuid: uuid }) => ({
      ...reads<AccountAccess>(['accounts', uuid, 'access'], `/api/v2/accounts/${uuid}/access`),
      staleTime: 60_000,
    })),
  });
  const mayWrite = useMayWrite();
  const narrowed = access.filter(({ data }) =>
    Object.values(data?.levels.member ?? {}).some(({ see, change }) => see !== 'all' || change !== 'all'),
  );
  return (account_uuid) =>
    mayWrite(account_uuid) && !narrowed.some(({ data }) => data?.account_uuid === account_uuid);
}

/**
 * True when the User may change records of the chosen Account, or of any if none is chosen. True
 * until the roles are known, so that buttons do not appear late.
 */
export function useMayWriteHere(): boolean {
  const { isSuccess } = useAccounts();
  const account = useCurrentAccount();
  const writable = useWritableAccounts();
  if (!isSuccess) return true;
  return account ? writable.includes(account) : writable.length > 0;
}

/** Returns the Accounts to which the User may add records. */
export function useWritableAccounts(): Account[] {
  const { data: accounts = [] } = useAccounts();
  const mayWrite = useMayWrite();
  return accounts.filter(({ uuid }) => mayWrite(uuid));
}
