import type { Account } from '@rapport/contract/accounts';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { useOwnLogins } from '../accounts/own-login.ts';

/**
 * Returns a function that is true when the User may change records of an Account. It is true until
 * the roles are known, because most Users may.
 */
export function useMayWrite(): (account_uuid: string) => boolean {
  const logins = useOwnLogins();
  return (account_uuid) => logins.find((login) => login.account_uuid === account_uuid)?.role !== 'viewer';
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
