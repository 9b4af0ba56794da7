import { Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../identity/session.ts';
import { nav } from '../texts/common.ts';
import { AccountMark } from './account-mark.tsx';
import { isOutOfReach, useAccounts, useChooseAccount, useCurrentAccount } from './current-account.ts';

const ALL = 'all';
const NEW = 'new';

/** The choice of the current Account, which the pages show. */
export function AccountSelect({ name }: { name: string }) {
  const { data: accounts = [] } = useAccounts();
  const { account_uuid } = useSearch({ strict: false }) as { account_uuid?: string };
  // Accounts closed to the User can be chosen, too, because their page explains how to open them.
  const closed = useMe().data?.closed_accounts ?? [];
  const open = useCurrentAccount();
  const current =
    closed.find(({ uuid }) => uuid === account_uuid) ?? open ?? (accounts.length === 0 ? closed[0] : null);
  const choose = useChooseAccount();
  const navigate = useNavigate();
  const data = [
    ...(accounts.length + closed.length > 1 ? [{ value: ALL, label: nav.allAccounts }] : []),
    ...[...accounts, ...closed].map(({ uuid, name }) => ({ value: uuid, label: name })),
    { value: NEW, label: nav.newAccount },
  ];
  return (
    <Select
      className="account-switcher"
      leftSection={<AccountMark name={name} />}
      aria-label={nav.account}
      data={data}
      placeholder={nav.account}
      // With a foreign Account in the address nothing is selected, so that every choice is a
      // change.
      value={account_uuid && isOutOfReach(account_uuid) ? null : (current?.uuid ?? ALL)}
      allowDeselect={false}
      searchable={accounts.length > 8}
      comboboxProps={{ width: 'min(16.25rem, calc(100vw - 10px))', position: 'bottom-start' }}
      onChange={(value) => {
        if (value === NEW) void navigate({ to: '/accounts', search: { create: '1' } as never });
        else choose(value === ALL ? null : value);
      }}
    />
  );
}
