import { isCustom } from '../fields/custom-name.ts';
import { fieldOf, type RecordView } from '../view.ts';

/** Whether the cells of a column can be edited where they stand. */
export function isEditable(view: RecordView, column: string): boolean {
  if (isCustom(column)) return true;
  const field = fieldOf(view, column);
  // Links to several kinds are set where there is room to say which.
  return field !== undefined && !field.isFixed && !(field.type === 'links' && field.to === undefined);
}
