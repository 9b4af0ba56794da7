import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { isChangeable } from '../../api/unchangeable.ts';
import { useView } from '../../fields/view.ts';
import { isEditable } from './editable.ts';
import type { TableRow } from './grouping.ts';
import { leaveRowLink } from './records-table.tsx';

/** Places where a letter is typed, or belongs to a dialog. */
const WRITING = '[role=dialog], input:not([type=checkbox])';

/** Places with a use of their own for Enter, Space and arrow keys. */
const PRESSED = '[role=dialog], input, a, button, [role=separator]';

/** The row at the cursor, and its cell if one is chosen. `go` moves the cursor. */
type Cursor = {
  index: number;
  cell: string | null;
  go: (index: number, cell: string | null) => void;
};

/**
 * Handles the keys that move the cursor through rows and cells, or act on the row or cell there.
 */
export function useTableKeys(props: {
  rows: TableRow[];
  columns: string[];
  cursor: Cursor;
  preview: { isOpen: boolean; toggle: () => void; close: () => void };
  toggle: (row: string) => void;
  edit: (row: string, column: string) => void;
  create: () => void;
  mayWrite: boolean;
}): void {
  const { rows, columns, cursor, preview, mayWrite } = props;
  const view = useView();
  const navigate = useNavigate();
  const open = (uuid: string, edit?: string) =>
    void navigate({ to: `${view.path}/${uuid}`, search: (edit ? { edit } : {}) as never });
  const here = rows[cursor.index];
  const mayChange = here !== undefined && mayWrite && isChangeable(here.record);
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
    if (mayChange && isEditable(view, column)) props.edit(here.id, column);
  };
  // Up and down scroll the table as usual, unless the preview is open or a cell is chosen.
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
        // Not on a button or link, where Enter presses it.
        ['Enter', PRESSED, () => here && (cursor.cell === null ? open(here.record.uuid) : edit())],
        ['F2', WRITING, edit],
        ['e', WRITING, () => here && open(here.record.uuid, mayChange ? view.title : undefined)],
        ['x', WRITING, () => mayChange && props.toggle(here.id)],
        ['n', WRITING, () => mayWrite && props.create()],
        ['Space', PRESSED, () => previewRow()],
        ['Escape', WRITING, () => (preview.isOpen ? preview.close() : cursor.go(cursor.index, null))],
      ] as [string, string, () => void][]
    ).map(([key, places, work]) => [key, outside(places, work), { preventDefault: false }]),
    // By default the keys would be ignored in all inputs. They must work on the check box of a row.
    ['TEXTAREA', 'SELECT'],
  );
  const previewRow = () => {
    if (rows.length === 0) return;
    if (!here) cursor.go(0, cursor.cell);
    preview.toggle();
  };
}

/**
 * Returns a handler that ignores keys pressed in these places. The browser also handles the key if
 * `work` returns false.
 */
function outside(places: string, work: () => unknown) {
  return (event: KeyboardEvent) => {
    if ((event.target as Element).closest(places)) return;
    // Otherwise the letter would be typed into the input that `work` focuses.
    if (work() !== false) event.preventDefault();
  };
}
