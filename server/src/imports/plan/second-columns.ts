import { CELLS } from '../read/cell-types.ts';
import type { KeptFile } from '../read/kept-file.ts';
import { plainName, type Recognised } from '../read/presets/preset.ts';
import { TARGETS } from '../read/targets.ts';

/**
 * The places of columns whose cells would be lost: another column becomes the same field, which has
 * one value, and some rows fill both. The column with the name of the field keeps it, else the
 * first.
 */
export function secondColumns(
  { kind, rows, columns: analyses }: KeptFile,
  columns: Recognised['columns'],
): Set<number> {
  if (kind === null) return new Set();
  const filled = (index: number) => analyses[index]?.filled ?? 0;
  const singles = columns.flatMap(({ to }, index) => {
    const type = to ? TARGETS[kind].get(to)?.type : undefined;
    return type && CELLS[type].isSingle && filled(index) > 0 ? [{ to: to!, index }] : [];
  });
  const seconds = [...Map.groupBy(singles, ({ to }) => to)].flatMap(([to, own]) => {
    const first = own.find(({ index }) => plainName(columns[index]!.column) === plainName(to)) ?? own[0]!;
    return own.filter(({ index }) => index !== first.index && filled(index) + filled(first.index) > rows);
  });
  return new Set(seconds.map(({ index }) => index));
}
