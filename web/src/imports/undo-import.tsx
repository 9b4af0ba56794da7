import { Button, Text } from '@mantine/core';
import type { Change, UndoResult, UndoStarted } from '@rapport/contract/changes';
import type { Job } from '@rapport/contract/jobs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../api/request.ts';
import { ConfirmDialog } from '../layout/confirm-button.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { imports as texts } from '../texts/imports.ts';

/** How often the page asks whether a large undo is done. */
const ASK_MS = 1000;

/** The button that takes an import back as a whole. It first says what would happen. */
export function UndoImport({ change_uuid }: { change_uuid: string }) {
  const queryClient = useQueryClient();
  const path = `/api/v2/changes/${change_uuid}`;
  const [job_uuid, setJob] = useState<string | null>(null);
  const change = useQuery({
    queryKey: ['changes', change_uuid],
    queryFn: ({ signal }) => get<Change>(path, signal),
  });
  const job = useJob(job_uuid);
  const tried = useMutation({
    mutationFn: () => request<{ data: UndoResult }>('POST', `${path}/undo`, { body: { dry_run: true } }),
    onError: notifyProblem,
  });
  const undo = async () => {
    const { data } = await request<{ data: UndoResult | UndoStarted }>('POST', `${path}/undo`, {
      body: {},
    });
    if ('job_uuid' in data) setJob(data.job_uuid);
    else notifyDone(texts.undoDone);
    await queryClient.invalidateQueries();
  };
  if (!change.data) return null;
  const { undone_by, undoable_until } = change.data;
  if (job === 'running') return <Text size="sm">{texts.undoing}</Text>;
  if (undone_by !== null) return <Text size="sm">{texts.undone}</Text>;
  if (undoable_until === null) return null;
  const result = tried.data?.data;
  return (
    <>
      <Button variant="default" loading={tried.isPending} onClick={() => tried.mutate()}>
        {texts.undo}
      </Button>
      <ConfirmDialog
        isOpen={result !== undefined}
        onClose={tried.reset}
        label={texts.undo}
        title={texts.undoTitle}
        hint={result ? texts.undoHint(result.undone, result.kept_count) : ''}
        onConfirm={undo}
      />
    </>
  );
}

/** Whether the job that takes back is at it. All lists are read anew when it ends. */
function useJob(uuid: string | null): 'running' | 'ended' | null {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['jobs', uuid],
    enabled: uuid !== null,
    queryFn: async ({ signal }) => {
      const job = await get<Job>(`/api/v2/jobs/${uuid}`, signal);
      if (isEnded(job))
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' });
      return job;
    },
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : ASK_MS),
  });
  if (uuid === null) return null;
  return data && isEnded(data) ? 'ended' : 'running';
}

function isEnded({ state }: Job): boolean {
  return ['completed', 'failed', 'cancelled'].includes(state);
}
