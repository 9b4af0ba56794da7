import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Job } from '@rapport/contract/jobs';
import { useNavigate } from '@tanstack/react-router';
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isChangeable } from '../../api/unchangeable.ts';
import { useMayWriteHere } from '../../fields/may-write.ts';
import { type Names, useNames } from '../../fields/names.ts';
import { useView } from '../../fields/view.ts';
import { later } from '../../layout/later.tsx';
import { Loading } from '../../layout/loading.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { useWindow } from '../../layout/windows.ts';
import { NewRecord } from '../../record/new/new-record.tsx';
import { common } from '../../texts/common.ts';
import { useOpenBulks } from '../bulk/open-bulks.ts';
import { FilterPills } from '../filters/filter-pills.tsx';
import { useKeptSearch } from '../keep-search.ts';
import { type ListSearch, listParameters, useListSearch, useRecordList } from '../list.ts';
import { useSavedView } from '../saved/use-saved-view.ts';
import { ViewNotices } from '../saved/view-notices.tsx';
import { useRowSelection, useSelectAll } from '../selection.ts';
import { useColumnLayout } from './column-layout.ts';
import { useFailure } from './failure.ts';
import { Foot } from './foot.tsx';
import { countOf, groupRows, openOf, partsOf, plainRows, type TableRow } from './grouping.ts';
import { useGrouping, useGroups } from './groups.ts';
import { useTableKeys } from './keys.ts';
import { Nothing } from './nothing.tsx';
import { useCursor } from './place.ts';
import { RecordsTable } from './records-table.tsx';
import { Toolbar } from './toolbar.tsx';

const BulkBar = later(async () => (await import('../bulk/bulk-bar.tsx')).BulkBar);
const Preview = later(async () => (await import('../preview/preview.tsx')).Preview);

/** The bar for selected rows lies in the foot. On a phone it has a second line over the list. */
const BAR_PX = 0;
const BAR_ON_PHONE_PX = 56;

/**
 * The page with the table of a kind. The address contains the search and grouping, so that it can
 * be sent to a colleague.
 */
export function RecordsPage() {
  // The list is read once it is known what the view of the address asks for.
  return useSavedView().isPending ? <Loading h={360} /> : <Records />;
}

function Records() {
  const view = useView();
  const page = useRecordsPage();
  const { list, rows, total, isNarrow, columns, isPreviewed, preview, mayWrite, onCreate } = page;
  useEffect(() => {
    document.title = `${view.texts.title} · ${common.product}`;
  }, [view]);
  const hasTable = !page.isEmpty && !(list.isError && rows.length === 0);
  return (
    <Stack gap={0} className="table-page">
      <Toolbar
        isNarrow={isNarrow}
        total={total}
        rows={rows}
        columns={columns}
        isPreviewed={isPreviewed}
        onPreview={preview.toggle}
        onCreate={onCreate}
      />
      <ViewNotices columns={columns} />
      <FilterPills
        columns={{
          names: columns.layout.names,
          show: (name) => columns.choose([...columns.layout.names, name]),
        }}
      />
      <ProblemAlert {...useFailure(list, page.listKey)} />
      {page.isEmpty && <Nothing onCreate={onCreate} />}
      {hasTable && (
        <div className="table-and-preview">
          <RecordsTable
            list={list}
            rows={rows}
            rowCount={page.rowCount}
            listKey={page.listKey}
            groups={page.groups}
            columns={columns}
            names={page.names}
            cursor={page.cursor}
            cell={page.cell}
            edited={page.edited}
            selected={page.selected}
            isSelectable={mayWrite}
            covered_px={page.covered_px}
            onToggle={page.toggle}
            onReach={page.reach}
            onEdit={page.edit}
            onSelectAll={page.selectLoaded}
          />
          {isPreviewed && (
            <Preview record={rows[page.cursor]?.record} names={page.names} onClose={preview.close} />
          )}
        </div>
      )}
      {hasTable && <Foot total={total} isRepeating={page.isRepeating} columns={columns.layout.names} />}
      <BarIfAsked {...page.bar} />
      <NewRecord opened={page.newIsOpen} onClose={page.closeNew} />
    </Stack>
  );
}

