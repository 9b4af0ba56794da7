import type { Account } from '@rapport/contract/accounts';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { useOwnLogins } from '../accounts/own-login.ts';

/** Whether the User may change records of an Account; true until it is known, because most may. */
export function useMayWrite(): (account_uuid: string) => boolean {
  const logins = useOwnLogins();
  return (account_uuid) => logins.find((login) => login.account_uuid === account_uuid)?.role !== 'viewer';
}

/**
 * Whether the User may change records of the Account that the pages are about, or of any. True
 * until it is known, so that nothing jumps.
 */
export function useMayWriteHere(): boolean {
  const { isSuccess } = useAccounts();
  const account = useCurrentAccount();
  const writable = useWritableAccounts();
  if (!isSuccess) return true;
  return account ? writable.includes(account) : writable.length > 0;
}

/** The Accounts to which the User may add records. */
export function useWritableAccounts(): Account[] {
  const { data: accounts = [] } = useAccounts();
  const mayWrite = useMayWrite();
  return accounts.filter(({ uuid }) => mayWrite(uuid));
}
