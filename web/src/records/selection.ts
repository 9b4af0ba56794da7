import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { notifyProblem } from '../layout/notify.ts';
import type { RecordData } from './data.ts';
import type { useRecordList } from './list.ts';
import { useView } from './view.ts';

/** The selected records, by uuid. */
export type Selection = ReadonlySet<string>;

/**
 * The selection when the page of a kind was left. A look at one record keeps it; a reload does not.
 */
const left = new Map<string, Selection>();

const NONE: Selection = new Set();

/**
 * Which rows are selected, by the uuid of their record. `toggle` stays the same function, so that
 * rows are not drawn again.
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
  /** With `toLast`, all rows from the last toggled one become what this one becomes. */
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

/** More are not selected at once: each of them is read before. */
const SELECTED_MAX = 10_000;

/**
 * Reads a list to its end and selects all of it, unless it has become another list, or the
 * selection was cleared meanwhile. A row unselected meanwhile stays unselected. `start` is null
 * when all rows are loaded, or there are too many: `count` is their number. `listKey` tells lists
 * apart.
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
