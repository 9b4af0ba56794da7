import type { FileHandle } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import { type NumberFormat, shownNumber } from './number-format.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { NoRows, sheetInvalid } from './sheet-invalid.ts';
import { readFormats, readSharedTexts, readWorkbook, unescapedText, xmlDecoder } from './xlsx-parts.ts';
import { XmlReader } from './xml.ts';
import { entriesOf, orProblem, type ZipEntry } from './zip.ts';

/** Exports of large systems have some 270. A row is filled up to its last cell. */
export const COLUMNS_MAX = 1000;
const ROW_MAX_LENGTH = 1024 * 1024;

type Context = { texts: string[]; formats: NumberFormat[]; is1904: boolean };

/**
 * The sheets of an Excel workbook (ECMA-376) that people see. A cell is what it shows, but
 * unrounded: days are `2026-01-31`, a quarter is `25%`. A formula is the value it last had.
 */
export async function xlsxSheets(file: FileHandle, name: string): Promise<Sheet[] | Problem> {
  return orProblem(async () => {
    const entries = await entriesOf(file);
    if (entries instanceof Problem) return entries;
    const parts = new Map(entries.map((entry) => [entry.name, entry]));
    const workbook = await readWorkbook(parts);
    if (workbook instanceof Problem) return new NoRows('no workbook', workbook.detail);
    const { sheets, is1904 } = workbook;
    const texts = await readSharedTexts(workbook.texts);
    if (texts instanceof Problem) return texts;
    const formats = await readFormats(workbook.styles);
    if (formats instanceof Problem) return formats;
    const context = { texts, formats, is1904 };
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
  let decoder: TextDecoder | null = null;
  const chunks = entry.read();
  for (;;) {
    const next = await orProblem(() => chunks.next());
    if (next instanceof Problem) return yield next;
    if (next.done) return;
    decoder ??= xmlDecoder(next.value);
    reader.write(decoder.decode(next.value, { stream: true }));
    yield* found.splice(0);
    if (reader.refusal) return yield reader.refusal;
  }
}

/** Reads the rows of a sheet. Blank ones are left out. */
function sheetReader(context: Context, onRow: (row: SheetRow) => void): XmlReader {
  let [line, cells, length] = [0, [] as string[], 0];
  let [column, type, style, value, inValue] = [0, '', -1, '', false];
  const take = (more: number) => {
    length += more;
    if (length > ROW_MAX_LENGTH) reader.refusal ??= sheetInvalid(`row ${line} is longer than 1 MiB`);
  };
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'row') {
        line = placeOf(attributes().r) ?? line + 1;
        [cells, column, length] = [[], -1, 0];
      } else if (name === 'c') {
        const { r, t, s } = attributes();
        column = r ? columnOf(r) : column + 1;
        if (column < 0 || column >= COLUMNS_MAX)
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
        const cell = textOf(type, value, style, context);
        if (cell === null)
          reader.refusal = sheetInvalid(`a cell in row ${line} names a text that it does not have`);
        else cells[column] = cell.trim();
        // Many cells may show one long text of the workbook.
        if (type === 's') take(cell?.length ?? 0);
      }
      if (name !== 'row') return;
      if (cells.some((cell) => cell !== '')) onRow({ line, cells, size_bytes: length + cells.length });
    },
  });
  return reader;
}

/** The number of a row as it is written; null when it is none. */
function placeOf(r: string | undefined): number | null {
  return r !== undefined && /^[1-9]\d{0,6}$/.test(r) ? Number(r) : null;
}

/** `AB12` → 27; -1 for what is no place. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** What a cell shows, by its type (ECMA-376 part 1, 18.18.11); null when its text is not there. */
function textOf(type: string, value: string, style: number, context: Context): string | null {
  const { texts, formats, is1904 } = context;
  switch (type) {
    case 's':
      // An empty cell of a grid. `Number` would make it the first text of the workbook.
      if (value.trim() === '') return '';
      return /^\d{1,9}$/.test(value) ? (texts[Number(value)] ?? null) : null;
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    case 'n':
      return shownNumber(value, formats[style] ?? { shows: 'number' }, is1904);
    default:
      return unescapedText(value);
  }
}
