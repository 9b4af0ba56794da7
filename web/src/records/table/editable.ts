import { isCustom } from '../fields/custom-name.ts';
import { fieldOf, type RecordView } from '../view.ts';

/** True when the cells of a column can be edited in their place. */
export function isEditable(view: RecordView, column: string): boolean {
  return isCustom(column) || fieldOf(view, column)?.isFixed === false;
}
