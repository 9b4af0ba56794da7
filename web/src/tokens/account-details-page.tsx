import { Anchor, Button, Text } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { Link } from '@tanstack/react-router';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { useOwnLogin } from '../accounts/own-login.ts';
import { RenameAccount } from '../accounts/rename-account.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { accounts as accountTexts } from '../texts/accounts.ts';
import { nav } from '../texts/common.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { PersonalAccessTokens } from './personal-access-tokens.tsx';

/** The height of the name form, so that nothing jumps when it appears. */
const NAME_HEIGHT_PX = 130;

/** Settings → Account Details: the current Account, and the tokens of the User (contract §5.1). */
export function AccountDetailsPage() {
  const current = useCurrentAccount();
  const accounts = useAccounts();
  return (
    <Page
      title={texts.page}
      actions={
        current && (
          <Button component={Link} to={`/accounts/${current.uuid}`} variant="default">
            {accountTexts.members}
          </Button>
        )
      }
    >
      {current ? (
        <CurrentAccount account={current} />
      ) : accounts.isPending ? (
        <Loading h={NAME_HEIGHT_PX} />
      ) : (
        <Section title={nav.accounts}>
          <ProblemAlert error={accounts.error} onRetry={accounts.refetch} />
          {accounts.data?.length === 0 && <NoAccount />}
          {accounts.data?.map(({ uuid, name }) => (
            <Anchor key={uuid} component={Link} to={`/accounts/${uuid}`} size="sm" className="break-anywhere">
              {name}
            </Anchor>
          ))}
        </Section>
      )}
      <PersonalAccessTokens />
    </Page>
  );
}

/** The name of the current Account, which only an owner may change. */
function CurrentAccount({ account }: { account: Account }) {
  const { data: mine, isPending } = useOwnLogin(account.uuid);
  if (isPending) return <Loading h={NAME_HEIGHT_PX} />;
  if (mine?.role === 'owner')
    return <RenameAccount key={`${account.uuid} ${account.version}`} account={account} />;
  return (
    <Section title={accountTexts.details}>
      <Text size="sm" className="break-anywhere">
        {account.name}
      </Text>
    </Section>
  );
}