/** Returns what the page shows, and what its keys, rows and buttons do. */
function useRecordsPage() {
  const [search] = useListSearch();
  useKeptSearch();
  const view = useView();
  const read = useRows(search);
  const { list, rows, total, shown, folded } = read;
  const { selected, setSelected, toggle } = useRowSelection(rows);
  const listKey = view.path + JSON.stringify([listParameters(search), search.group, search.closed]);
  const { cursor, cell, edited, reach, edit } = useEditing(listKey, rows);
  const [isPreviewed, preview] = useDisclosure();
  const { isPhone, isNarrow, isTight } = useWindow();
  const columns = useColumnLayout(isTight);
  const loaded = useMemo(() => recordsOf(rows), [rows]);
  const changeable = useMemo(() => loaded.filter(isChangeable), [loaded]);
  const chosen = useMemo(() => changeable.filter(({ uuid }) => selected.has(uuid)), [changeable, selected]);
  const mayWrite = useMayWriteHere();
  const selectAll = useSelectAll(list, shown, listKey, selected, setSelected);
  const [newIsOpen, create] = useNewRecord(mayWrite);
  useTableKeys({
    rows,
    columns: columns.layout.names,
    cursor: { index: cursor, cell, go: reach },
    preview: { isOpen: isPreviewed, toggle: preview.toggle, close: preview.close },
    toggle,
    edit,
    create: create.open,
    mayWrite,
  });
  const maySelectAll = chosen.length === changeable.length;
  const bar_px = isPhone ? BAR_ON_PHONE_PX : BAR_PX;
  return {
    ...read,
    listKey,
    ...{ names: useAllNames(), selected, toggle, cursor, cell, edited, reach, edit },
    ...{ isPreviewed, preview, isNarrow, columns, mayWrite, newIsOpen },
    covered_px: chosen.length === 0 ? 0 : bar_px,
    selectLoaded: (all: boolean) => setSelected(new Set(all ? changeable.map(({ uuid }) => uuid) : [])),
    onCreate: mayWrite ? create.open : null,
    closeNew: create.close,
    bar: {
      ...{ chosen, total, shown, select: setSelected, mayWrite },
      folded,
      isOutdated: list.isPlaceholderData,
      isReadingAll: selectAll.isReading,
      onSelectAll: maySelectAll || selectAll.isReading ? selectAll.start : null,
    },
  };
}

/** Returns the records of the rows, each once. */
function recordsOf(rows: TableRow[]) {
  return [...new Map(rows.map(({ record }) => [record.uuid, record])).values()];
}

/**
 * Reads the list and orders its records in groups, if the address asks for them. `shown` is their
 * number without folded groups, which are neither read nor selected. It is undefined if nobody has
 * counted them.
 */
function useRows(search: ListSearch) {
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
  return { list, rows, rowCount, isRepeating, groups, total, shown, folded, isEmpty };
}

/** Returns the place of the cursor and the cell being edited, with functions that move them. */
function useEditing(listKey: string, rows: TableRow[]) {
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

/**
 * Loads the script of the bar with the first selected row, or for a bulk change that is at work.
 */
function BarIfAsked(props: Omit<ComponentProps<typeof BulkBar>, 'open'> & { mayWrite: boolean }) {
  const open = useOpenBulks(props.mayWrite && props.total !== undefined) ?? NO_JOBS;
  const isAsked = useRef(false);
  isAsked.current ||= props.chosen.length > 0 || open.length > 0;
  return isAsked.current && <BulkBar {...props} open={open} />;
}

const NO_JOBS: Job[] = [];

/** Returns the names for the cells: those of Users, Accounts, and what only this kind needs. */
function useAllNames(): Names {
  const names = useNames();
  const own = useView().useNames?.();
  return useMemo(() => ({ ...names, ...own }), [names, own]);
}

/** Returns the state of the dialog for a new record. The address can open it. */
function useNewRecord(mayWrite: boolean) {
  const [search] = useListSearch();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure();
  // Removes the request from the address, so that a reload does not open the dialog again.
  useEffect(() => {
    if (search.create === undefined) return;
    if (mayWrite) dialog.open();
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, create: undefined }),
      replace: true,
    });
  }, [search.create, mayWrite, dialog.open, navigate]);
  return [isOpen, dialog] as const;
}
