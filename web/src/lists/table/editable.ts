import { fieldOf, type RecordView } from '../../fields/view.ts';

/** True when the cells of a column can be edited in their place. */
export function isEditable(view: RecordView, column: string): boolean {
  return fieldOf(view, column)?.isFixed === false;
}
