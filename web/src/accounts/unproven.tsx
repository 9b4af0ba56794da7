import { Badge } from '@mantine/core';
import { accounts as texts } from '../texts/accounts.ts';

/** Marks an address that nobody has proven to be that of its User. */
export function Unproven() {
  return (
    <Badge variant="light" color="orange" size="sm" tt="none" title={texts.unprovenHint}>
      {texts.unproven}
    </Badge>
  );
}
