import { Input } from '@mantine/core';
import { later } from '../layout/later.tsx';
import { nav } from '../texts/common.ts';
import { useCurrentAccount } from './current-account.ts';

type Props = { className: string };

/** Says which Account the pages are about; once its script is there, it changes it. */
export const AccountSwitcher = later<Props>(
  async () => (await import('./account-select.tsx')).AccountSelect,
  (props) => <CurrentAccount {...props} />,
);

function CurrentAccount({ className }: Props) {
  const current = useCurrentAccount();
  return (
    <Input component="div" className={className} size="xs">
      {current?.name ?? nav.allAccounts}
    </Input>
  );
}
