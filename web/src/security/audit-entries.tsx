import { Table, Text } from '@mantine/core';
import type { AuditEntry } from '@rapport/contract/audit';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MoreButton } from '../layout/more-button.tsx';
import { Rows, TimeCell } from '../layout/rows.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { sayActor } from '../texts/security.ts';

type Log = UseInfiniteQueryResult<{ pages: { data: AuditEntry[] }[] }>;

/** The entries of an audit log, a page after the other. `say` tells what happened. */
export function AuditEntries({ log, say }: { log: Log; say: (entry: AuditEntry) => ReactNode }) {
  return (
    <>
      <UntilRead query={log} h={160} />
      <Rows>
        {log.data?.pages
          .flatMap((page) => page.data)
          .map((entry) => (
            <Table.Tr key={entry.uuid}>
              <Table.Td>{say(entry)}</Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed" className="break-anywhere">
                  {sayActor(entry)}
                </Text>
              </Table.Td>
              <TimeCell at={entry.created_at} />
            </Table.Tr>
          ))}
      </Rows>
      <MoreButton pages={log} />
    </>
  );
}
