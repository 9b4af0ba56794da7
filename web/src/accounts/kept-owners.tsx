import { Button, Group, Stack, Text } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { Handover } from '@rapport/contract/handovers';
import type { KeptOwner } from '@rapport/contract/kept-owners';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { access as texts } from '../texts/access.ts';

/**
 * Users whom imported records name as their owner, each with the button that assigns these records.
 * Nothing is shown while there are none.
 */
export function KeptOwners({ account }: { account: Account }) {
  const path = `/api/v2/accounts/${account.uuid}/kept-owners`;
  const { data = [] } = useQuery(reads<KeptOwner[]>(['accounts', account.uuid, 'kept-owners'], path));
  if (data.length === 0) return null;
  return (
    <Section title={texts.keptOwners} about={texts.keptOwnersAbout}>
      <Stack>
        {data.map((owner) => (
          <Owner key={owner.user.uuid} owner={owner} path={path} />
        ))}
      </Stack>
    </Section>
  );
}

function Owner({ owner, path }: { owner: KeptOwner; path: string }) {
  const { user, names, counts } = owner;
  const queryClient = useQueryClient();
  const body = { user_uuid: user.uuid };
  const assign = useMutation({
    mutationFn: () => request<{ data: Handover }>('POST', `${path}/assign`, { body }),
    onSuccess: async ({ data }) => {
      notifyDone(data.job_uuid === null ? texts.assigned : texts.assigning);
      await queryClient.invalidateQueries();
    },
  });
  const decline = useMutation({
    mutationFn: () => request('POST', `${path}/decline`, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <Group justify="space-between">
        <div>
          <Text size="sm" fw="bold" className="break-anywhere">
            {user.name}{' '}
            <Text span size="xs" c="dimmed">
              {user.email}
            </Text>
          </Text>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {texts.keptAs(names)} ·{' '}
            {Object.entries(counts)
              .map(([kind, count]) => texts.handed(kind, count))
              .join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" loading={assign.isPending} onClick={() => assign.mutate()}>
            {texts.assignTo(total, user.name)}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.isAnotherOf(user.name)}
            loading={decline.isPending}
            onClick={() => decline.mutate()}
          >
            {texts.isAnother}
          </Button>
        </Group>
      </Group>
      <ProblemAlert error={assign.error ?? decline.error} />
    </div>
  );
}
