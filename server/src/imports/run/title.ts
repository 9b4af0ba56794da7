import { cutTo } from '../../platform/cells/cut.ts';
import type { DecidedRow } from './decide-row.ts';

/** What a row is called: as its record, or by its own cells. */
export function titleOf(
  { record, given }: Pick<DecidedRow, 'record' | 'given'>,
  named_by: string,
): string | null {
  const { first_name, last_name } = given;
  const own = (record as Record<string, unknown> | null)?.[named_by] ?? given[named_by];
  const text = own ?? [first_name, last_name].filter(Boolean).join(' ');
  if (typeof text !== 'string' || text === '') return null;
  // The title of a note is its first line, in bold letters.
  return cutTo(text.split('\n')[0]!.replace(/^\*\*(.+)\*\*$/, '$1'), 200);
}
