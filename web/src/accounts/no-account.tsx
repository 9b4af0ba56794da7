import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../layout/empty.tsx';
import { accounts as texts } from '../texts/accounts.ts';

/** For who has left their last Account, or whose last was deleted: without one there is nothing to see, and nowhere to add it. */
export function NoAccount() {
  return (
    <Empty title={texts.emptyTitle} what={texts.empty}>
      <Button component={Link} to="/accounts" search={{ create: '1' } as never}>
        {texts.create}
      </Button>
    </Empty>
  );
}
