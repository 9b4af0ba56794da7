import { exportColumns, isOurs, OTHER_CUSTOM, readColumn } from '../../records/export/columns.ts';
import type { ImportedKind, Recognised } from './presets/preset.ts';
import { DEFINITIONS, linkedIn, TARGETS } from './targets.ts';

/** What files are called that `GET /api/v2/{kind}.csv` wrote. */
export const OWN = 'rapport';

/**
 * Recognises a file that Rapport wrote, by its columns. It is read whole, so that an import of it
 * changes nothing. Null for another file.
 */
export function recogniseOwn(names: string[]): Recognised | null {
  if (!isOurs(names)) return null;
  const present = new Set(names);
  const missing = (kind: ImportedKind) =>
    exportColumns(DEFINITIONS[kind]).filter(({ name }) => !present.has(name)).length;
  const [kind] = (Object.keys(DEFINITIONS) as ImportedKind[]).toSorted((a, b) => missing(a) - missing(b));
  const columns = names.map((column) => ({ column, ...targetOf(kind!, column) }));
  return { preset: OWN, kind: kind!, columns };
}

/** The target of a column; null for one that only shows something, such as the name of a Client. */
function targetOf(kind: ImportedKind, name: string): { to: string | null; key?: string } {
  if (name === 'uuid') return { to: 'uuid' };
  const read = readColumn(DEFINITIONS[kind], name);
  if (read === undefined) return { to: 'custom', key: name };
  if (read === null) return { to: null };
  const to = read.whole && read.field === 'custom' ? OTHER_CUSTOM : linkedIn(kind, read.field);
  return { to: TARGETS[kind].has(to) ? to : null };
}
