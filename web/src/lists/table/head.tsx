import { Checkbox, rem, UnstyledButton } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { useListSearch } from '../list.ts';
import { useTable } from '../list-table.ts';
import { isSelected } from '../selection.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { Column } from './columns.tsx';

/** The step by which an arrow key changes a width. */
const STEP_PX = 20;

/** The data type that identifies a dragged column. */
const DRAGGED = 'application/x-rapport-column';

/**
 * The head of the table. A press on a name sorts, dragging moves a column, and its edge changes the
 * width.
 */
export function Head({ columns }: { columns: Column[] }) {
  const { read, columns: layout, selection } = useTable();
  const { rows, list } = read;
  const { selected, mayWrite, selectLoaded } = selection;
  // Counts the selected rows among the shown ones, because a filter may hide some.
  const [allAre, someAre] = useMemo(() => {
    const count = rows.filter(({ record }) => isSelected(selected, record.uuid)).length;
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
            // Disabled without rows, and while the rows of an earlier search are shown.
            disabled={!mayWrite || list.isPlaceholderData || rows.length === 0}
            onChange={() => selectLoaded(!allAre)}
          />
        </th>
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} isNarrow={columns.length < 4} layout={layout} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell(props: { column: Column; isNarrow: boolean; layout: ColumnLayout }) {
  const { column, isNarrow, layout } = props;
  const [search, change] = useListSearch();
  const { title, list } = useView();
  const sort = search.sort ?? list.default_sort;
  const direction =
    sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined;
  const turned = direction === 'ascending' ? `-${column.name}` : column.name;
  const isWide = isNarrow && column.name === title && layout.layout.widths[title] === undefined;
  return (
    <th
      style={{ width: isWide ? undefined : rem(column.width) }}
      aria-sort={direction}
      data-sortable={column.isSortable || undefined}
      data-number={column.isNumber || undefined}
      {...(column.name !== title && movable(column.name, layout))}
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
      <Width column={column} layout={layout} />
    </th>
  );
}

/** Makes a column draggable. For the keyboard and phones, the menu of columns offers the same. */
function movable(name: string, { move }: ColumnLayout) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, name),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = event.dataTransfer.getData(DRAGGED);
      if (dragged && dragged !== name) move(dragged, name);
    },
  };
}

/**
 * The edge of a column, moved by dragging or by arrow keys. A double click restores the usual
 * width.
 */
function Width({ column, layout }: { column: Column; layout: ColumnLayout }) {
  const { name, label, width } = column;
  const draw = (begun: PointerEvent<HTMLElement>) => {
    const handle = begun.currentTarget;
    const shown_px = handle.parentElement!.getBoundingClientRect().width;
    handle.setPointerCapture(begun.pointerId);
    // The table may draw a column wider than its set width. The change is scaled, so that the edge
    // follows the pointer.
    handle.onpointermove = ({ clientX }) =>
      layout.resize(name, width * (1 + (clientX - begun.clientX) / shown_px));
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') layout.resize(name, width - STEP_PX);
    if (key === 'ArrowRight') layout.resize(name, width + STEP_PX);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <span
      className="column-width"
      role="separator"
      aria-orientation="vertical"
      aria-label={records.columnWidth(label)}
      aria-valuenow={width}
      tabIndex={0}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={draw}
      onKeyDown={press}
      onDoubleClick={() => layout.resize(name, 0)}
    />
  );
}
