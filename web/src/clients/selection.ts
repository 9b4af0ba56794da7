import type { Client } from '@rapport/contract/clients';
import { useCallback, useEffect, useRef, useState } from 'react';

/** As it was when the page was left: a look at one of them is not to end it. A reload does. */
let left: ReadonlySet<string> = new Set();

/** Which rows are selected, by the uuid of their Client. `toggle` stays the same function, for rows that are not to be drawn again. */
export function useRowSelection(rows: Client[]) {
  const [selected, setSelected] = useState(left);
  useEffect(() => {
    left = selected;
  }, [selected]);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  const last = useRef<string | null>(null);
  /** With `toLast`, all rows from the one that was toggled last become what this one becomes. */
  const toggle = useCallback((uuid: string, toLast = false) => {
    const uuids = shown.current.map((row) => row.uuid);
    const [from, to] = [uuids.indexOf(last.current ?? ''), uuids.indexOf(uuid)].sort((a, b) => a - b);
    const range = toLast && from !== -1 ? uuids.slice(from, to! + 1) : [uuid];
    last.current = uuid;
    setSelected((before) => {
      const next = new Set(before);
      const isSelected = !before.has(uuid);
      for (const each of range) {
        if (isSelected) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  return { selected, setSelected, toggle };
}
