import type { FileHandle } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import { chunksOf } from './chunks.ts';
import { cutRow } from './csv-row.ts';
import { type Encoding, Utf8Check } from './encoding.ts';
import type { SheetRow } from './sheet.ts';

/** No ordinary row comes near it. A longer one has a quote that was never closed, or is hostile. */
const ROW_MAX_BYTES = 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

/** The line with the delimiter that Excel writes and reads before the header. */
const TOLD_DELIMITER = /^"?sep=([,;\t|])"?[\r\n]/i;

/**
 * Reads the rows of a CSV file (RFC 4180), the header first, without blank ones. It holds one chunk
 * of the file at a time. A file that is said to be UTF-8 is refused at the first line that is not.
 *
 * Space around cells is left out, except within quotes. Lines end with CR, LF or both. A byte order
 * mark is skipped, and so is a first line such as `sep=;`, which tells Excel the delimiter. If the
 * rest of the file cannot be read, a Problem comes last.
 */
export async function* readRows(
  file: FileHandle,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<SheetRow | Problem> {
  const utf8 = encoding === 'utf-8' ? new Utf8Check() : null;
  // It leaves out the byte order mark.
  const decoder = new TextDecoder(encoding);
  let parser: RowParser | undefined;
  for await (const bytes of chunksOf(file)) {
    const refusal = utf8?.refuse(bytes);
    if (refusal) return yield refusal;
    const text = decoder.decode(bytes, { stream: true });
    parser ??= new RowParser(text);
    yield* parser.read(text);
    if (parser.refusal) return yield parser.refusal;
  }
  const refusal = utf8?.refuseEnd();
  if (refusal) return yield refusal;
  if (parser) yield* parser.end();
  if (parser?.refusal) yield parser.refusal;
}

/** Turns pieces of a text into rows with their line numbers. */
class RowParser {
  /** The reason why the file cannot be read any further. */
  refusal: Problem | null = null;
  #delimiter: string;
  /** The beginning of a row that goes on in the next piece. */
  #begun = '';
  #header: string[] = [];
  #line = 1;
  /** True when the first line only tells the delimiter. */
  #tellsDelimiter: boolean;

  constructor(start: string) {
    const told = TOLD_DELIMITER.exec(start)?.[1];
    this.#tellsDelimiter = told !== undefined;
    this.#delimiter = told ?? delimiterOf(start);
  }

  /** The rows that end in this piece. */
  read(piece: string): SheetRow[] {
    return this.#rowsIn(this.#begun + piece, false);
  }

  /** The last row, if no line break ends it. */
  end(): SheetRow[] {
    return this.#rowsIn(this.#begun, true);
  }

  #rowsIn(text: string, isLast: boolean): SheetRow[] {
    const rows: SheetRow[] = [];
    let start = 0;
    while (start < text.length) {
      const cut = cutRow(text, start, this.#delimiter, isLast);
      const end = cut && 'end' in cut ? cut.end : text.length;
      const size_bytes = Buffer.byteLength(text.slice(start, end));
      if (size_bytes > ROW_MAX_BYTES) this.#refuseLength();
      else if (cut && 'fault' in cut) this.#refuse(cut);
      if (this.refusal || cut === null || 'fault' in cut) break;
      this.#take({ line: this.#line, cells: cut.cells, size_bytes }, rows);
      start = end;
    }
    this.#begun = text.slice(start);
    return rows;
  }

  /** Takes a row, unless it is blank or only tells the delimiter. */
  #take(row: SheetRow, rows: SheetRow[]): void {
    const { cells } = row;
    this.#line += 1 + cells.reduce((breaks, cell) => breaks + lineBreaks(cell), 0);
    const isRow = !this.#tellsDelimiter && cells.some((cell) => cell !== '');
    this.#tellsDelimiter = false;
    if (!isRow) return;
    if (this.#header.length === 0) this.#header = cells;
    rows.push(row);
  }

  #refuseLength(): void {
    const detail = `The row that begins at line ${this.#line} is longer than 1 MiB. Is a quote left open there?`;
    this.refusal = unreadable(detail);
  }

  #refuse({ fault, column: index }: { fault: string; column: number }): void {
    const name = this.#header[index];
    const column = `column ${index + 1}${name ? ` ("${name}")` : ''}`;
    this.refusal = unreadable(`In the row that begins at line ${this.#line}, ${column}, ${fault}`);
  }
}

/** The delimiter that occurs most often in the header outside quotes; a comma when none occurs. */
function delimiterOf(start: string): string {
  const [header = ''] = start
    .trimStart()
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
}

function lineBreaks(cell: string): number {
  return /[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0;
}

function unreadable(fault: string): Problem {
  return new Problem('csv_invalid', `${fault} Nothing was imported. Mend the file and send it again.`);
}
