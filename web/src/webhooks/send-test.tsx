import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import type { WebhookTest } from '@rapport/contract/webhook-deliveries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useEventTypes } from '../developers/event-types.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

/** Sends a sample at once, and shows what the receiver made of it. */
export function SendTest({ subscription }: { subscription: Subscription }) {
  const { data: types = [] } = useEventTypes();
  const [event, setEvent] = useState('client.updated');
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      request<{ data: WebhookTest }>('POST', `${SUBSCRIPTIONS_PATH}/${subscription.uuid}/test`, {
        body: { event },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
  });
  const test = send.data?.data;
  return (
    <Section title={texts.test}>
      <Group align="flex-end">
        <NativeSelect
          label={texts.testEvent}
          data={types.map((type) => type.event)}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value)}
        />
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {texts.testSend}
        </Button>
      </Group>
      <ProblemAlert error={send.error} />
      {test && !test.attempt && (
        <Alert color="orange" variant="light" role="status">
          {texts.testNotSent} {test.not_sent_detail}
        </Alert>
      )}
      {test?.attempt && (
        <>
          <Alert color={test.attempt.error_kind === null ? 'teal' : 'orange'} variant="light" role="status">
            <Text size="sm">{texts.testResult(test.attempt.response_status, test.attempt.duration_ms)}</Text>
          </Alert>
          <AttemptDetails attempt={test.attempt} />
        </>
      )}
    </Section>
  );
}
