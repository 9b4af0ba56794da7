import { ActionIcon, Anchor, Button, Group, Menu, Text } from '@mantine/core';
import type { MailThread, MailThreadDeal } from '@rapport/contract/mail-threads';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useMayWrite } from '../fields/may-write.ts';
import { CrossIcon, PlusIcon } from '../layout/icons.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { mail as texts } from '../texts/mail.ts';

/** The Deals of a conversation. Another one near its people is a choice away. */
export function ThreadDeals({ thread }: { thread: Pick<MailThread, 'uuid' | 'account_uuid'> }) {
  const mayWrite = useMayWrite()(thread.account_uuid);
  const queryClient = useQueryClient();
  const path = `/api/v2/mail-threads/${thread.uuid}/deals`;
  const { data = [] } = useQuery(reads<MailThreadDeal[]>(['mails', 'deals', thread.uuid], path));
  const change = useMutation({
    mutationFn: ({ uuid, is_linked }: MailThreadDeal) =>
      request(is_linked ? 'DELETE' : 'PUT', `${path}/${uuid}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mails'] }),
  });
  const linked = data.filter(({ is_linked }) => is_linked);
  const offered = data.filter(({ is_linked }) => !is_linked);
  if (linked.length === 0 && (offered.length === 0 || !mayWrite)) return null;
  return (
    <Group gap="xs" role="group" aria-label={texts.deals}>
      <Text size="sm" c="dimmed">
        {texts.deals}
      </Text>
      {linked.map((deal) => (
        <Group key={deal.uuid} gap={2} wrap="nowrap">
          <Anchor component={Link} to={`/deals/${deal.uuid}`} size="sm" className="break-anywhere">
            {deal.title}
          </Anchor>
          {mayWrite && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.unlink(deal.title)}
              disabled={change.isPending}
              onClick={() => change.mutate(deal)}
            >
              <CrossIcon />
            </ActionIcon>
          )}
        </Group>
      ))}
      {mayWrite && offered.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" color="gray" size="compact-sm" leftSection={<PlusIcon />}>
              {texts.link}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((deal) => (
              <Menu.Item key={deal.uuid} onClick={() => change.mutate(deal)}>
                {deal.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ProblemAlert error={change.error} />
    </Group>
  );
}
