import type { RecordData } from '../../fields/data.ts';
import { FIELD_TYPES, isEmpty, valueIn } from '../../fields/values/field-types.ts';
import { fieldOf, type RecordView } from '../../fields/view.ts';

/**
 * Returns the fields that have their place outside of the list of fields: those that the head and
 * the right side say. A fact without a value is left to the list, where one fills it in.
 */
export function placedFields(view: RecordView, record: RecordData): string[] {
  const { state, figure, facts, below = [] } = view.head;
  const isFilled = (name: string) => {
    const field = fieldOf(view, name);
    return field !== undefined && !isEmpty(valueIn(record, field));
  };
  const said = [state, figure, ...facts].filter((name) => name !== undefined).filter(isFilled);
  // A text is named by its first line, so its title is no field of its own.
  const title = view.fields.filter(({ name, type }) => name === view.title && !FIELD_TYPES[type].isSection);
  return [...title.map(({ name }) => name), ...said, ...below, ...(view.beside ?? [])];
}
