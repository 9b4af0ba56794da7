import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { WebhookTest } from '@rapport/contract/webhook-deliveries';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useEventTypes } from '../developers/event-types.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayExactTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { DELIVERY_STATE_LABELS, ERROR_KINDS, webhooks as texts } from '../texts/webhooks.ts';
import { AttemptDetails } from './attempt-details.tsx';
import type { Live } from './live.ts';
import { SentBody } from './sent-body.tsx';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';
import { urlFault } from './url-fault.ts';

/**
 * Sends a sample at once, to the webhook or to another address, and shows its progress, then what
 * was sent and what the receiver answered.
 */
export function SendTest({ subscription, live }: { subscription: Subscription; live: Live }) {
  const { data: types = [] } = useEventTypes();
  const [event, setEvent] = useState('client.updated');
  const [to, setTo] = useState('');
  const [newest, setNewest] = useState(true);
  const url = to.trim();
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (newest: boolean) =>
      request<{ data: WebhookTest }>('POST', `${SUBSCRIPTIONS_PATH}/${subscription.uuid}/test`, {
        body: { event, newest, ...(url !== '' && { url }) },
      }),
    onSuccess: ({ data }) => {
      live.note(ended(data, subscription.uuid));
      return queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    },
  });
  const test = send.data?.data;
  return (
    <Section
      title={texts.test}
      about={texts.testAbout}
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label={texts.testEvent}
            data={types.map((type) => type.event)}
            value={event}
            onChange={(change) => setEvent(change.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={send.isPending}
            disabled={urlFault(url) !== null}
            onClick={() => send.mutate(newest)}
          >
            {texts.testSend}
          </Button>
        </Group>
      }
    >
      <TextInput
        label={texts.testTo}
        description={texts.testToAbout}
        placeholder={subscription.url}
        type="url"
        value={to}
        error={urlFault(url)}
        onChange={(change) => setTo(change.currentTarget.value)}
      />
      <Checkbox
        label={texts.testNewest}
        checked={newest}
        onChange={(change) => setNewest(change.currentTarget.checked)}
      />
      <ProblemAlert error={send.error} />
      <ol className="attempts" aria-live="polite" hidden={live.tests.length === 0}>
        {live.tests.map((sent) => (
          <LiveTest key={sent.uuid} test={sent} />
        ))}
      </ol>
      {test && !test.attempt && (
        <Alert color="orange" variant="light" role="status">
          {texts.testNotSent} {test.not_sent_detail}
        </Alert>
      )}
      {test && send.variables && !test.is_newest && (
        <Text size="sm" role="status">
          {texts.testMadeUp}
        </Text>
      )}
      {test?.attempt && (
        <>
          <SentBody body={JSON.stringify(test.body)} />
          <AttemptDetails attempt={test.attempt} />
        </>
      )}
    </Section>
  );
}

function LiveTest({ test: { event, at, outcome } }: { test: WebhookLiveTest }) {
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" ff="monospace">
          {event}
        </Text>
        <Text size="xs" c="dimmed">
          {sayExactTime(at)}
        </Text>
        <Outcome outcome={outcome} />
      </Group>
    </li>
  );
}

function Outcome({ outcome }: Pick<WebhookLiveTest, 'outcome'>) {
  if (outcome === null || outcome === 'not_sent') {
    return (
      <Badge variant="light" color={outcome ? 'gray' : 'blue'} size="sm" tt="none">
        {DELIVERY_STATE_LABELS[outcome ?? 'sending']}
      </Badge>
    );
  }
  const { response_status, error_kind, duration_ms } = outcome;
  const said = texts.testResult(response_status, duration_ms);
  return (
    <Badge variant="light" color={error_kind === null ? 'teal' : 'red'} size="sm" tt="none">
      {response_status === null && error_kind ? `${said} ${ERROR_KINDS[error_kind]}` : said}
    </Badge>
  );
}

/** Returns the answer to a test in the form of the stream. */
function ended(
  { delivery_uuid, event, body, attempt }: WebhookTest,
  subscription_uuid: string,
): WebhookLiveTest {
  return {
    uuid: delivery_uuid,
    subscription_uuid,
    event,
    at: String(body.created_at),
    outcome: attempt ?? 'not_sent',
  };
}
