import type { FileHandle } from 'node:fs/promises';
import { Problem } from '../../platform/problem.ts';
import { readRows } from '../../platform/sheets/csv.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';

/**
 * Large enough that a transaction costs little, small enough that nobody waits long for its locks.
 */
const BATCH_MAX_ROWS = 500;
/** Bounds the memory that long rows take. Ordinary rows never reach it. */
const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/** More are refused for their number, so nobody needs their names. */
const NAMES_MAX = 1000;

/** A row of a table. `surplus`: so many cells it had behind the last column, which are left out. */
export type TableRow = SheetRow & { surplus?: number };

/** What comes of a table, in this order. A refusal is the last. */
export type OfTable =
  | { is: 'header'; names: string[]; count: number }
  | { is: 'total'; total: number }
  | { is: 'rows'; rows: TableRow[] }
  | { is: 'refused'; refusal: Problem };

export type Table = AsyncGenerator<OfTable, void, void>;

/**
 * Reads a CSV file twice: first whole, because the first half of a broken file must not be
 * imported, then in batches for one transaction each. An empty file gives nothing.
 */
export async function* readTable(file: FileHandle): Table {
  let columns: number | undefined;
  let total = 0;
  for await (const row of readRows(file)) {
    if (row instanceof Problem) {
      yield { is: 'refused', refusal: row };
      return;
    }
    if (columns !== undefined) {
      total += 1;
      continue;
    }
    columns = row.cells.length;
    yield { is: 'header', names: row.cells.slice(0, NAMES_MAX), count: columns };
  }
  if (columns === undefined) return;
  yield { is: 'total', total };
  yield* batchesOf(file, columns);
}

async function* batchesOf(file: FileHandle, columns: number): Table {
  let isHeader = true;
  let rows: TableRow[] = [];
  let batch_bytes = 0;
  for await (const row of readRows(file)) {
    // The file could be read a moment ago, so somebody is writing to it.
    if (row instanceof Problem) {
      yield { is: 'refused', refusal: row };
      return;
    }
    if (!isHeader) rows.push(withinColumns(row, columns));
    isHeader = false;
    batch_bytes += row.size_bytes;
    if (rows.length < BATCH_MAX_ROWS && batch_bytes < BATCH_MAX_BYTES) continue;
    yield { is: 'rows', rows };
    rows = [];
    batch_bytes = 0;
  }
  if (rows.length > 0) yield { is: 'rows', rows };
}

/** A row with very many cells is refused for their number, so nobody needs them. */
function withinColumns(row: SheetRow, columns: number): TableRow {
  const surplus = row.cells.length - columns;
  return surplus > 0 ? { ...row, cells: row.cells.slice(0, columns), surplus } : row;
}
