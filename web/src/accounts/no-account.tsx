import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../layout/empty.tsx';
import { accounts as texts } from '../texts/accounts.ts';

/**
 * For a User whose last Account was left or deleted. Without an Account there is nothing to see,
 * and nowhere to add it.
 */
export function NoAccount() {
  return (
    <Empty title={texts.emptyTitle} what={texts.empty}>
      <Button component={Link} to="/accounts" search={{ create: '1' } as never}>
        {texts.create}
      </Button>
    </Empty>
  );
}
