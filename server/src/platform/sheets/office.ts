import type { FileHandle } from 'node:fs/promises';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import type { Problem } from '../problem.ts';
import { numberFormat, shownNumber } from './number-format.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { NoRows, sheetInvalid } from './sheet-invalid.ts';
import { COLUMNS_MAX } from './xlsx.ts';

/** An old workbook has 65,536 rows a sheet at most. The library holds it whole, and its cells. */
const FILE_MAX_BYTES = 50 * 1024 * 1024;

/**
 * The sheets of an old Excel workbook (.xls) or of LibreOffice (.ods) that people see. Cells are
 * what they show, as in `xlsx.ts`.
 */
export async function officeSheets(file: FileHandle, name: string): Promise<Sheet[] | Problem> {
  const { size } = await file.stat();
  if (size > FILE_MAX_BYTES) return sheetInvalid('it is larger than 50 MiB');
  // Loaded with the first such file: few come, and it is large.
  const { read } = await import('@e965/xlsx');
  try {
    const content = Buffer.alloc(size);
    await file.read(content, 0, size, 0);
    const book = read(content, {
      dense: true,
      cellNF: true,
      cellText: true,
      cellFormula: false,
      cellHTML: false,
    });
    const seen = book.SheetNames.filter((_, at) => !book.Workbook?.Sheets?.[at]?.Hidden);
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    return seen.map((title) => ({
      name: seen.length > 1 ? `${name}: ${title}` : name,
      format: 'xlsx',
      rows: () => rowsOf(book.Sheets[title]!, is1904),
    }));
  } catch (error) {
    const { message } = error as Error;
    if (/password|encrypt/i.test(message)) return sheetInvalid('it is locked with a password');
    return new NoRows('no workbook', sheetInvalid('it is damaged, or a document of another kind').detail);
  }
}

async function* rowsOf(sheet: WorkSheet, is1904: boolean): AsyncGenerator<SheetRow | Problem> {
  const rows = (sheet['!data'] ?? []) as (CellObject | undefined)[][];
  for (const [place, row] of rows.entries()) {
    if (row === undefined) continue;
    if (row.length > COLUMNS_MAX)
      return yield sheetInvalid(`a cell lies beyond the first ${COLUMNS_MAX} columns`);
    const cells = Array.from(row, (cell) => (cell ? textOf(cell, is1904).trim() : ''));
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) continue;
    yield { line: place + 1, cells, size_bytes: cells.reduce((sum, cell) => sum + cell.length + 1, 0) };
  }
}

function textOf({ t, v, w, z }: CellObject, is1904: boolean): string {
  if (t === 'n')
    return shownNumber(String(v), numberFormat(-1, z === undefined ? undefined : String(z)), is1904);
  if (t === 'b') return v ? 'TRUE' : 'FALSE';
  return t === 'e' ? (w ?? '') : String(v ?? '').replace(/\r\n?/g, '\n');
}
