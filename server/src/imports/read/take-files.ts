import type { Encoding } from '@rapport/contract/encodings';
import { IMPORT_COLUMNS_MAX, IMPORT_FILES_MAX } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.ts';
import { NoRows } from '../../platform/sheets/sheet-invalid.ts';
import { sheetsOf } from '../../platform/sheets/sheets.ts';
import { orProblem } from '../../platform/sheets/zip.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import { Analyst } from './analysis.ts';
import { fromHeader, type HeaderLines } from './find-header.ts';
import { FOOTER_ROWS_MAX, mayBeFooter } from './footer.ts';
import { kindByValues } from './headerless.ts';
import type { KeptFile } from './kept-file.ts';
import { markerOf } from './mark.ts';
import { OWN } from './own-files.ts';
import { plainName } from './presets/preset.ts';
import { recognise } from './recognise.ts';
import { stageKey } from './stage-key.ts';
import { SURPLUS_MAX } from './surplus.ts';
import type { Received } from './take-apart.ts';

/**
 * A chunk is what one step of the import does, in less than a second. With twice as many rows, more
 * of what a step makes would outlive a short collection of garbage, and save no time.
 */
export const CHUNK_ROWS = 500;
const CHUNK_LENGTH = 1024 * 1024;
const NAME_MAX_LENGTH = 300;
const STAGES_MAX = 100;
const PEOPLE_MAX = 1000;

/** A portion of the rows of a file, as JSON, with the marks by which they are known again. */
export type Chunk = { file: number; position: number; rows: string; row_count: number; marks: bigint[] };

/** Who reads: what the Account declares, where portions go, and who hears which file is read. */
export type Reading = {
  declared: readonly DeclaredField[];
  /** In which texts were said to be; else it is found out. */
  encoding?: Encoding;
  /** Where names of columns were said to stand; else it is found out. */
  header_line?: HeaderLines;
  keep: (chunk: Chunk) => Promise<void>;
  begin: (place: number, name: string) => void;
  /** What is said of files that have ended a reader, by their places. */
  left_out: ReadonlyMap<number, string>;
};

/**
 * Reads the received files whole, once: keeps their rows in portions, and finds out what they are.
 * A file or sheet that cannot be read to its end is left out of a set, as is one that has no rows,
 * such as a picture or a header alone. More than an upload may be refuses all.
 */
export async function takeFiles(
  { files: received, others }: Received,
  reading: Reading,
): Promise<KeptFile[] | Problem> {
  const sums = new Sums();
  const files: KeptFile[] = [];
  let refusal: Problem | null = null;
  for (const [place, { digest, ...sent }] of received.entries()) {
    const ended = reading.left_out.get(place);
    if (ended !== undefined) {
      const fault = new Problem('csv_invalid', ended);
      refusal ??= fault;
      files.push(faultyFile(sent.name, digest, fault));
      continue;
    }
    reading.begin(place, sent.name);
    const sheets = await sheetsOf(sent, reading.encoding);
    if (sheets instanceof NoRows) {
      refusal ??= sheets;
      files.push(unreadFile(sent.name, digest, sheets.what));
      continue;
    }
    if (sheets instanceof Problem) {
      const fault = named(sent.name, sheets);
      refusal ??= fault;
      files.push(faultyFile(sent.name, digest, fault));
      continue;
    }
    for (const sheet of sheets) {
      const file = await orProblem(() => takeSheet(reading, sums, files.length, sheet, digest));
      if (file instanceof Problem && sums.isOver) return file;
      if (file instanceof Problem) {
        const fault = named(sheet.name, file);
        refusal ??= fault;
        files.push(faultyFile(sheet.name, digest, fault));
      } else if (file) files.push(file);
      if (files.length > IMPORT_FILES_MAX)
        return invalid(`There are more than ${IMPORT_FILES_MAX} lists in the files.`);
    }
  }
  for (const { name, digest, count } of others) files.push({ ...unreadFile(name, digest, 'no list'), count });
  if (files.some(({ rows }) => rows > 0)) return files.map(withoutHeader);
  if (files.some(({ unread }) => unread === undefined)) return files;
  if (refusal) return refusal;
  return invalid(
    'The files are empty. Send a header with the names of the columns, then a row for each record.',
  );
}

/** A file of a set that has no rows by what it is. It is left out, and named. */
function unreadFile(name: string, digest: string, unread: string): KeptFile {
  const nothing = { preset: null, kind: null, earlier: null, columns: [], recognised: [], stage_keys: null };
  return { name, format: 'other', digest, rows: 0, ...nothing, unread };
}

/** A file of a set that cannot be read. Portions of it that were kept already belong to nothing. */
function faultyFile(name: string, digest: string, { detail }: Problem): KeptFile {
  return { ...unreadFile(name, digest, 'at fault'), fault: detail.replace(' Nothing was imported.', '') };
}

