import { Anchor, Button, Group, List, Stack, Switch, Text } from '@mantine/core';
import type { CalendarFeed, IssuedCalendarFeed } from '@rapport/contract/calendar-feeds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { CopyField } from '../layout/copy-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayTime } from '../layout/say-time.ts';
import { UntilRead } from '../layout/until-read.tsx';
import { calendarFeed as texts } from '../texts/calendar.ts';

const PATH = '/api/v2/calendar-feeds';

/** The dialog of the calendar's secret address: make it, renew it, end it. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const feeds = useQuery(reads<CalendarFeed[]>(['calendar-feeds'], PATH));
  const [issued, setIssued] = useState<IssuedCalendarFeed | null>(null);
  return (
    <Dialog opened onClose={onClose} title={texts.title} size="lg">
      {issued ? (
        <Issued address={issued.address} onClose={onClose} />
      ) : (
        <Stack>
          <Text size="sm">{texts.about}</Text>
          <UntilRead query={feeds} h={96} />
          {feeds.data && <Feed feed={feeds.data[0]} onIssued={setIssued} />}
        </Stack>
      )}
    </Dialog>
  );
}

function Feed(props: { feed: CalendarFeed | undefined; onIssued: (feed: IssuedCalendarFeed) => void }) {
  const { feed } = props;
  const queryClient = useQueryClient();
  const [wished, setWished] = useState(false);
  const closes = feed?.expected_closes ?? wished;
  const again = () => queryClient.invalidateQueries({ queryKey: ['calendar-feeds'] });
  const make = useMutation({
    mutationFn: () =>
      request<{ data: IssuedCalendarFeed }>('POST', PATH, { body: { expected_closes: closes } }),
    onSuccess: ({ data }) => {
      props.onIssued(data);
      void again();
    },
  });
  const change = useMutation({
    mutationFn: (expected_closes: boolean) =>
      request('PATCH', `${PATH}/${feed!.uuid}`, { body: { expected_closes } }),
    onSuccess: again,
  });
  const end = useMutation({
    mutationFn: () => request('DELETE', `${PATH}/${feed!.uuid}`),
    onSuccess: async () => {
      notifyDone(texts.ended);
      await again();
    },
  });
  return (
    <>
      {feed && (
        <Text size="sm">
          {texts.ends(feed.last_four, sayTime(feed.created_at))}{' '}
          {feed.last_read_at ? texts.read(sayTime(feed.last_read_at)) : texts.neverRead}
        </Text>
      )}
      <Switch
        label={texts.closes}
        checked={closes}
        onChange={(event) =>
          feed ? change.mutate(event.currentTarget.checked) : setWished(event.currentTarget.checked)
        }
      />
      <ProblemAlert error={make.error ?? change.error ?? end.error} />
      {feed && (
        <Text size="sm" c="dimmed">
          {texts.renewHint}
        </Text>
      )}
      <Group justify="flex-end">
        {feed && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {texts.end}
          </Button>
        )}
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          {feed ? texts.renew : texts.make}
        </Button>
      </Group>
    </>
  );
}

/** A new address, shown this once, with the way into the usual calendars. */
function Issued({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">{texts.issued}</Text>
      <CopyField label={texts.address} value={address} />
      <Anchor href={address.replace(/^https?:/, 'webcal:')} size="sm">
        {texts.open}
      </Anchor>
      <List size="sm">
        <List.Item>{texts.howGoogle}</List.Item>
        <List.Item>{texts.howApple}</List.Item>
        <List.Item>{texts.howOutlook}</List.Item>
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  );
}
