import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { Page } from '../layout/page.tsx';
import { Together } from '../layout/together.tsx';
import { tokens as texts } from '../texts/tokens.ts';
import { PersonalAccessTokens } from '../tokens/personal-access-tokens.tsx';
import { ChangeEmail, ChangeName } from './credentials.tsx';
import { OwnLanguage } from './language.tsx';
import { OwnTimeZone } from './time-zone.tsx';

/** Settings → Account Details: who the User is, and their tokens (contract §5.1). */
export function AccountDetailsPage() {
  const account = useCurrentAccount();
  const business = (
    <Anchor
      component={Link}
      to={account ? `/accounts/${account.uuid}` : '/accounts'}
      size="sm"
      underline="always"
    >
      {account?.name ?? texts.allBusinesses}
    </Anchor>
  );
  return (
    <Page
      title={texts.page}
      about={
        <>
          {texts.pageAbout} {business}
        </>
      }
    >
      <Together>
        <PersonalAccessTokens />
        <ChangeName />
        <ChangeEmail />
        <OwnLanguage />
        <OwnTimeZone />
      </Together>
    </Page>
  );
}
