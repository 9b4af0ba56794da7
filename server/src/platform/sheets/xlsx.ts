import type { FileHandle } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import { serialDay } from './serial-day.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { NoRows, sheetInvalid } from './sheet-invalid.ts';
import { NO_LIST, readDateStyles, readSharedTexts, readWorkbook } from './xlsx-parts.ts';
import { XmlReader } from './xml.ts';
import { entriesOf, orProblem, type ZipEntry } from './zip.ts';

/**
 * Exports of large systems have some 270. Each row is filled up to its last cell, so that a few
 * bytes for a far one would cost as much as all before it.
 */
const COLUMNS_MAX = 1000;
const ROW_MAX_LENGTH = 1024 * 1024;

type Context = { texts: string[]; dates: Set<number>; is1904: boolean };

/**
 * The sheets of an Excel workbook (ECMA-376) that people see. Days become `2026-01-31`, numbers are
 * as they are kept and not as they are shown, and a formula is the value it last had.
 */
export async function xlsxSheets(file: FileHandle, name: string): Promise<Sheet[] | Problem> {
  return orProblem(async () => {
    const entries = await entriesOf(file);
    if (entries instanceof Problem) return entries;
    const parts = new Map(entries.map((entry) => [entry.name, entry]));
    if (!parts.has('xl/workbook.xml')) return new NoRows('no workbook', sheetInvalid(NO_LIST).detail);
    const workbook = await readWorkbook(parts);
    if (workbook instanceof Problem) return workbook;
    const texts = await readSharedTexts(parts.get('xl/sharedStrings.xml'));
    if (texts instanceof Problem) return texts;
    const dates = await readDateStyles(parts.get('xl/styles.xml'));
    if (dates instanceof Problem) return dates;
    const { sheets, is1904 } = workbook;
    const context = { texts, dates, is1904 };
    return sheets.flatMap(({ name: title, part }): Sheet[] => {
      const entry = parts.get(part);
      if (!entry) return [];
      const full = sheets.length > 1 ? `${name}: ${title}` : name;
      return [{ name: full, format: 'xlsx', rows: () => rowsOf(entry, context) }];
    });
  });
}

async function* rowsOf(entry: ZipEntry, context: Context): AsyncGenerator<SheetRow | Problem> {
  const found: SheetRow[] = [];
  const reader = sheetReader(context, (row) => found.push(row));
  const decoder = new TextDecoder('utf-8');
  const chunks = entry.read();
  for (;;) {
    const next = await orProblem(() => chunks.next());
    if (next instanceof Problem) return yield next;
    if (next.done) return;
    reader.write(decoder.decode(next.value, { stream: true }));
    yield* found.splice(0);
    if (reader.refusal) return yield reader.refusal;
  }
}

/** Reads the rows of a sheet. Blank ones are left out. */
function sheetReader({ texts, dates, is1904 }: Context, onRow: (row: SheetRow) => void): XmlReader {
  let [line, cells, length] = [0, [] as string[], 0];
  let [column, type, style, value, inValue] = [0, '', -1, '', false];
  const take = (more: number) => {
    length += more;
    if (length > ROW_MAX_LENGTH) reader.refusal ??= sheetInvalid(`row ${line} is longer than 1 MiB`);
  };
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'row') {
        const { r } = attributes();
        line = r ? Number(r) : line + 1;
        [cells, column, length] = [[], -1, 0];
      } else if (name === 'c') {
        const { r, t, s } = attributes();
        column = r ? columnOf(r) : column + 1;
        if (!(column < COLUMNS_MAX))
          reader.refusal ??= sheetInvalid(`a cell lies beyond the first ${COLUMNS_MAX} columns`);
        [type, style, value] = [t ?? 'n', s ? Number(s) : -1, ''];
      } else if (name === 'v' || name === 't') inValue = true;
      else if (name === 'rPh') inValue = false;
    },
    text: (text) => {
      if (!inValue) return;
      value += text;
      take(text.length);
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      if (name === 'c' && reader.refusal === null) {
        while (cells.length < column) cells.push('');
        const cell = textOf(type, value, type === 'n' && dates.has(style), texts, is1904).trim();
        cells[column] = cell;
        // Many cells may show one long text of the workbook.
        if (type === 's') take(cell.length);
      }
      if (name !== 'row') return;
      if (cells.some((cell) => cell !== '')) onRow({ line, cells, size_bytes: length + cells.length });
    },
  });
  return reader;
}

/** `AB12` → 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

/** The text of a cell by its type (ECMA-376 part 1, 18.18.11). */
function textOf(type: string, value: string, isDate: boolean, texts: string[], is1904: boolean): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    case 'e':
      return '';
    case 'n':
      return value === '' ? '' : isDate ? serialDay(Number(value), is1904) : plainNumber(value);
    default:
      return value;
  }
}

/** Numbers are kept as binary fractions: 0.1 + 0.2 stands there as 0.30000000000000004. */
function plainNumber(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const short = Number(number.toPrecision(15));
  return Math.abs(short) >= 1e21 || (short !== 0 && Math.abs(short) < 1e-6)
    ? String(short)
    : shortest(short, value);
}

/** A long identifier stays as it is written, because a number would lose its last digits. */
function shortest(number: number, value: string): string {
  return /^\d{16,}$/.test(value) ? value : String(number);
}
