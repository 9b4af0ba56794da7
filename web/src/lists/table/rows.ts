import { useMemo } from 'react';
import { COUNT_MAX } from '../../texts/records.ts';
import { type ListSearch, listParameters, useRecordList } from '../list.ts';
import {
  countOf,
  filterOf,
  type Grouping,
  groupRows,
  OTHERS,
  openOf,
  partsOf,
  plainRows,
  type TableRow,
} from './grouping.ts';
import { useGrouping, useGroups } from './groups.ts';

/**
 * Reads the list and orders its records in groups, if the address asks for them. `shown` is their
 * number without folded groups, which are neither read nor selected. It is undefined if nobody has
 * counted them. `loaded` are the records of the rows, each once.
 */
export function useRows(search: ListSearch) {
  const grouping = useGrouping();
  const list = useRecordList(search, grouping && partsOf(grouping, listParameters(search)));
  const rows = useMemo(() => {
    const pages = list.data?.pages ?? [];
    return grouping ? groupRows(pages, grouping) : plainRows(pages);
  }, [list.data, grouping]);
  const groups = useGroups(grouping, rows);
  const total = list.data?.pages[0]?.count;
  const rowCount = grouping ? countOf(grouping, openOf(grouping)) : total;
  const isOfSeveral = grouping?.isOfSeveral ?? false;
  const shown = !grouping?.closed.length ? total : isOfSeveral ? undefined : rowCount;
  const ofGroups = isOfSeveral ? countOf(grouping!, grouping!.values) : undefined;
  const isRepeating = ofGroups !== undefined && total !== undefined && ofGroups > total;
  // A record of an unfolded group may stand in a folded one as well.
  const folded = isOfSeveral ? 0 : (groups?.filter(({ isClosed }) => isClosed).length ?? 0);
  const isEmpty = list.isSuccess && (grouping ? total === 0 : rows.length === 0);
  const loaded = useMemo(() => recordsOf(rows), [rows]);
  const queries = shown === undefined || shown > COUNT_MAX ? null : queriesOf(grouping, search);
  return { list, rows, loaded, rowCount, isRepeating, groups, total, shown, folded, isEmpty, queries };
}

/** Returns the records of the rows, each once. */
function recordsOf(rows: TableRow[]) {
  return [...new Map(rows.map(({ record }) => [record.uuid, record])).values()];
}

/**
 * Returns the queries that together find all records outside folded groups, each once. Null for
 * a group that no query finds by itself.
 */
function queriesOf(grouping: Grouping | null, search: ListSearch): ListSearch[] | null {
  const all = listParameters(search);
  if (!grouping?.closed.length) return [all];
  const open = openOf(grouping);
  if (open.includes(OTHERS)) return null;
  return open.map((value) => ({ ...all, ...filterOf(grouping.by, value, grouping.choices, all) }));
}
