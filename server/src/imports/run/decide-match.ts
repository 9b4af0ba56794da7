import type { Completed } from './complete.ts';
import { type DecidedRow, type DecideSetting, decideRow } from './decide-row.ts';
import type { RowLinks } from './links.ts';
import type { Match } from './matching.ts';

/**
 * Decides a row that may be about records which are there. By a hint alone it changes none: it
 * makes a new one, unless one of them says all that it says. Of several that it means, such a one
 * is taken, so that a file sent again finds both of two rows that are alike.
 */
export function decideMatch(
  row: Completed,
  { records, isProof, key }: Match,
  links: RowLinks,
  setting: DecideSetting,
): DecidedRow {
  const [first, ...others] = records;
  if (first === undefined) return decideRow(row, undefined, links, setting);
  if (isProof && others.length === 0) return decideRow(row, first, links, setting);
  // A second row would leave unchanged what it says otherwise.
  const changed = new Set<string>();
  const asUpdate = { ...setting, changed, plan: { ...setting.plan, on_match: 'update' as const } };
  const inOrder = records.toSorted(
    (a, b) => Number(setting.changed.has(a.uuid)) - Number(setting.changed.has(b.uuid)),
  );
  for (const record of inOrder) {
    const decided = decideRow(row, record, links, asUpdate);
    if (decided.outcome === 'unchanged') return decided;
  }
  if (isProof) return decideRow(row, 'several', links, setting);
  const name = String(first[setting.kind.definition.named_by as keyof typeof first] ?? '');
  return { ...decideRow(row, undefined, links, setting), likely: { name, key } };
}
