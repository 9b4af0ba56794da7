import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { RecordData } from '../data.ts';
import { useView } from '../view.ts';
import { isEditable } from './editable.ts';
import { leaveRowLink } from './records-table.tsx';

/** Where a letter is written, or is for a dialog. */
const WRITING = '[role=dialog], input:not([type=checkbox])';

/** Where Enter and Space mean the thing itself. */
const PRESSED = '[role=dialog], input, a, button, [role=separator]';

/**
 * Where the keys of the table are: at a row, and perhaps at one of its cells. `go` moves them.
 */
export type Cursor = {
  index: number;
  cell: string | null;
  go: (index: number, cell: string | null) => void;
};

/** The keys that move through rows and cells, and those that act on the one at the cursor. */
export function useTableKeys(props: {
  rows: RecordData[];
  columns: string[];
  cursor: Cursor;
  preview: { isOpen: boolean; toggle: () => void; close: () => void };
  toggle: (uuid: string) => void;
  edit: (uuid: string, column: string) => void;
  create: () => void;
  mayWrite: boolean;
}): void {
  const { rows, columns, cursor, preview, mayWrite } = props;
  const view = useView();
  const navigate = useNavigate();
  const open = (uuid: string, edit?: string) =>
    void navigate({ to: `${view.path}/${uuid}`, search: (edit ? { edit } : {}) as never });
  const here = rows[cursor.index];
  const goTo = (index: number) => {
    leaveRowLink();
    cursor.go(Math.max(0, Math.min(index, rows.length - 1)), cursor.cell);
  };
  const goAside = (step: number) => {
    if (!here) return false;
    const place = cursor.cell === null ? -1 : columns.indexOf(cursor.cell);
    const next = place + step;
    return cursor.go(cursor.index, next < 0 ? null : columns[Math.min(next, columns.length - 1)]!);
  };
  const edit = () => {
    const column = cursor.cell ?? columns[0]!;
    if (here && mayWrite && isEditable(view, column)) props.edit(here.uuid, column);
  };
  // Without a preview or a chosen cell the arrows scroll the table, as everywhere.
  const arrow = (step: number) => (preview.isOpen || cursor.cell !== null) && goTo(cursor.index + step);
  useHotkeys(
    (
      [
        ['j', WRITING, () => goTo(cursor.index + 1)],
        ['k', WRITING, () => goTo(cursor.index - 1)],
        ['ArrowDown', WRITING, () => arrow(1)],
        ['ArrowUp', WRITING, () => arrow(-1)],
        ['ArrowRight', PRESSED, () => goAside(1)],
        ['ArrowLeft', PRESSED, () => goAside(-1)],
        // On a button or a link, Enter presses it.
        ['Enter', PRESSED, () => here && (cursor.cell === null ? open(here.uuid) : edit())],
        ['F2', WRITING, edit],
        ['e', WRITING, () => here && open(here.uuid, view.title)],
        ['x', WRITING, () => here && mayWrite && props.toggle(here.uuid)],
        ['n', WRITING, () => mayWrite && props.create()],
        ['Space', PRESSED, () => previewRow()],
        ['Escape', WRITING, () => (preview.isOpen ? preview.close() : cursor.go(cursor.index, null))],
      ] as [string, string, () => void][]
    ).map(([key, places, work]) => [key, outside(places, work), { preventDefault: false }]),
    // The check box of a row takes no letters.
    ['TEXTAREA', 'SELECT'],
  );
  const previewRow = () => {
    if (rows.length === 0) return;
    if (!here) cursor.go(0, cursor.cell);
    preview.toggle();
  };
}

/** Leaves a key alone that is pressed in one of these places, or that does nothing. */
function outside(places: string, work: () => unknown) {
  return (event: KeyboardEvent) => {
    if ((event.target as Element).closest(places)) return;
    // The letter is not to be written where the work moves the focus to.
    if (work() !== false) event.preventDefault();
  };
}
