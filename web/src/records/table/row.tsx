import { ActionIcon, Checkbox, rem } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { EditIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Names } from '../names.ts';
import { titleOf, useView } from '../view.ts';
import type { Column } from './columns.tsx';
import { isEditable } from './editable.ts';

/** Its script comes when a cell is first edited: it has inputs for every kind of value. */
const CellEditor = later(
  async () => (await import('./cell-editor.tsx')).CellEditor,
  ({ children }) => children,
);

/** With text in its usual size; larger text has higher rows, and so has a finger. */
export const ROW_HEIGHT_PX = window.matchMedia('(pointer: coarse)').matches ? 44 : 37;

export const ROW_LINK = '.row-link';

type Props = {
  record: RecordData;
  index: number;
  columns: Column[];
  names: Names;
  isAtCursor: boolean;
  /** The cell of it that the keyboard is at, and the edited one. */
  at: string | null;
  edited: string | null;
  isSelected: boolean;
  isSelectable: boolean;
  mayEdit: boolean;
  onToggle: (uuid: string, toLast: boolean) => void;
  onReach: (index: number, column: string | null) => void;
  onEdit: (uuid: string, column: string | null) => void;
};

/** Drawn again only when it changes: during scrolling, only new rows are drawn. */
export const Row = memo(function Row(props: Props) {
  const { record, index, isAtCursor, isSelected, at, edited } = props;
  const view = useView();
  const click = useClicks(props);
  return (
    // The link in the row is for the keyboard; the row is a larger target for the pointer.
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isAtCursor || undefined}
      data-selected={isSelected || undefined}
      style={{ height: rem(ROW_HEIGHT_PX) }}
      onFocus={(event) => {
        if (event.target.matches(ROW_LINK)) props.onReach(index, null);
      }}
      {...click}
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
            props.onToggle(record.uuid, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {props.columns.map((column) => (
        <td
          key={column.name}
          dir="auto"
          data-column={column.name}
          data-number={column.isNumber || undefined}
          data-at={column.name === at || undefined}
          title={column.hasTitle ? column.text(record, props.names) : undefined}
        >
          {column.name === edited ? (
            <CellEditor record={record} name={column.name} onClose={() => props.onEdit(record.uuid, null)}>
              {column.render(record, props.names)}
            </CellEditor>
          ) : (
            column.render(record, props.names)
          )}
          {column.hasLinks && props.mayEdit && isEditable(view, column.name) && (
            // For a pointer that rests there; by keyboard, F2 does the same.
            <ActionIcon
              className="cell-edit"
              variant="default"
              size="sm"
              tabIndex={-1}
              aria-label={records.clickToEdit(column.label)}
              onClick={() => props.onEdit(record.uuid, column.name)}
            >
              <EditIcon />
            </ActionIcon>
          )}
        </td>
      ))}
    </tr>
  );
});

/**
 * A click in the title's cell opens the record. A click on another cell moves the keyboard there,
 * and a double click edits it. A finger opens the record anywhere, and so does any click of a User
 * who may not edit.
 */
function useClicks({ record, index, mayEdit, onReach, onEdit }: Props) {
  const view = useView();
  const navigate = useNavigate();
  const open = () => void navigate({ to: `${view.path}/${record.uuid}` });
  const cellOf = (event: MouseEvent): string | undefined => {
    const target = event.target as Element;
    // What a cell shows elsewhere in the document, such as its editor, is no cell.
    const isInRow = event.currentTarget.contains(target) && !target.closest('a, button, .select-cell');
    return isInRow ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
  };
  return {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      // A press beside the box is meant for it.
      if (target.matches('.select-cell')) target.querySelector('input')!.click();
      const name = cellOf(event);
      if (name === undefined) return;
      const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
      if (name === view.title || isTouch || !mayEdit) open();
      else onReach(index, name);
    },
    onDoubleClick: (event: MouseEvent) => {
      const name = cellOf(event);
      if (name === undefined || name === view.title || !mayEdit) return;
      if (isEditable(view, name)) onEdit(record.uuid, name);
      else open();
    },
  };
}
