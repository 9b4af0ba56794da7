import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { RenameAccount } from '../accounts/rename-account.tsx';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { accounts as accountTexts } from '../texts/accounts.ts';
import { nav } from '../texts/common.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { PersonalAccessTokens } from './personal-access-tokens.tsx';

/** Settings → Account Details: the current Account, and the tokens of the User (contract §5.1). */
export function AccountDetailsPage() {
  const current = useCurrentAccount();
  const { data: accounts = [] } = useAccounts();
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
        <RenameAccount key={`${current.uuid} ${current.version}`} account={current} />
      ) : (
        <Section title={nav.accounts}>
          {accounts.map(({ uuid, name }) => (
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
