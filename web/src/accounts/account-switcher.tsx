import { Input } from '@mantine/core';
import { later } from '../layout/later.tsx';
import { nav } from '../texts/common.ts';
import { AccountMark } from './account-mark.tsx';
import { useCurrentAccount } from './current-account.ts';

type Props = { name: string };

const AccountSelect = later<Props>(
  async () => (await import('./account-select.tsx')).AccountSelect,
  ({ name }) => (
    <Input component="div" className="account-switcher" leftSection={<AccountMark name={name} />}>
      {name}
    </Input>
  ),
);

/** Names the current Account. After its script is loaded, another one can be chosen. */
export function AccountSwitcher() {
  return <AccountSelect name={useCurrentAccount()?.name ?? nav.allAccounts} />;
}
