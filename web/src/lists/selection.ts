import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { request, withQuery } from '../api/request.ts';
import { useWritableAccounts } from '../fields/may-write.ts';
import { apiPath, useView } from '../fields/view.ts';
import { notifyProblem } from '../layout/notify.ts';
import type { ListSearch } from './list.ts';
import type { TableRow } from './table/grouping.ts';
import type { Totals } from './totals.ts';

/** The part of a list that is in one Account and one group: how to ask for it, and its length. */
export type WholePart = { account_uuid: string; query: ListSearch; count: number };

/** A list of which all is selected, as it was at that time. */
export type Whole = { listKey: string; parts: WholePart[]; count: number };

/** The selected records: those of these uuids, or all of a list but those. */
export type Selection = { uuids: ReadonlySet<string>; whole: Whole | null };

export const NONE_SELECTED: Selection = { uuids: new Set(), whole: null };

/** Returns the selection of these records. */
export function selectionOf(uuids: Iterable<string>): Selection {
  return { uuids: new Set(uuids), whole: null };
}

export function isSelected({ uuids, whole }: Selection, uuid: string): boolean {
  return uuids.has(uuid) === (whole === null);
}

/**
 * The selection of each kind at the time its page was left. It survives a visit to a record, but
 * not a reload.
 */
const left = new Map<string, Selection>();

/**
 * Returns the selected records. `toggle` takes the id of a row, and stays the same function, so
 * that rows are not drawn again. All of a list is selected only while that list (`listKey`) is
 * shown.
 */
export function useRowSelection(rows: TableRow[], listKey: string) {
  const { path } = useView();
  const [selected, setSelected] = useState(left.get(path) ?? NONE_SELECTED);
  useEffect(() => {
    left.set(path, selected);
  }, [path, selected]);
  useEffect(() => {
    setSelected((now) => (now.whole === null || now.whole.listKey === listKey ? now : NONE_SELECTED));
  }, [listKey]);
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
    setSelected(({ uuids, whole }) => ({ uuids: toggled(uuids, range, toggledRow.record.uuid), whole }));
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

/** Returns the uuids with all of the range, or with none of it if `uuid` is among them. */
export function toggled(before: ReadonlySet<string>, range: string[], uuid: string): Set<string> {
  const next = new Set(before);
  const isAdded = !before.has(uuid);
  for (const each of range) {
    if (isAdded) next.add(each);
    else next.delete(each);
  }
  return next;
}

/**
 * Selects all of a list, also what is not loaded: all that `queries` find in the Accounts whose
 * records the User may change. The API counts it first, because its count comes with the change.
 *
 * Nothing is selected if the User clears the selection meanwhile or opens another list, which has
 * another `listKey`. Of the rows, only those stay unselected that the User has unselected.
 */
export function useSelectAll(
  queries: ListSearch[],
  listKey: string,
  rows: TableRow[],
  setSelected: Dispatch<SetStateAction<Selection>>,
): { isReading: boolean; start: () => void } {
  const view = useView();
  const account = useCurrentAccount();
  const writable = useWritableAccounts();
  const shown = useRef({ listKey, rows });
  useEffect(() => {
    shown.current = { listKey, rows };
  }, [listKey, rows]);
  const accounts = account ? [account] : writable;
  const countAll = async () => {
    const asked = accounts.flatMap(({ uuid: account_uuid }) =>
      queries.map(async (query): Promise<WholePart> => {
        const counted = { ...query, account_uuid, limit: 1, include: 'count' };
        const { count } = await request<Totals>('GET', withQuery(apiPath(view), counted));
        return { account_uuid, query, count };
      }),
    );
    const parts = (await Promise.all(asked)).filter(({ count }) => count > 0);
    const all = { listKey, parts, count: parts.reduce((sum, { count }) => sum + count, 0) };
    setSelected((now) => wholeAfter(now, all, shown.current));
  };
  const reading = useMutation({ mutationFn: countAll, onError: notifyProblem });
  return { isReading: reading.isPending, start: reading.mutate };
}

/**
 * Returns the selection of all of a list, unless another is shown or nothing is selected by now.
 */
export function wholeAfter(
  now: Selection,
  whole: Whole,
  { listKey, rows }: { listKey: string; rows: TableRow[] },
): Selection {
  if (listKey !== whole.listKey || now.whole !== null || now.uuids.size === 0) return now;
  const unselected = rows.map(({ record }) => record.uuid).filter((uuid) => !now.uuids.has(uuid));
  return { uuids: new Set(unselected), whole };
}
