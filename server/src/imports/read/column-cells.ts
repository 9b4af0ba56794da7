import type { PlannedColumn } from '@rapport/contract/imports';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';
import { CELLS, type CellStyle, type CellType } from './cell-types.ts';
import type { ImportedKind } from './presets/preset.ts';
import { TARGETS } from './targets.ts';

/** How the cells of a planned column are read; undefined when it is left out. */
export function cellTypeOf(kind: ImportedKind, { to, type }: PlannedColumn): CellType | undefined {
  if (to === null) return undefined;
  const target = TARGETS[kind].get(to)?.type;
  return target === 'custom' ? (READ_AS[type ?? 'text'] ?? 'custom') : target;
}

/** The style of its file by which a planned column is read; undefined without one. */
export function cellStyleOf(kind: ImportedKind, column: PlannedColumn): CellStyle | undefined {
  const type = cellTypeOf(kind, column);
  return type && CELLS[type].style;
}

const READ_AS: Partial<Record<CustomFieldType, CellType>> = {
  number: 'amount',
  money: 'amount',
  date: 'day',
  time: 'moment',
  user: 'user',
};
