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

/** So much of a file is kept while it is looked at. A longer one is read a second time. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a CSV file: first whole, because the first half of a broken file must not be imported, then
 * its rows in batches for one transaction each. An empty file gives nothing.
 */
export async function* readTable(file: FileHandle): Table {
  let columns: number | undefined;
  let [total, kept_bytes] = [0, 0];
  let kept: TableRow[] | null = [];
  for await (const row of readRows(file)) {
    if (row instanceof Problem) {
      yield { is: 'refused', refusal: row };
      return;
    }
    if (columns === undefined) {
      columns = row.cells.length;
      yield { is: 'header', names: row.cells.slice(0, NAMES_MAX), count: columns };
      continue;
    }
    total += 1;
    kept_bytes += row.size_bytes;
    if (kept_bytes > KEPT_MAX_BYTES) kept = null;
    kept?.push(withinColumns(row, columns));
  }
  if (columns === undefined) return;
  yield { is: 'total', total };
  yield* batchesOf(kept ?? readAgain(file, columns));
}

async function* readAgain(file: FileHandle, columns: number): AsyncGenerator<TableRow | Problem> {
  let isHeader = true;
  for await (const row of readRows(file)) {
    // The file could be read a moment ago, so somebody is writing to it.
    if (row instanceof Problem) yield row;
    else if (!isHeader) yield withinColumns(row, columns);
    isHeader = false;
  }
}

async function* batchesOf(all: Iterable<TableRow> | AsyncIterable<TableRow | Problem>): Table {
  let rows: TableRow[] = [];
  let batch_bytes = 0;
  for await (const row of all) {
    if (row instanceof Problem) {
      yield { is: 'refused', refusal: row };
      return;
    }
    rows.push(row);
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
