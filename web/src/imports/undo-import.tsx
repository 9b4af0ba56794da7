import { Button, Text } from '@mantine/core';
import type { Change, UndoResult } from '@rapport/contract/changes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { undoChanges } from '../fields/undo/undo.tsx';
import { ConfirmDialog } from '../layout/confirm-button.tsx';
import { notifyProblem } from '../layout/notify.ts';
import { imports as texts } from '../texts/imports.ts';

/** The button that takes an import back as a whole. It first says what would happen. */
export function UndoImport({ change_uuid }: { change_uuid: string }) {
  const path = `/api/v2/changes/${change_uuid}`;
  const [isUndoing, setIsUndoing] = useState(false);
  const change = useQuery(reads<Change>(['changes', change_uuid], path));
  const tried = useMutation({
    mutationFn: () => request<{ data: UndoResult }>('POST', `${path}/undo`, { body: { dry_run: true } }),
    onError: notifyProblem,
  });
  const undo = async () => {
    setIsUndoing(true);
    await undoChanges([change_uuid]);
    setIsUndoing(false);
  };
  if (!change.data) return null;
  const { undone_by, undoable_until } = change.data;
  if (isUndoing) return <Text size="sm">{texts.undoing}</Text>;
  if (undone_by !== null)
    return (
      <Button component={Link} to={`/settings/changes/${undone_by}`} variant="default">
        {texts.toUndo}
      </Button>
    );
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
