import { rem } from '@mantine/core';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isChangeable } from '../../api/unchangeable.ts';
import { useView } from '../../fields/view.ts';
import { Waiting } from '../../layout/loading.tsx';
import { COUNT_MAX, records } from '../../texts/records.ts';
import { type ListTable, useTable } from '../list-table.ts';
import { isSelected } from '../selection.ts';
import { type Column, chosenColumns } from './columns.tsx';
import { GroupHead } from './group-head.tsx';
import type { Group, TableRow } from './grouping.ts';
import { Head } from './head.tsx';
import { drawnLines, placeToSee, shiftOf, sightOf } from './lines-in-sight.ts';
import { useKeepPlace, useLeftPlace_px, useReturn } from './place.ts';
import { IS_FOR_FINGERS, IS_TWO_LINES, ROW_HEIGHT_PX, ROW_LINK, Row } from './row.tsx';

/** The height of the head, which stays in sight above the rows. For fingers it is higher. */
const HEAD_HEIGHT_PX = IS_FOR_FINGERS ? 44 : 33;

/** The least width of the title if the other columns leave it no room. */
const TITLE_MIN_PX = 150;

/** The next page is requested when fewer rows than this remain below the visible ones. */
const FETCH_AHEAD_ROWS = 60;

/**
 * Moves the focus from a row's link to the table, so that Enter applies to the row at the cursor.
 */
export function leaveRowLink(): void {
  const link = document.activeElement;
  if (link?.matches(ROW_LINK)) link.closest<HTMLElement>('.table-frame')?.focus({ preventScroll: true });
}

/**
 * The table of records. Only visible rows are in the document, so that 100,000 records scroll as
 * smoothly as ten.
 */
export function RecordsTable() {
  const table = useTable();
  const { list, rows, groups, rowCount } = table.read;
  const view = useView();
  const frame = useRef<HTMLDivElement>(null);
  const items = useMemo(() => itemsOf(rows, groups), [rows, groups]);
  const { visible, before_px, after_px, stay } = useRowsInSight(frame, items, table);
  const { names, widths } = table.columns.layout;
  const columns = useMemo(() => chosenColumns(view, names, widths), [view, names, widths]);
  return (
    <section
      ref={frame}
      className="table-frame"
      data-scroll-restoration-id={view.path}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
      tabIndex={0}
      aria-label={view.texts.title}
      aria-busy={list.isFetching}
      data-outdated={list.isPlaceholderData || undefined}
      onWheel={stay}
      onPointerDown={stay}
      onKeyDown={stay}
    >
      <table
        className="data-table"
        {...(!IS_TWO_LINES && { style: { minWidth: rem(widthOf(columns, view.title)) } })}
        data-two-lines={IS_TWO_LINES || undefined}
        aria-label={view.texts.table}
        aria-rowcount={sayRowCount(rowCount ?? rows.length)}
      >
        <Head columns={columns} />
        <tbody>
          {before_px > 0 && <tr style={{ height: before_px }} />}
          {visible.map((line) =>
            typeof line === 'object' ? (
              <GroupHead key={line.value} group={line} colSpan={columns.length + 1} />
            ) : (
              <Row key={rows[line]!.id} {...rowOf(table, line)} columns={columns} />
            ),
          )}
          {after_px > 0 && <tr style={{ height: after_px }} />}
        </tbody>
      </table>
      {(list.isPending || list.isFetchingNextPage) && (
        <Waiting size="sm" what={list.isPending ? undefined : records.loadingMore} />
      )}
    </section>
  );
}

/** Returns the properties of a row, which change only if something in the row does. */
function rowOf({ read, names, editing, selection }: ListTable, index: number) {
  const { cursor, cell, edited, reach, edit } = editing;
  const { id, record } = read.rows[index]!;
  return {
    id,
    record,
    index,
    names,
    mayEdit: selection.mayWrite && isChangeable(record),
    isAtCursor: index === cursor,
    at: index === cursor ? cell : null,
    edited: id === edited?.row ? edited.column : null,
    isSelected: isSelected(selection.selected, record.uuid),
    onToggle: selection.toggle,
    onReach: reach,
    onEdit: edit,
  };
}

/** A line of the table: the place of a row among all rows, or the head of a group. */
type Item = number | Group;

function itemsOf(rows: TableRow[], groups: Group[] | null): Item[] {
  return groups ? groups.flatMap((group) => [group, ...group.rows]) : [...rows.keys()];
}

/**
 * Returns the visible lines and the heights before and after them. It also requests further pages,
 * scrolls to the cursor, and keeps and restores the position. `stay` ends the restoring, because it
 * must not move a User who scrolls.
 */
