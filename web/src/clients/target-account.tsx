import { Select } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { type RefObject, useState } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { clients } from '../texts/clients.ts';
import { useWritableAccounts } from './may-write.ts';

type TargetAccount = {
  /** Those to choose from. */
  accounts: Account[];
  /** Null until one is chosen, or the Accounts are known. */
  account_uuid: string | null;
  choose: (account_uuid: string | null) => void;
};

/**
 * The Account to which new Clients go: the one that the pages are about. Where they are about several it is asked for, because Clients
 * among those of another business are found late, and cannot be moved.
 */
export function useTargetAccount(): TargetAccount {
  const accounts = useWritableAccounts();
  const current = useCurrentAccount();
  const [chosen, choose] = useState<string | null>(null);
  const only = accounts.length === 1 ? accounts[0] : undefined;
  // Asked for anew each time: the Accounts may still be on their way when the page opens.
  const account_uuid = chosen ?? (accounts.find(({ uuid }) => uuid === current?.uuid) ?? only)?.uuid ?? null;
  return { accounts, account_uuid, choose };
}

/** Asks for the Account where there are several. */
export function AccountChoice(props: {
  target: TargetAccount;
  label: string;
  error?: string | null;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  const { accounts, account_uuid, choose } = props.target;
  if (accounts.length < 2) return null;
  return (
    <Select
      ref={props.ref}
      label={props.label}
      maw={360}
      data={accounts.map(({ uuid, name }) => ({ value: uuid, label: name }))}
      value={account_uuid}
      placeholder={clients.chooseAccount}
      withAsterisk
      searchable={accounts.length > 8}
      allowDeselect={false}
      error={account_uuid === null ? props.error : null}
      onChange={choose}
    />
  );
}
