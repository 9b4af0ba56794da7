import { Button, Group, Table, Text } from '@mantine/core';
import type { PendingLogin } from '@rapport/contract/pending-logins';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { ROLE_LABELS, accounts as texts } from '../texts/accounts.ts';

const PATH = '/api/v2/pending-logins';

/** The Accounts that the User is asked to join. Renders nothing when there are none. */
export function PendingLogins() {
  const list = useQuery(reads<PendingLogin[]>(['accounts', 'pending-logins'], PATH));
  if (list.error) return <ProblemAlert error={list.error} onRetry={list.refetch} />;
  if (!list.data?.length) return null;
  return (
    <Section title={texts.pendingTitle} about={texts.pendingAbout}>
      <Rows>
        {list.data.map((pending) => (
          <PendingRow key={pending.uuid} pending={pending} />
        ))}
      </Rows>
    </Section>
  );
}

function PendingRow({ pending }: { pending: PendingLogin }) {
  const { uuid, account_name, role, sender_name } = pending;
  const queryClient = useQueryClient();
  const answer = useMutation({
    mutationFn: (joins: boolean) =>
      joins ? request('POST', `${PATH}/${uuid}/accept`) : request('DELETE', `${PATH}/${uuid}`),
    onSuccess: (_, joins) => {
      notifyDone(joins ? texts.joined(account_name) : texts.declined(account_name));
      return queryClient.invalidateQueries();
    },
    onError: notifyProblem,
  });
  return (
    <Table.Tr>
      <Table.Td className="break-anywhere">
        <Text size="sm" fw="bold">
          {account_name}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.askedBy(sender_name)}
        </Text>
      </Table.Td>
      <Table.Td>{ROLE_LABELS[role]}</Table.Td>
      <Table.Td className="at-end">
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            aria-label={texts.joinOf(account_name)}
            loading={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            {texts.join}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.declineOf(account_name)}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {texts.decline}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
