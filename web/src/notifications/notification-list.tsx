import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Notification } from '@rapport/contract/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pagesOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Empty } from '../layout/empty.tsx';
import { Face } from '../layout/face.tsx';
import { KindIcon } from '../layout/kind-icon.tsx';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { notifications as texts } from '../texts/notifications.ts';
import { noteAsSeen } from './browser.ts';
import { addressOf, byDay, sayNotification, searchOf } from './say.ts';
import { NOTIFICATIONS_KEY, readNotificationsAgain } from './unread.ts';

const PATH = '/api/v2/notifications';

/** The pages of notifications, and what marks one or all of them as read. */
function useNotifications() {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [...NOTIFICATIONS_KEY, 'list'],
    ...pagesOf<Notification>(PATH, { limit: 20 }),
    staleTime: 0,
  });
  const found = list.data?.pages.flatMap((page) => page.data) ?? [];
  const newest = found[0]?.uuid;
  useEffect(() => {
    if (newest !== undefined) noteAsSeen(newest);
  }, [newest]);
  const readAll = useMutation({
    mutationFn: () => request('POST', `${PATH}/read`, { body: { until_uuid: newest } }),
    onSettled: () => readNotificationsAgain(queryClient),
  });
  const read = useMutation({
    mutationFn: (uuid: string) => request('POST', `${PATH}/${uuid}/read`),
    onSettled: () => readNotificationsAgain(queryClient),
  });
  return { list, found, readAll, read };
}

/** What the User was told, the latest first. Following one marks it as read. */
export function NotificationList({ onFollow }: { onFollow: () => void }) {
  const { list, found, readAll, read } = useNotifications();
  return (
    <Stack gap="sm" mah="min(32rem, 75dvh)" style={{ overflowY: 'auto' }}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {texts.title}
        </Title>
        {found.some(({ read_at }) => read_at === null) && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {texts.readAll}
          </Button>
        )}
      </Group>
      <ProblemAlert error={list.error ?? readAll.error} onRetry={list.refetch} />
      {list.isPending && <Loading h={160} />}
      {list.isSuccess && found.length === 0 && <Empty title={texts.emptyTitle} what={texts.empty} />}
      {byDay(found).map(([day, those]) => (
        <Box key={day} role="group" aria-label={day}>
          <Text size="xs" c="dimmed" fw="bold" mb={4} aria-hidden="true">
            {day}
          </Text>
          <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {those.map((told) => (
              <Line
                key={told.uuid}
                told={told}
                onFollow={() => {
                  if (told.read_at === null) read.mutate(told.uuid);
                  onFollow();
                }}
              />
            ))}
          </Stack>
        </Box>
      ))}
      <MoreButton pages={list} />
      <Anchor component={Link} to="/settings/notifications" size="xs" onClick={onFollow}>
        {texts.settings}
      </Anchor>
    </Stack>
  );
}

function Line({ told, onFollow }: { told: Notification; onFollow: () => void }) {
  const isUnread = told.read_at === null;
  const { by, subject, account_uuid } = told;
  const address = addressOf(told);
  return (
    <Group component="li" gap="sm" py={6} wrap="nowrap" align="start">
      <Box mt={2}>
        {by?.user_uuid ? <Face id={by.user_uuid} name={by.name} /> : <KindIcon resource={subject.resource} />}
      </Box>
      <Box style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={isUnread ? 600 : undefined}>
          {sayNotification(told)}
        </Text>
        {address === null ? (
          <Text size="sm">{subject.name}</Text>
        ) : (
          <Anchor
            component={Link}
            to={address}
            search={{ ...searchOf(told), ...(account_uuid && { account_uuid }) } as never}
            size="sm"
            className="break-anywhere"
            onClick={onFollow}
          >
            {subject.name}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          <Time at={told.created_at} />
        </Text>
      </Box>
      {isUnread && <Box mt={6} role="img" aria-label={texts.unread} style={DOT} />}
    </Group>
  );
}

const DOT = {
  flex: 'none',
  width: '0.5rem',
  height: '0.5rem',
  borderRadius: '50%',
  background: 'var(--mantine-primary-color-filled)',
};
