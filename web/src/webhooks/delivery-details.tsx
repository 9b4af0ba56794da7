import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { WebhookDeliveryWithAttempts } from '@rapport/contract/webhook-deliveries';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { NOT_SENT_REASONS, webhooks as texts } from '../texts/webhooks.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { StateOf } from './delivery-state.tsx';
import { NextAttempt } from './next-attempt.tsx';
import { RecordOf } from './record-of.tsx';
import { SentBody } from './sent-body.tsx';

const PATH = '/api/v2/webhook-deliveries';

/** A delivery with its attempts on a time line, and the time of the next one. */
export function DeliveryDetails({ uuid, next_probe_at }: { uuid: string; next_probe_at: string | null }) {
  const delivery = useQuery({
    ...reads<WebhookDeliveryWithAttempts>(['deliveries', 'one', uuid], `${PATH}/${uuid}`),
    refetchInterval: 4000,
  });
  const problem = <ProblemAlert error={delivery.error} onRetry={delivery.refetch} />;
  if (!delivery.data) return delivery.error ? problem : <Loading h={240} />;
  const { event_uuid, next_attempt_at, not_sent_reason, not_sent_detail, body, attempts } = delivery.data;
  return (
    <Stack>
      {problem}
      <Head delivery={delivery.data} />
      {body !== null && <RecordOf body={body} />}
      <Text size="xs" c="dimmed" ff="monospace">
        {texts.event}{' '}
        <Anchor
          component={Link}
          to="/developers/events/$uuid"
          params={{ uuid: event_uuid } as never}
          size="xs"
        >
          {event_uuid}
        </Anchor>
      </Text>
      {not_sent_reason && (
        <Text size="sm">
          {texts.testNotSent} {not_sent_detail ?? NOT_SENT_REASONS[not_sent_reason]}
        </Text>
      )}
      {body !== null && <SentBody body={body} />}
      <ol className="attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <Text size="sm">
              <b>{texts.attempt(attempt.number)}</b>{' '}
              <Text span size="sm" c="dimmed">
                <Time at={attempt.started_at} />
              </Text>
            </Text>
            <AttemptDetails attempt={attempt} />
          </li>
        ))}
        {next_attempt_at && (
          <li>
            <Text size="sm">
              <NextAttempt at={next_attempt_at} next_probe_at={next_probe_at} />
            </Text>
          </li>
        )}
      </ol>
    </Stack>
  );
}

/** The state and the event of a delivery, and the button that sends it once more. */
function Head({ delivery }: { delivery: WebhookDeliveryWithAttempts }) {
  const { uuid, event, state, finished_at } = delivery;
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: () => request('POST', `${PATH}/${uuid}/resend`),
    onSuccess: () => {
      notifyDone(texts.resent);
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
    onError: notifyProblem,
  });
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <StateOf delivery={delivery} />
        <Text size="sm" ff="monospace" fw="bold">
          {event}
        </Text>
      </Group>
      {(finished_at || state === 'pending') && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {finished_at ? texts.resend : texts.sendNow}
        </Button>
      )}
    </Group>
  );
}
