import { Alert, Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { WebhookRecovery } from '@rapport/contract/webhook-deliveries';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useDraft } from '../layout/draft.ts';
import { notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';
import { fromInput, LATEST_INPUT, toInput } from './local-time.ts';
import { rangeFault } from './range-fault.ts';
import { SUBSCRIPTIONS_PATH } from './subscriptions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Props = { uuid: string; since: string | null };

/**
 * Counts the deliveries of a range, then sends them again. The range begins at the value of `since`
 * when the form opens; null means a day ago.
 */
export function Recover(props: Props) {
  const { range, change, count, start, started } = useRecover(props);
  if (started) return <Recovering uuid={started} />;
  const found = count.data?.data.delivery_count;
  const fault = rangeFault(range);
  return (
    <Stack gap="sm">
      <TextInput
        type="datetime-local"
        label={texts.recoverSince}
        required
        max={LATEST_INPUT}
        value={range.since}
        error={fault?.field === 'since' && fault.text}
        onChange={(event) => change({ since: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={texts.recoverUntil}
        description={texts.recoverUntilHint}
        max={LATEST_INPUT}
        error={fault?.field === 'until' && fault.text}
        value={range.until}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
      <Checkbox
        label={texts.recoverFailed}
        checked={range.only_failed}
        onChange={(event) => change({ only_failed: event.currentTarget.checked })}
      />
      {found !== undefined && (
        <Alert color="indigo" variant="light" role="status">
          {texts.counted(found)}
        </Alert>
      )}
      <ProblemAlert error={count.error ?? start.error} />
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={fault !== null}
          loading={count.isPending}
          onClick={() => count.mutate()}
        >
          {texts.count}
        </Button>
        <Button disabled={!found || fault !== null} loading={start.isPending} onClick={() => start.mutate()}>
          {texts.start}
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns the typed range, and what counts it and sends it again. */
function useRecover({ uuid, since }: Props) {
  // Fixed when the form opens, because the receiver's state may change meanwhile, and the counted
  // deliveries must be the ones that are sent.
  const [gap] = useState(() => ({
    name: since ?? '',
    since: toInput(new Date(since ?? Date.now() - DAY_MS)),
  }));
  // A draft for each gap, so that the range typed for one gap does not appear for another.
  const [range, setRange, clearRange] = useDraft(`recover-${uuid}-${gap.name}`, {
    since: gap.since,
    until: '',
    only_failed: true,
  });
  const [started, setStarted] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const ask = (dry_run: boolean) =>
    request<{ data: WebhookRecovery }>('POST', `${SUBSCRIPTIONS_PATH}/${uuid}/recover`, {
      body: {
        since: fromInput(range.since).toISOString(),
        ...(range.until && { until: fromInput(range.until).toISOString() }),
        only_failed: range.only_failed,
        dry_run,
      },
    });
  const count = useMutation({ mutationFn: () => ask(true) });
  const start = useMutation({
    mutationFn: () => ask(false),
    onSuccess: ({ data }) => {
      clearRange();
      setStarted(data.uuid);
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  const change = (changes: Partial<typeof range>) => {
    setRange({ ...range, ...changes });
    count.reset();
  };
  return { range, change, count, start, started };
}

function Recovering({ uuid }: { uuid: string }) {
  const recovery = useQuery({
    ...reads<WebhookRecovery>(['recoveries', uuid], `/api/v2/webhook-recoveries/${uuid}`),
    refetchInterval: (query) => (query.state.data?.finished_at ? false : 1000),
  });
  const cancel = useMutation({
    mutationFn: () => request('POST', `/api/v2/webhook-recoveries/${uuid}/cancel`),
    onSuccess: () => recovery.refetch(),
    onError: notifyProblem,
  });
  const { recovered_count = 0, delivery_count = 1, state } = recovery.data ?? {};
  return (
    <Stack>
      <ProblemAlert error={recovery.error} />
      <Progress
        value={(100 * recovered_count) / Math.max(1, delivery_count)}
        aria-label={texts.recoverTitle}
      />
      <Text size="sm" aria-live="polite">
        {state === 'finished'
          ? texts.recovered
          : state === 'cancelled'
            ? texts.cancelled
            : texts.recovering(recovered_count, delivery_count)}
      </Text>
      {state === 'running' && (
        <Group>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {texts.stop}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
