import { Select } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { type RefObject, useState } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { records } from '../texts/records.ts';
import { useWritableAccounts } from './may-write.ts';

type TargetAccount = {
  /** The Accounts to choose from. */
  accounts: Account[];
  /** True when the User must choose, because several Accounts are possible. */
  isAsked: boolean;
  /** Null until an Account is chosen, or until the Accounts are known. */
  account_uuid: string | null;
  choose: (account_uuid: string | null) => void;
};

/**
 * Returns the Account for new records, at first the chosen Account of the pages. A User with
 * several Accounts is asked, because a record in the wrong one is noticed late and cannot be moved.
 */
export function useTargetAccount(): TargetAccount {
  const accounts = useWritableAccounts();
  const current = useCurrentAccount();
  const [chosen, choose] = useState<string | null>(null);
  // Not kept as state, because the Accounts may not be known yet when the page opens.
  const here = current === null ? accounts : accounts.filter(({ uuid }) => uuid === current.uuid);
  const only = here.length === 1 ? here[0]!.uuid : null;
  return { accounts, isAsked: accounts.length > 1 || only === null, account_uuid: chosen ?? only, choose };
}

/**
 * The choice of the Account. Shown if there are several, or if the only one is not the chosen one.
 */
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
