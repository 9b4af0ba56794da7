import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { RecordData } from '../data.ts';
import { useView } from '../view.ts';
import { leaveRowLink } from './records-table.tsx';

/** Where a letter is written, or is for a dialog. */
const WRITING = '[role=dialog], input:not([type=checkbox])';

/** The keys by which one goes through the rows, and does something with the one at the cursor. */
export function useTableKeys(props: {
  rows: RecordData[];
  cursor: number;
  setCursor: (index: number) => void;
  toggle: (uuid: string) => void;
  create: () => void;
  mayWrite: boolean;
}): void {
  const { rows, cursor, mayWrite } = props;
  const { path, title } = useView();
  const navigate = useNavigate();
  const open = (uuid: string, edit?: string) =>
    void navigate({ to: `${path}/${uuid}`, search: (edit ? { edit } : {}) as never });
  const here = rows[cursor];
  const goTo = (index: number) => {
    leaveRowLink();
    props.setCursor(index);
  };
  const keys: [string, string, () => void][] = [
    ['j', WRITING, () => goTo(Math.min(cursor + 1, rows.length - 1))],
    ['k', WRITING, () => goTo(Math.max(cursor - 1, 0))],
    // On a button or a link, Enter means that one.
    ['Enter', `${WRITING}, a, button`, () => here && open(here.uuid)],
    ['e', WRITING, () => here && open(here.uuid, title)],
    ['x', WRITING, () => here && mayWrite && props.toggle(here.uuid)],
    ['n', WRITING, () => mayWrite && props.create()],
  ];
  useHotkeys(
    keys.map(([key, places, work]) => [key, outside(places, work), { preventDefault: false }]),
    // The check box of a row takes no letters.
    ['TEXTAREA', 'SELECT'],
  );
}

/** A key is not for the table when it is pressed in one of these places. */
function outside(places: string, work: () => void) {
  return (event: KeyboardEvent) => {
    if ((event.target as Element).closest(places)) return;
    // The letter is not to be written where the work moves the focus to.
    event.preventDefault();
    work();
  };
}