/** The refusal of a file with its name. */
function named(name: string, { code, detail }: Problem): Problem {
  return detail.includes(`"${name}"`) ? new Problem(code, detail) : new Problem(code, `"${name}": ${detail}`);
}

/** A list of a set that is empty but for its header: nobody has to say what its columns are. */
function withoutHeader(file: KeptFile): KeptFile {
  if (file.rows > 0 || file.unread !== undefined) return file;
  return { ...unreadFile(file.name, file.digest, 'empty'), format: file.format };
}

/** Null for a sheet without a header, as every new workbook has some. */
async function takeSheet(
  reading: Reading,
  sums: Sums,
  place: number,
  sheet: Sheet,
  digest: string,
): Promise<KeptFile | Problem | null> {
  const { header, rows } = await fromHeader(sheet, reading.declared, reading.header_line);
  let taker: Taker | null = null;
  let held: { row: SheetRow; cells: string[] }[] = [];
  for await (const row of rows) {
    if (row instanceof Problem) return row;
    const cells = row.cells.map((cell) => (cell === NULL_OF_DUMPS ? '' : withoutGuard(withLetters(cell))));
    if (taker === null) {
      const refusal = refuseHeader(sheet.name, cells);
      if (refusal) return refusal;
      taker = new Taker(reading, place, sheet, cells);
      continue;
    }
    const refusal = sums.add(sheet.name, row.line, cells);
    if (refusal) return refusal;
    cells.splice(taker.columns + SURPLUS_MAX);
    held.push({ row, cells });
    // A sum and notes stand behind the last row: whether they do is known at the end.
    if (held.length <= FOOTER_ROWS_MAX && mayBeFooter(cells, taker.columns, held.length > 1)) continue;
    for (const one of held) await taker.take(one.row, one.cells);
    held = [];
  }
  if (taker === null) return null;
  const ended = await taker.end(digest);
  const file = header.line === null ? { ...ended, kind: kindByValues(ended) } : ended;
  const below = held.map(({ cells }) => cutTo(cells.filter(Boolean).join(' '), 100));
  return { ...file, header, ...(below.length > 0 && { below }) };
}

/** How dumps of MySQL and PostgreSQL write a cell without a value. */
const NULL_OF_DUMPS = '\\N';

/** What all rows of an upload may add up to, on the disk of the database as well. */
const ROWS_MAX = 1_000_000;
const CELLS_MAX = 50_000_000;
const SIZE_MAX = 512 * 1024 * 1024;

/** What the rows of all files of an upload add up to. A few bytes of a file may become many. */
class Sums {
  #rows = 0;
  #cells = 0;
  #size = 0;
  isOver = false;

  /** 400 when the files become too much with this row. */
  add(name: string, line: number, cells: string[]): Problem | null {
    this.#rows += 1;
    this.#cells += cells.length;
    for (const cell of cells) this.#size += cell.length;
    const much =
      this.#rows > ROWS_MAX
        ? '1,000,000 rows'
        : this.#cells > CELLS_MAX
          ? '50,000,000 cells'
          : this.#size > SIZE_MAX
            ? '512 MiB of text'
            : null;
    if (much === null) return null;
    this.isOver = true;
    return invalid(
      `With row ${line} of "${name}" the files become more than ${much}. Split them and send the parts one after the other.`,
    );
  }
}

/** Collects the rows of a sheet into chunks. */
class Taker {
  readonly #keep: Reading['keep'];
  readonly #place: number;
  readonly #sheet: Sheet;
  readonly #analyst: Analyst;
  readonly #recognised: ReturnType<typeof recognise>;
  readonly #stages = new Set<string>();
  readonly #people: NonNullable<KeptFile['people']> = {};
  readonly #places: number[];
  readonly #odds = new Map<string, { sum: number; count: number }>();
  readonly #markOf: ReturnType<typeof markerOf>;
  #rows: [number, ...string[]][] = [];
  #marks: bigint[] = [];
  #length = 0;
  #position = 0;
  #shifted = 0;

