import type { ImportWarning } from '@rapport/contract/imports';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Earlier } from '../read/kept-file.ts';
import type { DecidedRow } from '../run/decide-row.ts';
import { titleOf } from '../run/title.ts';

/**
 * The rows that overwrite what people have changed since an earlier import of the file, each by its
 * record and line. A row keeps fields that the file does not have, so changes to these alone do not
 * count.
 */
export function changedSince(
  rows: DecidedRow[],
  { at }: Earlier,
  { named_by }: Pick<RecordDefinition, 'named_by'>,
): string[] {
  if (at === undefined) return [];
  const since = new Date(at);
  return rows.flatMap(({ before, outcome, line }) => {
    if (outcome !== 'updated' || new Date(before!.updated_at) <= since) return [];
    return `"${titleOf({ record: before, given: {} }, named_by) ?? ''}" in line ${line}`;
  });
}

/** Says what rows overwrite. `looked` is how many rows were looked at; null: all. */
export function changedWarning(changed: string[], file: number, looked: number | null): ImportWarning {
  const [first, ...more] = changed;
  const which = more.length === 0 ? first : `${first} and ${more.length.toLocaleString('en')} more`;
  const rows =
    more.length === 0 ? '1 row overwrites' : `${changed.length.toLocaleString('en')} rows overwrite`;
  const detail =
    `${looked === null ? '' : `Of the first ${looked.toLocaleString('en')} rows, `}${rows} what was changed here after that import: ${which}. ` +
    'To keep it, choose that a record that is there is left alone, or filled only where it is empty.';
  return { code: 'changed_since', file, detail, is_blocking: false };
}
