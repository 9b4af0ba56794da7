import { Table, Text } from '@mantine/core';
import type { AuditEntry } from '@rapport/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccounts } from '../accounts/current-account.ts';
import { request, withQuery } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { sayActor, sayEntry, security as texts } from '../texts/security.ts';

type Page = { data: AuditEntry[]; next_cursor: string | null };

/** The log of the User's own sign-ins, tokens and applications. */
export function AuditLog() {
  const log = useInfiniteQuery({
    queryKey: ['audit-log'],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', withQuery('/api/v2/audit-log', { cursor: pageParam, limit: 20 }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  const { data: accounts = [] } = useAccounts();
  const accountName = (uuid: string | null) => {
    const account = accounts.find((other) => other.uuid === uuid);
    return account && ` (${account.name})`;
  };
  const entries = log.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section title={texts.audit} about={texts.auditAbout}>
      {log.error && <ProblemAlert error={log.error} onRetry={log.refetch} />}
      {log.isPending && <Loading h={160} />}
      {log.isSuccess && entries.length === 0 && <Text size="sm">{texts.auditEmpty}</Text>}
      <Table className="stacking-table">
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.uuid}>
              <Table.Td>
                <Text size="sm" className="break-anywhere">
                  {sayEntry(entry)}
                  {accountName(entry.account_uuid)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed">
                  {sayActor(entry)}
                </Text>
              </Table.Td>
              <Table.Td className="at-end">
                <Text size="xs" c="dimmed">
                  <Time at={entry.created_at} />
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton pages={log} />
    </Section>
  );
}
