import { importing as texts } from '../../texts/imports.ts';
import type { RecordView } from '../view.ts';

/** The field for each column, by the column's name. Empty if the column is not imported. */
export type Mapping = Record<string, string>;

/**
 * Maps each column to the field with this name or label, but each field only once. Other columns
 * become custom fields, as in the API.
 */
export function guessMapping(view: RecordView, columns: string[]): Mapping {
  const byLabel = fieldsByLabel(view);
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const field = byLabel.get(plain(column)) ?? 'custom';
      const isTwice = field !== 'custom' && taken.has(field);
      taken.add(field);
      return [column, isTwice ? 'custom' : field];
    }),
  );
}

/**
 * Returns the reason why the import cannot begin, or null. Only custom fields may come from several
 * columns.
 */
export function mappingFault(view: RecordView, mapping: Mapping): string | null {
  const fields = Object.values(mapping).filter((field) => field !== '' && field !== 'custom');
  if (!fields.some((field) => view.identifying_fields.includes(field))) return texts.noName;
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  return twice === undefined ? null : `${texts.twice} (${view.import_fields![twice]})`;
}

/** Makes names comparable: `E-Mail` and `email` become the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

function fieldsByLabel({ import_fields }: RecordView): Map<string, string> {
  return new Map(
    Object.entries(import_fields!).flatMap(([field, label]) => [
      [plain(field), field],
      [plain(label), field],
    ]),
  );
}
