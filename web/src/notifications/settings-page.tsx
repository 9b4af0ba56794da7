import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import {
  CHANNELS,
  type Channel,
  NOTIFICATION_SORTS,
  type NotificationSettings,
  type NotificationSettingsUpdate,
  type NotificationSort,
} from '@rapport/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { abilityOf, allow, stopNotifying } from '../layout/notifying.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { notificationSettings as texts } from '../texts/notifications.ts';
import { NOTIFICATIONS_KEY, readNotificationsAgain } from './unread.ts';

const PATH = '/api/v2/notification-settings';

const KEY = [...NOTIFICATIONS_KEY, 'settings'];

/** Settings → Notifications: of what, and where, the User wants to be told. */
export function NotificationSettingsPage() {
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(reads<NotificationSettings>(KEY, PATH));
  const change = useMutation({
    mutationFn: (body: NotificationSettingsUpdate) =>
      request<{ data: NotificationSettings }>('PATCH', PATH, { body }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(KEY, data);
      return readNotificationsAgain(queryClient);
    },
  });
  return (
    <Page title={texts.title} about={texts.about}>
      <ProblemAlert error={error ?? change.error} onRetry={refetch} />
      {isPending && <Loading h={360} />}
      {data && (
        <>
          <Sorts
            settings={shownWith(data, change.isPending ? change.variables : {})}
            change={change.mutate}
          />
          <ThisBrowser />
          <Section title={texts.morning} about={texts.morningAbout}>
            <Checkbox
              label={texts.morningMail}
              checked={data.morning_mail}
              disabled={data.mails === 'kept' || change.isPending}
              onChange={(event) => change.mutate({ morning_mail: event.currentTarget.checked })}
            />
          </Section>
        </>
      )}
    </Page>
  );
}

/** The settings with a change that is on its way, so that a box follows the hand. */
function shownWith(
  settings: NotificationSettings,
  { sorts = {} }: NotificationSettingsUpdate,
): NotificationSettings {
  const changed = Object.entries(sorts).map(([sort, channels]) => [
    sort,
    { ...settings.sorts[sort as NotificationSort], ...channels },
  ]);
  return { ...settings, sorts: { ...settings.sorts, ...Object.fromEntries(changed) } };
}

function Sorts(props: {
  settings: NotificationSettings;
  change: (body: NotificationSettingsUpdate) => void;
}) {
  const { settings, change } = props;
  const isMailed = settings.mails === 'sent';
  return (
    <Section title={texts.what} about={isMailed ? texts.mailDelay : texts.noMails}>
      <Stack gap="sm">
        {NOTIFICATION_SORTS.map((sort) => {
          const [label, about] = texts.sorts[sort] as [string, string];
          const chosen = settings.sorts[sort];
          const isOff = (channel: Channel) =>
            (channel === 'mail' && !isMailed) || (channel === 'browser' && !chosen.page);
          return (
            <Group key={sort} role="group" aria-label={label} justify="space-between" gap="xs">
              <div className="beside-boxes">
                <Text size="sm" fw="bold">
                  {label}
                </Text>
                <Text size="xs" c="dimmed">
                  {about}
                </Text>
              </div>
              <Group gap="md">
                {CHANNELS.map((channel) => (
                  <Checkbox
                    key={channel}
                    label={texts.channels[channel]}
                    aria-label={texts.channelOf(texts.channels[channel], label)}
                    checked={chosen[channel] && !isOff(channel)}
                    disabled={isOff(channel)}
                    onChange={(event) =>
                      change({ sorts: { [sort]: { [channel]: event.currentTarget.checked } } })
                    }
                  />
                ))}
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}

function ThisBrowser() {
  const [ability, setAbility] = useState(abilityOf);
  return (
    <Section title={texts.browser} about={texts.browserAbout}>
      <Group gap="sm">
        {ability === 'on' && <Text size="sm">{texts.isOn}</Text>}
        {ability === 'denied' && <Text size="sm">{texts.denied}</Text>}
        {ability === 'unsupported' && <Text size="sm">{texts.unsupported}</Text>}
        {ability === 'off' && (
          <Button variant="default" onClick={() => void allow().then(setAbility)}>
            {texts.allow}
          </Button>
        )}
        {ability === 'on' && (
          <Button variant="default" onClick={() => setAbility(stopNotifying())}>
            {texts.stop}
          </Button>
        )}
      </Group>
    </Section>
  );
}
