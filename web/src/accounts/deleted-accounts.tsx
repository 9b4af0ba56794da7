import { Button, Table, Text } from '@mantine/core';
import type { DeletedAccount } from '@rapport/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { accounts as texts } from '../texts/accounts.ts';

const PATH = '/api/v2/deleted-accounts';

/** The Accounts that the User can restore. Renders nothing when there are none. */
export function DeletedAccounts() {
  const queryClient = useQueryClient();
  const list = useQuery(reads<DeletedAccount[]>(['accounts', 'deleted'], PATH));
  const restore = useMutation({
    mutationFn: ({ uuid }: DeletedAccount) => request('POST', `${PATH}/${uuid}/restore`),
    onSuccess: (_, { name }) => {
      notifyDone(texts.restored(name));
      return queryClient.invalidateQueries();
    },
    onError: notifyProblem,
  });
  if (list.error) return <ProblemAlert error={list.error} onRetry={list.refetch} />;
  if (!list.data?.length) return null;
  return (
    <Section title={texts.deletedTitle} about={texts.deletedAbout}>
      <Rows>
        {list.data.map((account) => (
          <Table.Tr key={account.uuid}>
            <Table.Td className="break-anywhere">{account.name}</Table.Td>
            <Table.Td>
              <Text size="sm" c="dimmed">
                {texts.restorableUntil} <Time at={account.restorable_until} />
              </Text>
            </Table.Td>
            <Table.Td className="at-end">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={texts.restoreOf(account.name)}
                loading={restore.isPending && restore.variables.uuid === account.uuid}
                onClick={() => restore.mutate(account)}
              >
                {texts.restore}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Section>
  );
}
