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

/** Marks an address to which the mail server takes no mail, as nobody has it. */
export function Refused() {
  return (
    <Badge variant="light" color="red" size="sm" tt="none" title={texts.refusedHint}>
      {texts.refused}
    </Badge>
  );
}
