import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Change, UndoResult } from '@rapport/contract/changes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { undoChanges } from '../fields/undo/undo.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { Waiting } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { changes as texts } from '../texts/changes.ts';
import { common } from '../texts/common.ts';
import { KeptList } from './outcome.tsx';

/** Of a change with more events than this nobody waits for what its undo would do. */
const TRIED_MAX = 1000;

/** The button that takes a change back, after it has said what would happen. */
export function UndoButton({ change }: { change: Change }) {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button onClick={dialog.open}>{common.undo}</Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.undoTitle}>
        <Question change={change} onClose={dialog.close} />
      </Dialog>
    </>
  );
}

function Question({ change, onClose }: { change: Change; onClose: () => void }) {
  const [isWorking, setIsWorking] = useState(false);
  const isLarge = Object.values(change.counts).reduce((sum, count) => sum + count, 0) > TRIED_MAX;
  const tried = useQuery({
    queryKey: ['changes', 'tried', change.uuid, change.account_uuid],
    queryFn: async () => {
      const options = { body: { dry_run: true, account_uuid: change.account_uuid } };
      const path = `/api/v2/changes/${change.uuid}/undo`;
      return (await request<{ data: UndoResult }>('POST', path, options)).data;
    },
    enabled: !isLarge,
    meta: { isTrial: true },
    // What would happen may differ a moment later.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const undo = async () => {
    setIsWorking(true);
    onClose();
    await undoChanges([change.uuid], undefined, change.account_uuid);
  };
  const isUseless = tried.data?.undone === 0;
  return (
    <Stack>
      {isLarge && <Text size="sm">{texts.tooMany}</Text>}
      {!isLarge && tried.isPending && <Waiting size="sm" />}
      <ProblemAlert error={tried.error} onRetry={tried.refetch} />
      {tried.data && <Would result={tried.data} />}
      {!isUseless && (
        <Text size="sm" c="dimmed">
          {texts.undoAbout}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          data-autofocus
          loading={isWorking}
          disabled={!isLarge && (!tried.data || isUseless)}
          onClick={() => void undo()}
        >
          {common.undo}
        </Button>
      </Group>
    </Stack>
  );
}

function Would({ result: { undone, kept, kept_count } }: { result: UndoResult }) {
  return (
    <>
      <Text size="sm" role="status">
        {texts.wouldBe(undone)}
      </Text>
      {kept_count > 0 && (
        <>
          <Text size="sm">{texts.wouldStay(kept_count)}</Text>
          <KeptList kept={kept} count={kept_count} />
        </>
      )}
    </>
  );
}
