import { Checkbox, Loader, UnstyledButton } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { useElementScrollRestoration, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import { clients } from '../texts/clients.ts';
import { COLUMNS, type Column, type Names } from './columns.tsx';
import { DEFAULT_SORT, type useClientList, useListSearch } from './list.ts';

const ROW_HEIGHT_PX = 37;

const SCROLL_ID = 'clients';

type Props = {
  list: ReturnType<typeof useClientList>;
  rows: Client[];
  columns: string[];
  names: Names;
  /** The row that the keyboard is at; -1: none. */
  cursor: number;
  selected: ReadonlySet<string>;
  onToggle: (uuid: string) => void;
  onSelectAll: (all: boolean) => void;
};

/** Only the rows in sight are in the document, so that 100,000 Clients scroll like ten. */
export function ClientsTable(props: Props) {
  const { list, rows, cursor } = props;
  const frame = useRef<HTMLDivElement>(null);
  // "Back" from a record leads to where one was in the list.
  const left = useElementScrollRestoration({ id: SCROLL_ID });
  const virtual = useVirtualizer({
    initialOffset: left?.scrollY ?? 0,
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last > rows.length - 60) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, rows.length]);
  useEffect(() => {
    if (cursor >= 0) virtual.scrollToIndex(cursor);
  }, [cursor, virtual]);

  const chosen = props.columns.join(' ');
  const columns = useMemo(() => COLUMNS.filter(({ name }) => chosen.split(' ').includes(name)), [chosen]);
  const before_px = visible[0]?.start ?? 0;
  const after_px = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <section
      ref={frame}
      className="table-frame"
      data-scroll-restoration-id={SCROLL_ID}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={clients.title}
      aria-busy={list.isFetching}
    >
      <table className="data-table" aria-rowcount={list.data?.pages[0]?.total ?? rows.length}>
        <Head {...props} visibleColumns={columns} />
        <tbody>
          {before_px > 0 && <tr style={{ height: before_px }} />}
          {visible.map(({ index }) => (
            <Row
              key={rows[index]!.uuid}
              client={rows[index]!}
              index={index}
              columns={columns}
              names={props.names}
              isAtCursor={index === cursor}
              isSelected={props.selected.has(rows[index]!.uuid)}
              onToggle={props.onToggle}
            />
          ))}
          {after_px > 0 && <tr style={{ height: after_px }} />}
        </tbody>
      </table>
      {(list.isPending || isFetchingNextPage) && (
        <div className="table-loading">
          <Loader size="sm" aria-label={clients.loadingMore} />
        </div>
      )}
    </section>
  );
}

function Head({ rows, selected, onSelectAll, visibleColumns }: Props & { visibleColumns: Column[] }) {
  const allAre = rows.length > 0 && selected.size >= rows.length;
  return (
    <thead>
      <tr>
        <th className="select-cell">
          <Checkbox
            size="xs"
            aria-label={clients.selectAll}
            checked={allAre}
            indeterminate={selected.size > 0 && !allAre}
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
  const sort = search.sort ?? DEFAULT_SORT;
  const direction =
    sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined;
  const turned = direction === 'ascending' ? `-${column.name}` : column.name;
  return (
    <th
      style={{ width: isNarrow && column.name === 'name' ? undefined : column.width }}
      aria-sort={direction}
    >
      {column.isSortable ? (
        <UnstyledButton
          className="sort-button"
          title={clients.sortBy(column.label)}
          onClick={() => change({ sort: turned === DEFAULT_SORT ? undefined : turned })}
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
  client: Client;
  index: number;
  columns: Column[];
  names: Names;
  isAtCursor: boolean;
  isSelected: boolean;
  onToggle: (uuid: string) => void;
}) {
  const { client, index, isAtCursor, isSelected } = props;
  const navigate = useNavigate();
  return (
    // The link in the row is for the keyboard; the row is a larger target for the pointer.
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isAtCursor || undefined}
      data-selected={isSelected || undefined}
      style={{ height: ROW_HEIGHT_PX }}
      onClick={(event) => {
        if ((event.target as Element).closest('a, .select-cell')) return;
        void navigate({ to: '/clients/$uuid', params: { uuid: client.uuid } });
      }}
    >
      <td className="select-cell">
        <Checkbox
          size="xs"
          aria-label={clients.selectRow(client.name)}
          checked={isSelected}
          onChange={() => props.onToggle(client.uuid)}
        />
      </td>
      {props.columns.map((column) => (
        <td key={column.name}>{column.render(client, props.names)}</td>
      ))}
    </tr>
  );
});
