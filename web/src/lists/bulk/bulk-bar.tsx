import { ActionIcon, Affix, Progress as Bar, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { CrossIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { sayProblem } from '../../layout/say-problem.ts';
import { useWindow } from '../../layout/windows.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { Selection } from '../selection.ts';
import { StayOrStop } from '../stay-or-stop.tsx';
import { bulkDeletion, bulkEdit, countsOf } from './bulk.ts';
import { type BrokenOff, type Progress, useBulk } from './use-bulk.ts';

const EditForm = later(async () => (await import('./edit-form.tsx')).EditForm);

/**
 * The z-index of the bar, below the menu of a phone. All parts of the page's frame have 100 or
 * more.
 */
const BELOW_MENU = 90;

type Props = {
  chosen: RecordData[];
  /** The number of records in the list, including those not loaded. */
  total: number | undefined;
  /** The number of records outside folded groups, and the number of folded groups. */
  shown: number | undefined;
  folded: number;
  /** True while the rows of an earlier search are shown, until the new ones arrive. */
  isOutdated: boolean;
  select: Dispatch<SetStateAction<Selection>>;
  /** Selects all records of the list. Null when all are selected, or when this is not offered. */
  onSelectAll: (() => void) | null;
  isReadingAll: boolean;
};

type Question = 'edit' | 'delete';

const NONE: Selection = new Set();

/** The bar with the actions for selected rows. Each action can be undone. */
export function BulkBar(props: Props) {
  const { chosen, total, folded, select } = props;
  const view = useView();
  const [dialog, setDialog] = useState<Question | null>(null);
  const bulk = useBulk(select);
  const { run, progress, stop, brokenOff } = bulk;
  const close = () => setDialog(null);
  // Closes the dialog. Otherwise it would open again for the next selection.
  useEffect(() => {
    if (chosen.length === 0) setDialog(null);
  }, [chosen.length]);
  if (chosen.length === 0 && progress === null && brokenOff === null) return null;
  return (
    <>
      <Affix zIndex={BELOW_MENU} className="bulk-affix">
        <Paper className="bulk-bar" role="region" aria-label={records.selected(chosen.length, total, folded)}>
          {progress ? (
            <Working progress={progress} onStop={stop} />
          ) : brokenOff ? (
            <WhatWasReached {...bulk} brokenOff={brokenOff} />
          ) : (
            <Choices {...props} open={setDialog} />
          )}
        </Paper>
      </Affix>
      <Dialog opened={dialog === 'edit'} onClose={close} title={view.texts.bulkTitle(chosen.length)}>
        <EditForm
          chosen={chosen}
          onApply={(changesOf) => {
            close();
            return run(bulkEdit(chosen, changesOf));
          }}
        />
      </Dialog>
      <Dialog opened={dialog === 'delete'} onClose={close} title={view.texts.deleteTitle(chosen.length)}>
        <ConfirmDelete
          onCancel={close}
          onDelete={() => {
            close();
            void run(bulkDeletion(chosen));
          }}
        />
      </Dialog>
    </>
  );
}

/** The progress of an interrupted bulk change, and the ways to continue it or take it back. */
function WhatWasReached(props: Omit<ReturnType<typeof useBulk>, 'brokenOff'> & { brokenOff: BrokenOff }) {
  const { brokenOff, goOn, takeBack, leave } = props;
  const { texts } = useView();
  const { bulk, why } = brokenOff;
  const { all, done } = countsOf(bulk);
  return (
    <Stack gap="xs">
      <Text size="sm" role="alert" maw={520}>
        {texts.brokenOff(bulk.action, done, all)} {why ? sayProblem(why).message : ''}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => void goOn(brokenOff)}>
          {records.goOn}
        </Button>
        <Button size="xs" variant="default" onClick={() => void takeBack(brokenOff)}>
          {records.takeBack}
        </Button>
        <Button size="xs" variant="subtle" onClick={leave}>
          {records.leaveIt}
        </Button>
      </Group>
    </Stack>
  );
}

function Working({ progress, onStop }: { progress: NonNullable<Progress>; onStop: () => void }) {
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
      <Bar value={(100 * progress.tried) / progress.all} w={160} aria-label={records.bulkApply} />
      <Text size="sm">{records.working(progress.tried, progress.all)}</Text>
      <Button size="xs" variant="default" onClick={onStop}>
        {records.stop}
      </Button>
    </Group>
  );
}

function Choices(props: Props & { open: (question: Question) => void }) {
  const { chosen, total, shown, folded, onSelectAll, isReadingAll, open } = props;
  // Actions apply to the rows that the User sees. So they wait until the new rows are shown.
  const isWaiting = props.isOutdated || isReadingAll;
  const between = useWindow().isPhone ? 4 : 'xs';
  return (
    <Group gap={between}>
      <Text size="sm" fw="bold" px={between}>
        {records.selected(chosen.length, total, folded)}
      </Text>
      {onSelectAll && shown !== undefined && (
        <Button size="xs" variant="subtle" color="gray" loading={isReadingAll} onClick={onSelectAll}>
          {records.selectAllOf(shown)}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => open('edit')}>
        {records.bulkEdit}
      </Button>
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => open('delete')}>
        {common.remove}
      </Button>
      <Clear onClear={() => props.select(NONE)} />
    </Group>
  );
}

/** On a phone a cross, so that the bar has one line. */
function Clear({ onClear }: { onClear: () => void }) {
  return useWindow().isPhone ? (
    <ActionIcon variant="subtle" aria-label={records.clearSelection} onClick={onClear}>
      <CrossIcon />
    </ActionIcon>
  ) : (
    <Button size="xs" variant="subtle" color="gray" ml="auto" onClick={onClear}>
      {records.clearSelection}
    </Button>
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
