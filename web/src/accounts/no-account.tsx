import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../layout/empty.tsx';
import { accounts as texts } from '../texts/accounts.ts';
import { PendingLogins } from './pending-logins.tsx';

/** Shown to a User without any Account, after they left or deleted the last one. */
export function NoAccount() {
  return (
    <>
      <PendingLogins />
      <Empty title={texts.emptyTitle} what={texts.empty}>
        <Button component={Link} to="/accounts" search={{ create: '1' } as never}>
          {texts.create}
        </Button>
      </Empty>
    </>
  );
}
