import { Progress, Stack, Text } from '@mantine/core';
import type { CustomField } from '@rapport/contract/custom-fields';
import type { Job } from '@rapport/contract/jobs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reads } from '../api/queries.ts';
import { kindNamed } from '../fields/kinds.ts';
import { customFields as texts } from '../texts/custom-fields.ts';
import { useFieldsChanged } from './use-fields.ts';

/** How often the progress is asked for. */
const AGAIN_MS = 1000;

/** How far the job is that reads the values of a field. Only who began it can ask for it. */
export function Reading({ field }: { field: CustomField & { job_uuid: string } }) {
  const queryClient = useQueryClient();
  const isChanged = useFieldsChanged();
  const { data: job } = useQuery({
    ...reads<Job>(['jobs', field.job_uuid], `/api/v2/jobs/${field.job_uuid}`),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : AGAIN_MS),
    retry: false,
  });
  const isOver = job?.finished_at != null;
  useEffect(() => {
    if (!isOver) return;
    void isChanged();
    const path = kindNamed(field.resource)?.path;
    void queryClient.invalidateQueries({ queryKey: [path] });
  }, [isOver]);
  if (job?.state === 'failed') return <Text size="sm">{texts.readingFailed(job.detail ?? '')}</Text>;
  const said = texts.reading(job?.done_count ?? 0, job?.total_count ?? null);
  const percent = job?.total_count ? (100 * job.done_count) / job.total_count : 0;
  return (
    <Stack gap={4} role="status" maw={320}>
      <Text size="xs">{said}</Text>
      <Progress value={percent} aria-label={said} />
    </Stack>
  );
}
