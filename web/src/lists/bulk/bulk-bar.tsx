import { ActionIcon, Progress as Bar, Button, Group, Stack, Text } from '@mantine/core';
import type { Job } from '@rapport/contract/jobs';
import { type ReactNode, useEffect, useState } from 'react';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { CrossIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { useWindow } from '../../layout/windows.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { useTable } from '../list-table.ts';
import { NONE_SELECTED, selectionOf } from '../selection.ts';
import { type Act, type AtWork, type Ended, followBulk, runBulk, stopBulk, useAtWork } from './at-work.ts';

const EditForm = later(async () => (await import('./edit-form.tsx')).EditForm);

type Props = {
  /** The bulk changes of the kind that are at work in the service, from whichever page. */
  open: Job[];
  /** What is shown while nothing is selected and no change is at work. */
  children: ReactNode;
};

type Question = 'edit' | 'delete';

/** The bar with the actions for selected rows. Each action can be undone. */
export function BulkBar({ open, children }: Props) {
  const { selection } = useTable();
  const { count, chosen, changeable } = selection;
  const view = useView();
  const [dialog, setDialog] = useState<Question | null>(null);
  const work = useAtWork(view);
  const run = useBulk(open);
  const said = useSaid();
  const close = () => setDialog(null);
  // Closes the dialog. Otherwise it would open again for the next selection.
  useEffect(() => {
    if (count === 0) setDialog(null);
  }, [count]);
  if (count === 0 && work === null) return children;
  return (
    <>
      <section className="bulk-bar" aria-label={said}>
        {work ? <Working work={work} /> : <Choices said={said} onAsk={setDialog} />}
      </section>
      <Dialog opened={dialog === 'edit'} onClose={close} title={view.texts.bulkTitle(count)}>
        <EditForm
          chosen={chosen.length > 0 ? chosen : changeable}
          onApply={(act) => {
            close();
            return run(act);
          }}
        />
      </Dialog>
      <Dialog opened={dialog === 'delete'} onClose={close} title={view.texts.deleteTitle(count)}>
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

/** How many are selected, of how many. */
function useSaid(): string {
  const { read, selection } = useTable();
  return records.selected(selection.count, read.total, read.folded);
}

/**
 * Returns what has the service do something to the selected records: true when it was done to all.
 * The others are selected for another try. What is at work already is followed, wherever it began.
 */
function useBulk(open: Job[]): (act: Act) => Promise<boolean> {
  const view = useView();
  const { chosen, selected, count, set } = useTable().selection;
  const selectKept = (ended: Ended | null): boolean => {
    // Rows that the User selected meanwhile stay selected.
    if (ended && ended.kept.length > 0)
      set((now) => (now.whole ? now : selectionOf([...now.uuids, ...ended.kept])));
    return ended?.isWhole ?? false;
  };
  useEffect(() => {
    if (open.length > 0) void followBulk(view, open).then(selectKept);
  }, [view, open]);
  const unselect = () => {
    const named = new Set(chosen.map(({ uuid }) => uuid));
    set((now) =>
      now.whole ? NONE_SELECTED : selectionOf([...now.uuids].filter((uuid) => !named.has(uuid))),
    );
  };
  const { whole, uuids } = selected;
  const about = { records: chosen, whole, except: whole ? [...uuids] : [], count };
  return async (act) => selectKept(await runBulk(view, about, act, unselect));
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

function Choices({ said, onAsk }: { said: string; onAsk: (question: Question) => void }) {
  const { read, selection } = useTable();
  const { selectAll, isReadingAll, set } = selection;
  const { shown, list } = read;
  // Actions apply to the rows that the User sees. So they wait until the new rows are shown.
  const isWaiting = list.isPlaceholderData || isReadingAll;
  const between = useWindow().isPhone ? 4 : 'xs';
  return (
    <Group gap={between}>
      <Text size="sm" fw="bold" px={between}>
        {said}
      </Text>
      {selectAll && shown !== undefined && (
        <Button size="xs" variant="subtle" color="gray" loading={isReadingAll} onClick={() => selectAll()}>
          {records.selectAllOf(shown)}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => onAsk('edit')}>
        {records.bulkEdit}
      </Button>
      <Button size="xs" variant="subtle" color="gray" disabled={isWaiting} onClick={() => onAsk('delete')}>
        {common.remove}
      </Button>
      <Clear onClear={() => set(NONE_SELECTED)} />
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
