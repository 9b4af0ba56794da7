import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { TableRow } from './grouping.ts';
import { useCursor } from './place.ts';

/**
 * Returns the row at the cursor (or -1), its cell if one is chosen, and the cell in editing, with
 * functions that move them.
 */
export function useEditing(listKey: string, rows: TableRow[]) {
  const [cursor, setCursor] = useCursor(listKey);
  useSameRecord(listKey, rows, cursor, setCursor);
  const [cell, setCell] = useState<string | null>(null);
  const [edited, setEdited] = useState<{ row: string; column: string } | null>(null);
  const reach = useCallback(
    (index: number, column: string | null) => {
      setCursor(index);
      setCell(column);
    },
    [setCursor],
  );
  const edit = useCallback((row: string, column: string | null) => {
    setEdited(column === null ? null : { row, column });
    // After editing, the focus returns to the table, so that its keys work.
    if (column === null) document.querySelector<HTMLElement>('.table-frame')?.focus({ preventScroll: true });
  }, []);
  return { cursor, cell, edited, reach, edit };
}

/**
 * Keeps the cursor at its row when others add or remove some above it, and at its record when that
 * leaves the group.
 */
function useSameRecord(
  listKey: string,
  rows: TableRow[],
  cursor: number,
  setCursor: (index: number) => void,
): void {
  const before = useRef({ listKey, cursor, row: rows[cursor] });
  useLayoutEffect(() => {
    const was = before.current;
    const row = rows[cursor];
    before.current = { listKey, cursor, row };
    if (was.listKey !== listKey || was.cursor !== cursor || was.row === undefined || was.row.id === row?.id)
      return;
    const { id, record } = was.row;
    const same = rows.findIndex((one) => one.id === id);
    const place = same === -1 ? rows.findIndex((one) => one.record.uuid === record.uuid) : same;
    if (place === -1) return;
    before.current = { listKey, cursor: place, row: rows[place] };
    setCursor(place);
  }, [listKey, rows, cursor, setCursor]);
}
