import { Input } from '@mantine/core';
import { later } from '../layout/later.tsx';
import { nav } from '../texts/common.ts';
import { useCurrentAccount } from './current-account.ts';

type Props = { className: string; name: string };

const AccountSelect = later<Props>(
  async () => (await import('./account-select.tsx')).AccountSelect,
  ({ className, name }) => (
    <Input component="div" className={className} size="xs">
      {name}
    </Input>
  ),
);

/** Names the current Account. After its script is loaded, another one can be chosen. */
export function AccountSwitcher({ className }: { className: string }) {
  return <AccountSelect className={className} name={useCurrentAccount()?.name ?? nav.allAccounts} />;
}
