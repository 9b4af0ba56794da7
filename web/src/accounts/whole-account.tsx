import { Alert, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { Export } from '@rapport/contract/exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readWhile } from '../api/query-client.ts';
import { request, withQuery } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { wholeAccount as texts } from '../texts/whole-account.ts';

const PATH = '/api/v2/exports';

/** How often the page asks how far an export is. */
const ASK_MS = 1000;

/** Writes the whole Account into a file, and offers it for download. For owners only. */
export function WholeAccount({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [hasEvents, setHasEvents] = useState(true);
  const queryKey = ['accounts', account.uuid, 'exports'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = withQuery(PATH, { account_uuid: account.uuid, limit: 1 });
      return (await request<{ data: Export[] }>('GET', query, { signal })).data[0] ?? null;
    },
    refetchInterval: readWhile<Export | null>((one) => one?.state === 'running', ASK_MS),
  });
  const begin = useMutation({
    mutationFn: () => request('POST', PATH, { body: { account_uuid: account.uuid, events: hasEvents } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const remove = async (uuid: string) => {
    await request('DELETE', `${PATH}/${uuid}`);
    await queryClient.invalidateQueries({ queryKey });
  };
  const isRunning = data?.state === 'running';
  return (
    <Section title={texts.title} about={texts.about}>
      <ProblemAlert error={error} onRetry={refetch} />
      {data && <Latest one={data} onRemove={() => remove(data.uuid)} />}
      {!isRunning && (
        <Stack gap="sm">
          <Checkbox
            label={texts.events}
            checked={hasEvents}
            onChange={(event) => setHasEvents(event.currentTarget.checked)}
          />
          <Group>
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {data?.state === 'completed' ? texts.again : texts.begin}
            </Button>
          </Group>
        </Stack>
      )}
      <ProblemAlert error={begin.error} />
    </Section>
  );
}

/** What came of the latest export. */
function Latest({ one, onRemove }: { one: Export; onRemove: () => Promise<void> }) {
  const { uuid, state, progress, size_bytes, failure, finished_at, expires_at } = one;
  if (state === 'running') {
    const percent = progress.total === 0 ? 0 : Math.min(100, (100 * progress.done) / progress.total);
    return (
      <Stack gap="xs">
        <Text size="sm" role="status">
          {texts.running(progress.done, progress.total)}
        </Text>
        <Progress value={percent} aria-label={texts.progress} />
        <Group>
          <Button variant="default" size="compact-sm" onClick={onRemove}>
            {texts.stop}
          </Button>
        </Group>
      </Stack>
    );
  }
  if (state === 'failed') {
    return (
      <Alert color="red" title={texts.failed}>
        {failure}
      </Alert>
    );
  }
  if (state === 'expired') {
    return (
      <Text size="sm" c="dimmed">
        {texts.expired}
      </Text>
    );
  }
  return (
    <Group gap="sm">
      <Button component="a" href={`${PATH}/${uuid}/file`} download>
        {texts.download(size_bytes!)}
      </Button>
      <ConfirmButton
        size="sm"
        label={texts.remove}
        title={texts.removeTitle}
        hint={texts.removeHint}
        onConfirm={onRemove}
      />
      <Text size="sm" c="dimmed">
        {texts.ready(sayTime(finished_at!), sayTime(expires_at!))}
      </Text>
    </Group>
  );
}
