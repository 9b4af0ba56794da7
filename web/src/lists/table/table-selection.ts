import { useMemo } from 'react';
import { isChangeable } from '../../api/unchangeable.ts';
import { useMayWriteHere } from '../../fields/may-write.ts';
import { isSelected, selectionOf, useRowSelection, useSelectAll } from '../selection.ts';
import type { useRows } from './rows.ts';

/**
 * Returns what of the list is selected, and what selects more of it. `chosen` are the loaded
 * records among the `count` selected ones.
 */
export function useTableSelection(read: ReturnType<typeof useRows>, listKey: string) {
  const { list, rows, loaded, shown, queries } = read;
  const { selected, setSelected, toggle } = useRowSelection(rows, listKey);
  const mayWrite = useMayWriteHere();
  const changeable = useMemo(() => loaded.filter(isChangeable), [loaded]);
  const chosen = useMemo(
    () => changeable.filter(({ uuid }) => isSelected(selected, uuid)),
    [changeable, selected],
  );
  const { whole } = selected;
  const all = useSelectAll(queries ?? [], listKey, rows, setSelected);
  // Offered once all that is loaded is selected, and again when the list has become another.
  const isOffered = queries !== null && list.hasNextPage && chosen.length === changeable.length;
  return {
    selected,
    chosen,
    changeable,
    mayWrite,
    toggle,
    set: setSelected,
    count: whole ? whole.count - selected.uuids.size : chosen.length,
    selectLoaded: (isAll: boolean) =>
      setSelected(selectionOf(isAll ? changeable.map(({ uuid }) => uuid) : [])),
    /** Selects all of the list. Null when all are selected, or when this is not offered. */
    selectAll: all.isReading || (isOffered && whole?.count !== shown) ? all.start : null,
    isReadingAll: all.isReading,
  };
}