  constructor({ keep, declared }: Reading, place: number, sheet: Sheet, names: string[]) {
    this.#keep = keep;
    this.#place = place;
    this.#sheet = sheet;
    this.#analyst = new Analyst(names);
    this.#markOf = markerOf(names);
    this.#recognised = recognise(names, sheet.name, declared);
    const { columns } = this.#recognised;
    const placeOf = (wanted: string) => columns.findIndex(({ to }) => to === wanted);
    const odds = placeOf('probability');
    // A file of ours has ids, and the names of pipelines and stages beside them.
    const isOurs = this.#recognised.preset === OWN;
    this.#places = [
      isOurs ? names.indexOf('pipeline_name') : placeOf('pipeline'),
      isOurs ? names.indexOf('stage_name') : placeOf('stage_uuid'),
      // HubSpot has that of the stage, and no deal takes it over.
      odds === -1 ? names.findIndex((name) => plainName(name) === 'deal probability') : odds,
    ];
  }

  get columns(): number {
    return this.#analyst.columns.length;
  }

  async take({ line, size_bytes }: SheetRow, cells: string[]): Promise<void> {
    this.#analyst.take(cells);
    const { length } = this.#analyst.columns;
    if (cells.length > length && cells.slice(length).some((cell) => cell !== '')) this.#shifted += 1;
    this.#noteStage(cells);
    this.#notePerson(cells);
    this.#rows.push([line, ...cells]);
    this.#marks.push(this.#markOf(cells));
    this.#length += size_bytes;
    if (this.#rows.length >= CHUNK_ROWS || this.#length >= CHUNK_LENGTH) await this.#write();
  }

  async end(digest: string): Promise<KeptFile> {
    if (this.#rows.length > 0) await this.#write();
    const { preset, kind, rows_are, people, columns } = this.#recognised;
    return {
      name: this.#sheet.name,
      format: this.#sheet.format,
      ...(this.#sheet.encoding && { encoding: this.#sheet.encoding }),
      preset,
      kind,
      ...(rows_are && { rows_are }),
      digest,
      earlier: null,
      rows: this.#analyst.rows,
      ...(this.#shifted > 0 && { shifted: this.#shifted }),
      columns: this.#analyst.columns,
      recognised: columns,
      ...(people && { people: this.#people }),
      stage_keys: this.#stages.size > 0 ? [...this.#stages] : null,
      stage_odds: Object.fromEntries([...this.#odds].map(([key, { sum, count }]) => [key, sum / count])),
    };
  }

  /** Notes who is called by an id, in a list of the source's Users. */
  #notePerson(cells: string[]): void {
    const { people } = this.#recognised;
    const id = people && cells[people.id];
    if (!id || Object.keys(this.#people).length >= PEOPLE_MAX) return;
    this.#people[id] = { name: cells[people.name] ?? '', email: cells[people.email] ?? '' };
  }

  /** Notes stages with their pipelines, where the file has both, and how likely each is won. */
  #noteStage(cells: string[]): void {
    const [pipeline, stage, probability] = this.#places.map((place) => cells[place]);
    if (!stage) return;
    const key = cutTo(stageKey(pipeline, stage), 200);
    if (pipeline && this.#stages.size < STAGES_MAX) this.#stages.add(key);
    const own = Number.parseFloat((probability ?? '').replace(',', '.'));
    if (Number.isNaN(own) || (this.#odds.size >= STAGES_MAX && !this.#odds.has(key))) return;
    const { sum, count } = this.#odds.get(key) ?? { sum: 0, count: 0 };
    this.#odds.set(key, { sum: sum + own, count: count + 1 });
  }

  async #write(): Promise<void> {
    const chunk = { file: this.#place, position: this.#position };
    const row_count = this.#rows.length;
    const rows = JSON.stringify(this.#rows.splice(0));
    const marks = this.#marks.splice(0);
    this.#length = 0;
    this.#position += 1;
    await this.#keep({ ...chunk, rows, row_count, marks });
  }
}

/** Takes off the sign that our exports put before a text which a spreadsheet would run. */
function withoutGuard(cell: string): string {
  return cell[0] === "'" && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/**
 * The letters that a program has taken for signs of control: it read Windows-1252 as ISO 8859-1,
 * so that a dash became U+0096. Nobody writes these signs.
 */
function withLetters(cell: string): string {
  if (!/[\u0080-\u009f]/.test(cell)) return cell;
  return cell.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS.decode(Uint8Array.of(sign.charCodeAt(0))));
}

const WINDOWS = new TextDecoder('windows-1252');

function refuseHeader(file: string, names: string[]): Problem | null {
  if (names.length > IMPORT_COLUMNS_MAX) {
    return invalid(
      `The header of "${file}" has ${names.length} columns, and at most ${IMPORT_COLUMNS_MAX} are allowed. Export or keep only those that you need.`,
    );
  }
  const tooLong = names.findIndex((name) => name.length > NAME_MAX_LENGTH);
  if (tooLong !== -1) {
    return invalid(
      `The name of column ${tooLong + 1} of "${file}" is too long. Is the first line a header? Put short names there.`,
    );
  }
  const unstorable = names.findIndex((name) => name.includes('\0') || name === '__proto__');
  return unstorable === -1
    ? null
    : invalid(`The name of column ${unstorable + 1} of "${file}" cannot be stored. Give it another name.`);
}

function invalid(why: string): Problem {
  return new Problem('csv_invalid', `${why} Nothing was imported.`);
}
