import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { notifyProblem } from '../layout/notify.ts';
import type { RecordData } from './data.ts';
import type { useRecordList } from './list.ts';
import { useView } from './view.ts';

/** The selected records, by uuid. */
export type Selection = ReadonlySet<string>;

/**
 * The selection of each kind at the time its page was left. It survives a visit to a record, but
 * not a reload.
 */
const left = new Map<string, Selection>();

const NONE: Selection = new Set();

/**
 * Returns the selected rows, by the uuid of their records. `toggle` stays the same function, so
 * that rows are not drawn again.
 */
export function useRowSelection(rows: RecordData[]) {
  const { path } = useView();
  const [selected, setSelected] = useState(left.get(path) ?? NONE);
  useEffect(() => {
    left.set(path, selected);
  }, [path, selected]);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  const last = useRef<string | null>(null);
  /**
   * With `toLast`, all rows between the last toggled row and this one are selected or unselected.
   */
  const toggle = useCallback((uuid: string, toLast = false) => {
    const uuids = shown.current.map((row) => row.uuid);
    const range = toLast ? between(uuids, last.current, uuid) : [uuid];
    last.current = uuid;
    setSelected((before) => toggled(before, range, uuid));
  }, []);
  return { selected, setSelected, toggle };
}

/** Returns the rows from `last` to `uuid`, in either direction; only `uuid` if `last` is gone. */
export function between(uuids: string[], last: string | null, uuid: string): string[] {
  const [from, to] = [uuids.indexOf(last ?? ''), uuids.indexOf(uuid)].sort((a, b) => a - b);
  return from === -1 ? [uuid] : uuids.slice(from, to! + 1);
}

/** Returns the selection with these rows selected, or unselected if `uuid` is selected. */
export function toggled(before: Selection, range: string[], uuid: string): Selection {
  const next = new Set(before);
  const isSelected = !before.has(uuid);
  for (const each of range) {
    if (isSelected) next.add(each);
    else next.delete(each);
  }
  return next;
}

/** The most rows that can be selected at once. All of them have to be read first. */
const SELECTED_MAX = 10_000;

/**
 * Reads a list to its end and selects all its rows. Rows that the User unselects meanwhile stay
 * unselected.
 *
 * Nothing is selected if the User clears the selection or opens another list, which has another
 * `listKey`. `start` is null when all rows are loaded, or when the list (`count`) is too long.
 */
export function useSelectAll(
  list: ReturnType<typeof useRecordList>,
  count: number | undefined,
  listKey: string,
  selected: Selection,
  setSelected: Dispatch<SetStateAction<Selection>>,
): { isReading: boolean; start: (() => void) | null } {
  const shown = useRef(listKey);
  useEffect(() => {
    shown.current = listKey;
  }, [listKey]);
  const readAll = async () => {
    let read = await list.fetchNextPage({ throwOnError: true });
    while (read.hasNextPage && shown.current === listKey)
      read = await list.fetchNextPage({ throwOnError: true });
    if (shown.current !== listKey) return;
    const all = (read.data?.pages.flatMap((page) => page.data) ?? []).map(({ uuid }) => uuid);
    setSelected((now) =>
      now.size === 0 ? now : new Set(all.filter((uuid) => now.has(uuid) || !selected.has(uuid))),
    );
  };
  const reading = useMutation({ mutationFn: readAll, onError: notifyProblem });
  const isOffered = list.hasNextPage && count !== undefined && count <= SELECTED_MAX;
  return { isReading: reading.isPending, start: isOffered ? () => reading.mutate() : null };
}
