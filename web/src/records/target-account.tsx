import { Select } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { type RefObject, useState } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { records } from '../texts/records.ts';
import { useWritableAccounts } from './may-write.ts';

type TargetAccount = {
  /** The Accounts to choose from. */
  accounts: Account[];
  /** Whether the User is asked, because it is not plain which Account is meant. */
  isAsked: boolean;
  /** Null until one is chosen, or the Accounts are known. */
  account_uuid: string | null;
  choose: (account_uuid: string | null) => void;
};

/**
 * The Account for new records: the one that the pages are about. With several, the User is asked: a
 * record in the wrong business is found late, and cannot be moved.
 */
export function useTargetAccount(): TargetAccount {
  const accounts = useWritableAccounts();
  const current = useCurrentAccount();
  const [chosen, choose] = useState<string | null>(null);
  // Asked for anew each time: the Accounts may still be on their way when the page opens.
  const here = current === null ? accounts : accounts.filter(({ uuid }) => uuid === current.uuid);
  const only = here.length === 1 ? here[0]!.uuid : null;
  return { accounts, isAsked: accounts.length > 1 || only === null, account_uuid: chosen ?? only, choose };
}

/** Asks for the Account where there are several, or where the only one is not that of the pages. */
export function AccountChoice(props: {
  target: TargetAccount;
  label: string;
  error?: string | null;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  const { accounts, isAsked, account_uuid, choose } = props.target;
  if (accounts.length === 0 || !isAsked) return null;
  return (
    <Select
      ref={props.ref}
      label={props.label}
      maw={360}
      data={accounts.map(({ uuid, name }) => ({ value: uuid, label: name }))}
      value={account_uuid}
      placeholder={records.chooseAccount}
      withAsterisk
      searchable={accounts.length > 8}
      allowDeselect={false}
      error={account_uuid === null ? props.error : null}
      onChange={choose}
    />
  );
}
