import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { nav } from '../texts/common.ts';
import { useAccounts, useChooseAccount, useCurrentAccount } from './current-account.ts';

const ALL = 'all';
const NEW = 'new';

/** Says which Account the pages are about, and changes it. */
export function AccountSwitcher() {
  const { data: accounts = [] } = useAccounts();
  const current = useCurrentAccount();
  const choose = useChooseAccount();
  const navigate = useNavigate();
  const data = [
    ...(accounts.length > 1 ? [{ value: ALL, label: nav.allAccounts }] : []),
    ...accounts.map(({ uuid, name }) => ({ value: uuid, label: name })),
    { value: NEW, label: nav.newAccount },
  ];
  return (
    <Select
      className="account-switcher"
      aria-label={nav.account}
      data={data}
      value={current?.uuid ?? ALL}
      allowDeselect={false}
      searchable={accounts.length > 8}
      size="xs"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      onChange={(value) => {
        if (value === NEW) void navigate({ to: '/accounts', search: { create: '1' } as never });
        else choose(value === ALL ? null : value);
      }}
    />
  );
}
