import { Checkbox, rem, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Waiting } from '../../layout/loading.tsx';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { useListSearch, type useRecordList } from '../list.ts';
import type { Names } from '../names.ts';
import { titleOf, useView } from '../view.ts';
import { type Column, chosenColumns } from './columns.tsx';
import { useKeepPlace, useLeftPlace_px, useReturn } from './place.ts';

/** Of text in its usual size; larger text has higher rows. */
const ROW_HEIGHT_PX = 37;

/** It stays in sight above the rows. */
const HEAD_HEIGHT_PX = 36;

/** What the title has at least where the other columns would leave it no room. */
const TITLE_MIN_PX = 150;

/** The next page is fetched when fewer rows than these are left below those in sight. */
const FETCH_AHEAD_ROWS = 60;

const ROW_LINK = '.row-link';

/** Takes the focus from the link of a row: Enter is for the row to which the keys lead from there. */
export function leaveRowLink(): void {
  const link = document.activeElement;
  if (link?.matches(ROW_LINK)) link.closest<HTMLElement>('.table-frame')?.focus({ preventScroll: true });
}

type Props = {
  list: ReturnType<typeof useRecordList>;
  rows: RecordData[];
  columns: string[];
  names: Names;
  /** The row that the keyboard is at; -1: none. */
  cursor: number;
  selected: ReadonlySet<string>;
  /** For those who may do something with them. */
  isSelectable: boolean;
  /** Of what covers the end of the frame. */
  covered_px: number;
  onToggle: (uuid: string, toLast: boolean) => void;
  /** Hears of the row whose link has got the focus. */
  onReach: (index: number) => void;
  onSelectAll: (all: boolean) => void;
};

/** Only the rows in sight are in the document, so that 100,000 records scroll like ten. */
export function RecordsTable(props: Props) {
  const { list, rows, cursor } = props;
  const view = useView();
  const frame = useRef<HTMLDivElement>(null);
  const { visible, before_px, after_px, stay } = useRowsInSight(frame, props);
  const columns = useMemo(() => chosenColumns(view, props.columns), [view, props.columns]);
  return (
    <section
      ref={frame}
      className="table-frame"
      data-scroll-restoration-id={view.path}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={view.texts.title}
      aria-busy={list.isFetching}
      data-outdated={list.isPlaceholderData || undefined}
      style={{ paddingBottom: props.covered_px }}
      onWheel={stay}
      onPointerDown={stay}
      onKeyDown={stay}
    >
      <table
        className="data-table"
        style={{ minWidth: rem(widthOf(columns, view.title)) }}
        aria-label={view.texts.table}
        aria-rowcount={list.data?.pages[0]?.total ?? rows.length}
      >
        <Head {...props} visibleColumns={columns} />
        <tbody>
          {before_px > 0 && <tr style={{ height: before_px }} />}
          {visible.map(({ index }) => (
            <Row
              key={rows[index]!.uuid}
              record={rows[index]!}
              index={index}
              columns={columns}
              names={props.names}
              isAtCursor={index === cursor}
              isSelected={props.selected.has(rows[index]!.uuid)}
              isSelectable={props.isSelectable}
              onToggle={props.onToggle}
              onReach={props.onReach}
            />
          ))}
          {after_px > 0 && <tr style={{ height: after_px }} />}
        </tbody>
      </table>
      {(list.isPending || list.isFetchingNextPage) && (
        <Waiting size="sm" what={list.isPending ? undefined : records.loadingMore} />
      )}
    </section>
  );
}

/**
 * Which rows are in sight, and the height of those before and after them. The next are fetched in time; the cursor is scrolled to, and the place
 * kept for the way back, which `stay` ends: whoever scrolls themselves is not to be moved.
 */
function useRowsInSight(frame: RefObject<HTMLDivElement | null>, props: Props) {
  const { list, rows, cursor } = props;
  const left_px = useLeftPlace_px() ?? 0;
  const hasRows = rows.length > 0;
  const scale = useMemo(scaleOfText, []);
  const head_px = HEAD_HEIGHT_PX * scale;
  const virtual = useVirtualizer({
    initialOffset: hasRows ? left_px : 0,
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX * scale,
    overscan: 12,
    scrollMargin: head_px,
    scrollPaddingStart: head_px,
    scrollPaddingEnd: props.covered_px,
  });
  const isSame = !list.isPlaceholderData;
  const stay = useReturn({ frame, left_px, rowCount: rows.length, row_px: ROW_HEIGHT_PX * scale, isSame });
  useKeepPlace(virtual.scrollOffset ?? 0);
  const visible = virtual.getVirtualItems();
  useFetchAhead(list, rows.length, visible.at(-1)?.index ?? 0);
  const lastCursor = useRef(cursor);
  useEffect(() => {
    // Not the row of an earlier visit: its reader may have scrolled away from it.
    if (cursor >= 0 && cursor !== lastCursor.current) virtual.scrollToIndex(cursor);
    lastCursor.current = cursor;
  }, [cursor, virtual]);
  const before_px = (visible[0]?.start ?? head_px) - head_px;
  const after_px = virtual.getTotalSize() + head_px - (visible.at(-1)?.end ?? head_px);
  return { visible, before_px, after_px, stay };
}

