import { ActionIcon, Checkbox, rem } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import type { RecordData } from '../../fields/data.ts';
import type { Names } from '../../fields/names.ts';
import { titleOf, useView } from '../../fields/view.ts';
import { EditIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import type { Column } from './columns.tsx';
import { isEditable } from './editable.ts';

/**
 * The editor's script loads at the first edited cell, because it contains inputs for all kinds of
 * value.
 */
const CellEditor = later(
  async () => (await import('./cell-editor.tsx')).CellEditor,
  ({ children }) => children,
);

export const IS_FOR_FINGERS = window.matchMedia('(pointer: coarse)').matches;

/** On a phone a row has two lines: the title, and below it what else is shown. */
export const IS_TWO_LINES = window.matchMedia('(max-width: 29.99em)').matches;

/** The height of a row with text of the usual size. For fingers the rows are higher. */
export const ROW_HEIGHT_PX = IS_TWO_LINES ? 64 : IS_FOR_FINGERS ? 44 : 37;

export const ROW_LINK = '.row-link';

type Props = {
  id: string;
  record: RecordData;
  index: number;
  columns: Column[];
  names: Names;
  isAtCursor: boolean;
  /** The cell at the cursor, and the cell in editing. */
  at: string | null;
  edited: string | null;
  isSelected: boolean;
  mayEdit: boolean;
  onToggle: (id: string, toLast: boolean) => void;
  onReach: (index: number, column: string | null) => void;
  onEdit: (id: string, column: string | null) => void;
};

/**
 * A row of the table. It is drawn again only if its properties change, so scrolling draws only new
 * rows.
 */
export const Row = memo(function Row(props: Props) {
  const { id, record, index, isAtCursor, isSelected, at, edited } = props;
  const view = useView();
  const click = useClicks(props);
  return (
    // Clicks anywhere in the row work for the pointer. The keyboard uses the link in the row.
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
      <SelectCell {...props} />
      {props.columns.map((column) => (
        <td
          key={column.name}
          dir="auto"
          data-column={column.name}
          data-title={column.name === view.title || undefined}
          data-number={column.isNumber || undefined}
          data-at={column.name === at || undefined}
          title={column.hasTitle ? column.text(record, props.names) : undefined}
        >
          {column.name === edited ? (
            <CellEditor record={record} name={column.name} onClose={() => props.onEdit(id, null)}>
              {column.render(record, props.names)}
            </CellEditor>
          ) : (
            column.render(record, props.names)
          )}
          {column.hasLinks && props.mayEdit && isEditable(view, column.name) && (
            // The button appears under the pointer. For the keyboard, F2 does the same.
            <ActionIcon
              className="cell-edit"
              variant="default"
              size="sm"
              tabIndex={-1}
              aria-label={records.clickToEdit(column.label)}
              onClick={() => props.onEdit(id, column.name)}
            >
              <EditIcon />
            </ActionIcon>
          )}
        </td>
      ))}
    </tr>
  );
});

function SelectCell({ id, record, isSelected, mayEdit, onToggle }: Props) {
  const view = useView();
  return (
    <td className="select-cell">
      <Checkbox
        size="xs"
        aria-label={records.selectRow(titleOf(view, record))}
        checked={isSelected}
        disabled={!mayEdit}
        // Otherwise Shift and a click would select the text between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ nativeEvent }) =>
          onToggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

/**
 * Handles clicks. A click on the title opens the record, a click on another cell chooses it, and a
 * double click edits it. For touch, and for Users who may not edit, every click opens the record.
 */
function useClicks({ id, record, index, mayEdit, onReach, onEdit }: Props) {
  const view = useView();
  const navigate = useNavigate();
  const open = () => void navigate({ to: `${view.path}/${record.uuid}` });
  const cellOf = (event: MouseEvent): string | undefined => {
    const target = event.target as Element;
    // Excludes parts of a cell that are elsewhere in the document, such as its editor.
    const isInRow = event.currentTarget.contains(target) && !target.closest('a, button, .select-cell');
    return isInRow ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
  };
  return {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      // A click beside the check box counts as a click on it.
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
      if (isEditable(view, name)) onEdit(id, name);
      else open();
    },
  };
}
