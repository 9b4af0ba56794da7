import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { useView } from '../fields/view.ts';
import { notifyProblem } from '../layout/notify.ts';
import type { useRecordList } from './list.ts';
import type { TableRow } from './table/grouping.ts';

/** The selected records, by uuid. */
export type Selection = ReadonlySet<string>;

/**
 * The selection of each kind at the time its page was left. It survives a visit to a record, but
 * not a reload.
 */
const left = new Map<string, Selection>();

const NONE: Selection = new Set();

/**
 * Returns the selected records. `toggle` takes the id of a row, and stays the same function, so
 * that rows are not drawn again.
 */
export function useRowSelection(rows: TableRow[]) {
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
  const toggle = useCallback((id: string, toLast = false) => {
    const toggledRow = shown.current.find((row) => row.id === id);
    if (!toggledRow) return;
    const range = between(shown.current, toLast ? last.current : null, id);
    last.current = id;
    setSelected((before) => toggled(before, range, toggledRow.record.uuid));
  }, []);
  return { selected, setSelected, toggle };
}

/**
 * Returns the records of the rows from `last` to `id`, in either direction; only that of `id` if
 * `last` is gone.
 */
export function between(rows: TableRow[], last: string | null, id: string): string[] {
  const place = (of: string | null) => rows.findIndex((row) => row.id === of);
  const [from, to] = [place(last), place(id)].sort((a, b) => a - b) as [number, number];
  return rows.slice(from === -1 ? to : from, to + 1).map(({ record }) => record.uuid);
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
