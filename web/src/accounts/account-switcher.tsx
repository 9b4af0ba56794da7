import { Input } from '@mantine/core';
import { later } from '../layout/later.tsx';
import { nav } from '../texts/common.ts';
import { AccountMark } from './account-mark.tsx';
import { useCurrentAccount } from './current-account.ts';

type Props = { name: string };

const AccountSelect = later<Props>(
  async () => (await import('./account-select.tsx')).AccountSelect,
  ({ name }) => (
    <div className="account-switcher">
      <Input component="div" leftSection={<AccountMark name={name} />}>
        {name}
      </Input>
    </div>
  ),
);

/** Names the current Account. After its script is loaded, another one can be chosen. */
export function AccountSwitcher() {
  return <AccountSelect name={useCurrentAccount()?.name ?? nav.allAccounts} />;
}
