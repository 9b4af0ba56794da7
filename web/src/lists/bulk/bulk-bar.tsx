import { ActionIcon, Affix, Progress as Bar, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Job } from '@rapport/contract/jobs';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { CrossIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { useWindow } from '../../layout/windows.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { Selection } from '../selection.ts';
import { type Act, type AtWork, type Ended, followBulk, runBulk, stopBulk, useAtWork } from './at-work.ts';

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
  /** The bulk changes of the kind that are at work in the service, from whichever page. */
  open: Job[];
};

type Question = 'edit' | 'delete';

const NONE: Selection = new Set();

/** The bar with the actions for selected rows. Each action can be undone. */
export function BulkBar(props: Props) {
  const { chosen, total, folded } = props;
  const view = useView();
  const [dialog, setDialog] = useState<Question | null>(null);
  const work = useAtWork(view);
  const run = useBulk(props);
  const close = () => setDialog(null);
  // Closes the dialog. Otherwise it would open again for the next selection.
  useEffect(() => {
    if (chosen.length === 0) setDialog(null);
  }, [chosen.length]);
  if (chosen.length === 0 && work === null) return null;
  return (
    <>
      <Affix zIndex={BELOW_MENU} className="bulk-affix">
        <Paper className="bulk-bar" role="region" aria-label={records.selected(chosen.length, total, folded)}>
          {work ? <Working work={work} /> : <Choices {...props} onAsk={setDialog} />}
        </Paper>
      </Affix>
      <Dialog opened={dialog === 'edit'} onClose={close} title={view.texts.bulkTitle(chosen.length)}>
        <EditForm
          chosen={chosen}
          onApply={(act) => {
            close();
            return run(act);
          }}
        />
      </Dialog>
      <Dialog opened={dialog === 'delete'} onClose={close} title={view.texts.deleteTitle(chosen.length)}>
        <ConfirmDelete
          onCancel={close}
          onDelete={() => {
            close();
            void run({ action: 'delete' });
          }}
        />
      </Dialog>
    </>
  );
}

/**
 * Returns what has the service do something to the selected records: true when it was done to all.
 * The others are selected for another try. What is at work already is followed, wherever it began.
 */
function useBulk({ chosen, select, open }: Props): (act: Act) => Promise<boolean> {
  const view = useView();
  const selectKept = (ended: Ended | null): boolean => {
    // Rows that the User selected meanwhile stay selected.
    if (ended && ended.kept.length > 0) select((now) => new Set([...now, ...ended.kept]));
    return ended?.isWhole ?? false;
  };
  useEffect(() => {
    if (open.length > 0) void followBulk(view, open).then(selectKept);
  }, [view, open]);
  const unselect = () => {
    const named = new Set(chosen.map(({ uuid }) => uuid));
    select((now) => new Set([...now].filter((uuid) => !named.has(uuid))));
  };
  return async (act) => selectKept(await runBulk(view, chosen, act, unselect));
}

function Working({ work }: { work: AtWork }) {
  if (work.isReading) {
    return (
      <Group justify="center">
        <Waiting size="sm" />
      </Group>
    );
  }
  return (
    <Group wrap="nowrap">
      <Bar value={(100 * work.done) / Math.max(work.all, 1)} w={160} aria-label={records.bulkApply} />
      <Text size="sm">{records.working(work.done, work.all)}</Text>
      <Button
        size="xs"
        variant="default"
        disabled={work.job_uuids.length === 0}
        onClick={() => void stopBulk(work)}
      >
        {records.stop}
      </Button>
    </Group>
  );
}

function Choices(props: Props & { onAsk: (question: Question) => void }) {
  const { chosen, total, shown, folded, onSelectAll, isReadingAll, onAsk } = props;
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
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => onAsk('edit')}>
        {records.bulkEdit}
      </Button>
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => onAsk('delete')}>
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