/** Fetches the next page when the last rows come near. */
function useFetchAhead(list: Props['list'], rowCount: number, last: number): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // What failed is asked for again by hand: at the end of the list it would be asked for without end.
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (mayFetch && last > rowCount - FETCH_AHEAD_ROWS) void fetchNextPage();
  }, [mayFetch, fetchNextPage, last, rowCount]);
}

/** How much larger than usual the text is that the browser was told to show. */
function scaleOfText(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Below it the table is scrolled sideways. */
function widthOf(columns: Column[], title: string): number {
  return columns.reduce((sum, { name, width }) => sum + (name === title ? TITLE_MIN_PX : width), 0);
}

function Head(props: Props & { visibleColumns: Column[] }) {
  const { rows, selected, onSelectAll, visibleColumns } = props;
  // Some of the selected may not be among the rows that a filter shows.
  const [allAre, someAre] = useMemo(() => {
    const count = selected.size === 0 ? 0 : rows.filter(({ uuid }) => selected.has(uuid)).length;
    return [count > 0 && count === rows.length, count > 0 && count < rows.length];
  }, [rows, selected]);
  return (
    <thead>
      <tr>
        <th className="select-cell">
          <Checkbox
            size="xs"
            aria-label={records.selectAll}
            checked={allAre}
            indeterminate={someAre}
            // A click would select nothing before the first rows, or the rows of the list before, and not say so.
            disabled={!props.isSelectable || rows.length === 0 || props.list.isPlaceholderData}
            onChange={() => onSelectAll(!allAre)}
          />
        </th>
        {visibleColumns.map((column) => (
          <HeadCell key={column.name} column={column} isNarrow={visibleColumns.length < 4} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({ column, isNarrow }: { column: Column; isNarrow: boolean }) {
  const [search, change] = useListSearch();
  const { title, list } = useView();
  const sort = search.sort ?? list.default_sort;
  const direction =
    sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined;
  const turned = direction === 'ascending' ? `-${column.name}` : column.name;
  return (
    <th
      style={{ width: isNarrow && column.name === title ? undefined : rem(column.width) }}
      aria-sort={direction}
      data-sortable={column.isSortable || undefined}
    >
      {column.isSortable ? (
        <UnstyledButton
          className="sort-button"
          title={records.sortBy(column.label)}
          onClick={() => change({ sort: turned === list.default_sort ? undefined : turned })}
        >
          {column.label}
          <span aria-hidden="true">
            {direction === 'ascending' ? ' ↑' : direction === 'descending' ? ' ↓' : ''}
          </span>
        </UnstyledButton>
      ) : (
        column.label
      )}
    </th>
  );
}

/** Drawn again only when something of it changes: while one scrolls, all rows but the new ones stay as they are. */
const Row = memo(function Row(props: {
  record: RecordData;
  index: number;
  columns: Column[];
  names: Names;
  isAtCursor: boolean;
  isSelected: boolean;
  isSelectable: boolean;
  onToggle: (uuid: string, toLast: boolean) => void;
  onReach: (index: number) => void;
}) {
  const { record, index, isAtCursor, isSelected } = props;
  const view = useView();
  const navigate = useNavigate();
  return (
    // The link in the row is for the keyboard; the row is a larger target for the pointer.
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isAtCursor || undefined}
      data-selected={isSelected || undefined}
      style={{ height: rem(ROW_HEIGHT_PX) }}
      onFocus={(event) => {
        if (event.target.matches(ROW_LINK)) props.onReach(index);
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('a, .select-cell')) return;
        void navigate({ to: `${view.path}/${record.uuid}` });
      }}
    >
      <td className="select-cell">
        <Checkbox
          size="xs"
          aria-label={records.selectRow(titleOf(view, record))}
          checked={isSelected}
          disabled={!props.isSelectable}
          // The browser would select the text between.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={({ nativeEvent }) =>
            props.onToggle(record.uuid, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {props.columns.map((column) => (
        <td
          key={column.name}
          dir="auto"
          title={column.hasTitle ? column.text(record, props.names) : undefined}
        >
          {column.render(record, props.names)}
        </td>
      ))}
    </tr>
  );
});