function useRowsInSight(frame: RefObject<HTMLDivElement | null>, items: Item[], table: ListTable) {
  const { list, rows } = table.read;
  const { cursor, cell } = table.editing;
  const left_px = useLeftPlace_px() ?? 0;
  const hasRows = items.length > 0;
  const scale = useMemo(scaleOfText, []);
  const head_px = HEAD_HEIGHT_PX * scale;
  const line_px = ROW_HEIGHT_PX * scale;
  const isSame = !list.isPlaceholderData;
  const stay = useReturn({ frame, left_px, rowCount: items.length, row_px: line_px, isSame });
  const sight = useSight(frame, hasRows ? left_px : 0, line_px);
  useSteadyRows(frame, items, table, line_px);
  const { first, end } = drawnLines(sight, items.length);
  useFetchAhead(list, items.length, end - 1);
  const atCursor = rows[cursor]?.id;
  const lastAtCursor = useRef(atCursor);
  useEffect(() => {
    // Only if the cursor has moved to another row. On return the User may have scrolled away
    // from it, and records of others move its row.
    if (cursor >= 0 && atCursor !== lastAtCursor.current) {
      const at = frame.current!;
      const room_px = at.clientHeight - head_px;
      at.scrollTop = placeToSee(items.indexOf(cursor), line_px, at.scrollTop, room_px);
    }
    lastAtCursor.current = atCursor;
  }, [cursor, atCursor, items, frame, head_px, line_px]);
  useEffect(() => {
    const here = cell && frame.current?.querySelector('td[data-at]');
    if (here) here.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cell, frame]);
  const before_px = first * line_px;
  const after_px = (items.length - end) * line_px;
  return { visible: items.slice(first, end), before_px, after_px, stay };
}

/** Returns the lines in sight of the frame, and keeps its position for a later visit. */
function useSight(frame: RefObject<HTMLDivElement | null>, left_px: number, line_px: number) {
  const top_px = useRef(left_px);
  const [sight, setSight] = useState(() => sightOf(left_px, window.innerHeight, line_px));
  useKeepPlace(top_px);
  useLayoutEffect(() => {
    const at = frame.current!;
    const look = () => {
      top_px.current = at.scrollTop;
      const next = sightOf(at.scrollTop, at.clientHeight, line_px);
      // The same object draws nothing again.
      setSight((now) => (now.top === next.top && now.room === next.room ? now : next));
    };
    // Draws before the browser does. Otherwise fast scrolling would show empty lines.
    const follow = () => flushSync(look);
    const sizes = new ResizeObserver(look);
    sizes.observe(at);
    at.addEventListener('scroll', follow, { passive: true });
    return () => {
      sizes.disconnect();
      at.removeEventListener('scroll', follow);
    };
  }, [frame, line_px]);
  return sight;
}

/**
 * Keeps the rows in sight where they are when others add or remove records above them. At the
 * beginning of the list new ones come into sight.
 */
function useSteadyRows(
  frame: RefObject<HTMLDivElement | null>,
  items: Item[],
  { listKey, read }: ListTable,
  line_px: number,
): void {
  const { rows, list } = read;
  const { isPlaceholderData } = list;
  const before = useRef({ listKey, items, rows });
  useLayoutEffect(() => {
    if (isPlaceholderData) return;
    const was = before.current;
    before.current = { listKey, items, rows };
    const at = frame.current!;
    if (was.listKey !== listKey || was.items === items || at.scrollTop < line_px) return;
    const top = Math.floor(at.scrollTop / line_px);
    const by = shiftOf(
      was.items.slice(top).map((item) => idOf(item, was.rows)),
      items.map((item) => idOf(item, rows)),
    );
    if (by !== null) at.scrollTop += (by - top) * line_px;
  }, [listKey, items, rows, isPlaceholderData, frame, line_px]);
}

/** Identifies a line: a row or the head of a group. */
function idOf(item: Item, rows: TableRow[]): string {
  return typeof item === 'number' ? rows[item]!.id : item.value;
}

/** Requests the next page when the last loaded rows come near. */
function useFetchAhead(list: ListTable['read']['list'], rowCount: number, last: number): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, dataUpdatedAt } = list;
  // A page waits for a list that is just being read again, which would end the other request. A
  // failed page is requested again only by a button. Otherwise the end of the list would request it
  // endlessly.
  const mayFetch = hasNextPage && !isFetching && !isFetchNextPageError;
  // With `dataUpdatedAt`: the list may be read again in place of the page before this is seen here.
  useEffect(() => {
    if (mayFetch && last > rowCount - FETCH_AHEAD_ROWS) void fetchNextPage();
  }, [mayFetch, fetchNextPage, last, rowCount, dataUpdatedAt]);
}

/** Returns the ratio of the browser's text size to the usual one. */
function scaleOfText(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/**
 * Returns the number of rows, or -1 for an unknown number (WAI-ARIA) if the API has not counted
 * all.
 */
function sayRowCount(count: number): number {
  return count > COUNT_MAX ? -1 : count;
}

/** Returns the least width of the table. In less space it scrolls sideways. */
function widthOf(columns: Column[], title: string): number {
  return columns.reduce((sum, { name, width }) => sum + (name === title ? TITLE_MIN_PX : width), 0);
}
