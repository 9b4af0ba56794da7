import type { CustomField } from '@rapport/contract/custom-fields';
import type { PlannedColumn } from '@rapport/contract/imports';

const FIELD = 'field:';
const NEW = 'new:';

/** The custom fields in use of a kind, by key. */
export type Declared = ReadonlyMap<string, CustomField>;

export const optionOfField = (key: string): string => FIELD + key;
export const optionOfType = (type: string): string => NEW + type;

/**
 * The option of a column: a target, a field of the Account, or the type of a new one. A plan also
 * has the type of a field that the Account has.
 */
export function optionOf({ column, to, key = column, type }: PlannedColumn, declared: Declared): string {
  if (to !== 'custom') return to ?? '';
  return type && !declared.has(key) ? optionOfType(type) : optionOfField(key);
}

/** The column as an option says. The type of its field says how its cells are read. */
export function columnFor(
  { column, also, label, slot, key }: PlannedColumn,
  option: string,
  declared: Declared,
): PlannedColumn {
  if (option === '') return { column, to: null };
  const beside = also !== undefined && { also };
  if (option === 'custom') return { column, ...beside, to: 'custom', type: null };
  if (option.startsWith(FIELD)) {
    const own = option.slice(FIELD.length);
    return { column, ...beside, to: 'custom', key: own, type: declared.get(own)?.type ?? null };
  }
  if (option.startsWith(NEW)) {
    const type = option.slice(NEW.length) as PlannedColumn['type'];
    // The key of a field that is there would mean that field.
    return { column, ...beside, to: 'custom', ...(key && !declared.has(key) && { key }), type };
  }
  return { column, to: option, ...(label && { label }), ...(slot && { slot }) };
}
