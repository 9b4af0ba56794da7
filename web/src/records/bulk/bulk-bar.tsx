import { Affix, Button, Group, Modal, Paper, Progress, Stack, Text } from '@mantine/core';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { Waiting } from '../../layout/loading.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Selection } from '../selection.ts';
import { StayOrStop } from '../stay-or-stop.tsx';
import { useView } from '../view.ts';
import { EditForm } from './edit-form.tsx';
import type { Progress as HowFar } from './for-each.ts';
import { deleting, editing, useBulk } from './use-bulk.ts';

/** On a phone the menu opens over the page; of the shell, all is at 100 or above. */
const BELOW_MENU = 90;

type Props = {
  chosen: RecordData[];
  /** Of all that the list finds, which may be more than are loaded. */
  total: number | undefined;
  /** Whether the rows are those of the list before: those of this one are on their way. */
  isOutdated: boolean;
  select: Dispatch<SetStateAction<Selection>>;
  /** Selects all that the list finds; null where that is done, or not wanted. */
  onSelectAll: (() => void) | null;
  isReadingAll: boolean;
};

type Dialog = 'edit' | 'delete';

const NONE: Selection = new Set();

/** What can be done with the selected rows; every step can be undone. */
export function BulkBar(props: Props) {
  const { chosen, total, select } = props;
  const view = useView();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { run, progress, stop } = useBulk(select);
  const close = () => setDialog(null);
  // It would come back by itself, and be about others.
  useEffect(() => {
    if (chosen.length === 0) setDialog(null);
  }, [chosen.length]);
  if (chosen.length === 0 && progress === null) return null;
  return (
    <>
      <Affix position={{ bottom: 20, left: 0, right: 0 }} zIndex={BELOW_MENU} className="bulk-affix">
        <Paper
          withBorder
          shadow="lg"
          p="xs"
          className="bulk-bar"
          role="region"
          aria-label={records.selected(chosen.length, total)}
        >
          {progress ? <Working progress={progress} onStop={stop} /> : <Choices {...props} open={setDialog} />}
        </Paper>
      </Affix>
      <Modal opened={dialog === 'edit'} onClose={close} title={view.texts.bulkTitle(chosen.length)}>
        <EditForm
          onApply={(changesOf) => {
            close();
            return run(chosen, editing(view, changesOf));
          }}
        />
      </Modal>
      <Modal opened={dialog === 'delete'} onClose={close} title={view.texts.deleteTitle(chosen.length)}>
        <ConfirmDelete
          onCancel={close}
          onDelete={() => {
            close();
            void run(chosen, deleting(view));
          }}
        />
      </Modal>
    </>
  );
}

function Working({ progress, onStop }: { progress: HowFar | 'reading'; onStop: () => void }) {
  if (progress === 'reading') {
    return (
      <Group justify="center">
        <Waiting size="sm" />
      </Group>
    );
  }
  return (
    <Group wrap="nowrap">
      <StayOrStop title={records.leaveTitle} hint={records.leave} />
      <Progress value={(100 * progress.done) / progress.all} w={160} aria-label={records.bulkApply} />
      <Text size="sm">{records.working(progress.done, progress.all)}</Text>
      <Button size="xs" variant="default" onClick={onStop}>
        {records.stop}
      </Button>
    </Group>
  );
}

function Choices(props: Props & { open: (dialog: Dialog) => void }) {
  const { chosen, total, onSelectAll, isReadingAll, open } = props;
  // What is done is done to what one sees.
  const isWaiting = props.isOutdated || isReadingAll;
  return (
    <Group gap="xs" justify="center">
      <Text size="sm" fw={600} px="xs">
        {records.selected(chosen.length, total)}
      </Text>
      {onSelectAll && total !== undefined && (
        <Button size="xs" variant="subtle" loading={isReadingAll} onClick={onSelectAll}>
          {records.selectAllOf(total)}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isWaiting} onClick={() => open('edit')}>
        {records.bulkEdit}
      </Button>
      <Button size="xs" variant="default" disabled={isWaiting} onClick={() => open('delete')}>
        {common.remove}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => props.select(NONE)}>
        {records.clearSelection}
      </Button>
    </Group>
  );
}

function ConfirmDelete({ onCancel, onDelete }: { onCancel: () => void; onDelete: () => void }) {
  return (
    <Stack>
      <Text size="sm">{useView().texts.deleteHint}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button color="red" data-autofocus onClick={onDelete}>
          {common.remove}
        </Button>
      </Group>
    </Stack>
  );
}
