import type { AccountAccess, NarrowedRole } from '@rapport/contract/access';
import type { Account } from '@rapport/contract/accounts';
import type { RecordAccess } from '@rapport/contract/records/access';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { useOwnLogins } from '../accounts/own-login.ts';
import { reads } from '../api/queries.ts';
import type { RecordData } from './data.ts';

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
  const mayWrite = useMayWrite();
  const narrowed = useNarrowed();
  return (account_uuid) => mayWrite(account_uuid) && !narrowed.includes(account_uuid);
}

/** True when the User may import and merge in the chosen Account, or in any if none is chosen. */
export function useMayWriteAllHere(): boolean {
  const account = useCurrentAccount();
  const mayWriteAll = useMayWriteAll();
  const writable = useWritableAccounts();
  return account ? mayWriteAll(account.uuid) : writable.some(({ uuid }) => mayWriteAll(uuid));
}

/** True when an Account of the User hides records from them: what is not there may be hidden. */
export function useIsHidden(): boolean {
  const logins = useOwnLogins().filter(({ role }) => role === 'member' || role === 'viewer');
  const access = useQueries({
    queries: logins.map(({ account_uuid: uuid }) => ({
      ...reads<AccountAccess>(['accounts', uuid, 'access'], `/api/v2/accounts/${uuid}/access`),
      staleTime: 60_000,
    })),
  });
  return logins.some(({ role }, index) => {
    const levels = access[index]?.data?.levels[role as NarrowedRole] ?? {};
    return Object.values(levels).some(({ see }) => see !== 'all');
  });
}

/** The Accounts that let the User, as a member, see or change only some records. */
function useNarrowed(): string[] {
  const members = useOwnLogins().filter(({ role }) => role === 'member');
  const access = useQueries({
    queries: members.map(({ account_uuid: uuid }) => ({
      ...reads<AccountAccess>(['accounts', uuid, 'access'], `/api/v2/accounts/${uuid}/access`),
      staleTime: 60_000,
    })),
  });
  return access.flatMap(({ data }) => {
    const levels = Object.values(data?.levels.member ?? {});
    return levels.some(({ see, change }) => see !== 'all' || change !== 'all') ? [data!.account_uuid] : [];
  });
}

/**
 * True when the User may change a record, not only see it. True until that is known, because most
 * may. `path` is that of the view of its kind.
 */
export function useMayChange({ uuid, account_uuid }: RecordData, path: string): boolean {
  const mayWrite = useMayWrite()(account_uuid);
  const isNarrowed = useNarrowed().includes(account_uuid);
  const { data } = useQuery({ ...accessOf(path, uuid), enabled: isNarrowed });
  return mayWrite && (!isNarrowed || (data?.may_change ?? true));
}

/** Reads who sees a record, and whether the User may change it. */
export function accessOf(path: string, uuid: string) {
  return reads<RecordAccess>([path, uuid, 'access'], `/api/v2${path}/${uuid}/access`);
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
