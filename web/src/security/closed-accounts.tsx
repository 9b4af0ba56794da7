import { Alert, Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../layout/empty.tsx';
import { secondFactor as texts } from '../texts/second-factor.ts';
import { SECURITY_PATH } from './closed-account.ts';

/**
 * Leads to the setup of a second factor. Replaces a page of an Account that requires one (`here`),
 * and stands above all other pages.
 */
export function ClosedAccounts({ names, here }: { names: string[]; here: string | null }) {
  if (here !== null) {
    return (
      <Empty title={texts.closedTitle(here)} what={texts.closed}>
        <Button component={Link} to={SECURITY_PATH}>
          {texts.toSetup}
        </Button>
      </Empty>
    );
  }
  return (
    <Alert color="yellow" variant="light" mb="md">
      <Text size="sm">
        {texts.closedNote(names)}{' '}
        <Anchor component={Link} to={SECURITY_PATH} size="sm">
          {texts.toSetup}
        </Anchor>
      </Text>
    </Alert>
  );
}
