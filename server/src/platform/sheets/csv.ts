import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@rapport/contract/encodings';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { Problem } from '../problem.ts';
import { chunksOf } from './chunks.ts';
import { Utf8Check } from './encoding.ts';
import type { SheetRow } from './sheet.ts';

/** No ordinary row comes near it. A longer one has a quote that was never closed, or is hostile. */
const ROW_MAX_BYTES = 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

/** The line with the delimiter that Excel writes and reads before the header. */
const TOLD_DELIMITER = /^\uFEFF?"?sep=([,;\t|])"?[\r\n]/i;

/**
 * Reads the rows of a CSV file (RFC 4180), the header first, without blank ones. It holds one chunk
 * of the file at a time. A file that is said to be UTF-8 is refused at the first line that is not.
 *
 *
 * Space around cells is left out, except within quotes. Lines end with CR, LF or both. A byte order
 * mark is skipped, and so is a first line such as `sep=;`, which tells Excel the delimiter. If the
 * rest of the file cannot be read, a Problem comes last.
 */
export async function* readRows(
  file: FileHandle,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<SheetRow | Problem> {
  const utf8 = new Utf8Check();
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  let parser: RowParser | undefined;
  for await (const bytes of chunksOf(file)) {
    const refusal = decoder ? null : utf8.refuse(bytes);
    if (refusal) return yield refusal;
    const chunk = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
    parser ??= new RowParser(chunk.toString());
    yield* await parser.read(chunk);
    if (parser.refusal) return yield parser.refusal;
  }
  const refusal = decoder ? null : utf8.refuseEnd();
  if (refusal) return yield refusal;
  if (parser) yield* await parser.end();
  if (parser?.refusal) yield parser.refusal;
}

/**
 * Turns chunks into rows with their line numbers. csv-parse counts CR LF within quotes twice, so we
 * count ourselves.
 */
class RowParser {
  /** The reason why the file cannot be read any further. */
  refusal: Problem | null = null;
  #parser: Parser;
  #rows: SheetRow[] = [];
  #header: string[] = [];
  #line = 1;
  #rowStart_bytes = 0;
  #given_bytes = 0;
  /** True when the first line only tells the delimiter. */
  #tellsDelimiter: boolean;

  constructor(start: string) {
    const told = TOLD_DELIMITER.exec(start)?.[1];
    this.#tellsDelimiter = told !== undefined;
    this.#parser = parse({
      bom: true,
      delimiter: told ?? delimiterOf(start),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      on_record: (cells: string[], { bytes }) => this.#take(cells, bytes),
    });
    // The callbacks of write and end also get the error. Without a listener it would end the
    // process.
    this.#parser.on('error', () => {});
  }

  /** The rows that end in this chunk. */
  async read(chunk: Buffer): Promise<SheetRow[]> {
    this.#given_bytes += chunk.length;
    await new Promise<void>((resolve) => {
      this.#parser.write(chunk, (error) => resolve(this.#refuse(error)));
    });
    this.#refuseLength(this.#line, this.#given_bytes - this.#rowStart_bytes);
    return this.#rows.splice(0);
  }

  /** The last row, if no line break ends it. */
  async end(): Promise<SheetRow[]> {
    await new Promise<void>((resolve) => {
      this.#parser.end((error?: Error | null) => resolve(this.#refuse(error)));
    });
    return this.#rows.splice(0);
  }

  /** Takes a row. It returns null, so that csv-parse does not queue the row as well. */
  #take(cells: string[], end_bytes: number): null {
    const row = { line: this.#line, cells, size_bytes: end_bytes - this.#rowStart_bytes };
    this.#line += 1 + cells.reduce((breaks, cell) => breaks + lineBreaks(cell), 0);
    this.#rowStart_bytes = end_bytes;
    this.#refuseLength(row.line, row.size_bytes);
    if (this.#tellsDelimiter) {
      this.#tellsDelimiter = false;
      return null;
    }
    if (this.refusal || cells.every((cell) => cell === '')) return null;
    if (this.#header.length === 0) this.#header = cells;
    this.#rows.push(row);
    return null;
  }

  #refuseLength(line: number, size_bytes: number): void {
    if (size_bytes <= ROW_MAX_BYTES) return;
    const detail = `The row that begins at line ${line} is longer than 1 MiB. Is a quote left open there?`;
    this.refusal ??= unreadable(detail);
  }

  #refuse(error: Error | null | undefined): void {
    if (!error) return;
    const { code, index } = error as CsvError;
    const fault = SYNTAX_FAULTS[code] ?? `the text cannot be read (${code}).`;
    const name = this.#header[index as number];
    const column = `column ${(index as number) + 1}${name ? ` ("${name}")` : ''}`;
    this.refusal ??= unreadable(`In the row that begins at line ${this.#line}, ${column}, ${fault}`);
  }
}

const SYNTAX_FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote. Write a quote within quotes twice: "".',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'text follows a closing quote. Write a quote within quotes twice: "".',
  INVALID_OPENING_QUOTE:
    'a quote stands in the middle of the text. Put the whole text in quotes and write that one twice: "".',
};

/** The delimiter that occurs most often in the header outside quotes; a comma when none occurs. */
function delimiterOf(start: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const sign of start.trimStart()) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' || sign === '\r') break;
    else if (counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  return DELIMITERS.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best));
}

function lineBreaks(cell: string): number {
  return /[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0;
}

function unreadable(fault: string): Problem {
  return new Problem('csv_invalid', `${fault} Nothing was imported. Mend the file and send it again.`);
}
