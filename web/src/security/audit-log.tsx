import { Text } from '@mantine/core';
import type { AuditEntry } from '@rapport/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccounts } from '../accounts/current-account.ts';
import { pagesOf } from '../api/queries.ts';
import { Section } from '../layout/section.tsx';
import { sayEntry, security as texts } from '../texts/security.ts';
import { AuditEntries } from './audit-entries.tsx';

/** The log of the User's own sign-ins, tokens and applications. */
export function AuditLog() {
  const log = useInfiniteQuery({
    queryKey: ['audit-log'],
    ...pagesOf<AuditEntry>('/api/v2/audit-log', { limit: 20 }),
  });
  const { data: accounts = [] } = useAccounts();
  const accountName = (uuid: string | null) => {
    const account = accounts.find((other) => other.uuid === uuid);
    return account && ` (${account.name})`;
  };
  const isEmpty = log.data?.pages[0]?.data.length === 0;
  return (
    <Section title={texts.audit} about={texts.auditAbout}>
      {isEmpty && <Text size="sm">{texts.auditEmpty}</Text>}
      <AuditEntries
        log={log}
        say={(entry) => (
          <Text size="sm" className="break-anywhere">
            {sayEntry(entry)}
            {accountName(entry.account_uuid)}
          </Text>
        )}
      />
    </Section>
  );
}
