import { cutTo } from '../../platform/cells/cut.ts';
import { isEmail } from '../../platform/email.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import type { KeptFile } from './kept-file.ts';
import { recognise } from './recognise.ts';

/** A title, the day of a report and a few notes stand above a header, seldom more. */
const HEADER_LINES_MAX = 30;

/** A line with fewer known names is no header below the first line. */
const KNOWN_MIN = 2;

type Row = SheetRow | Problem;

/**
 * Lines with the names of columns, as somebody says: of all lists, or by their names; null: none.
 */
export type HeaderLines = number | null | Record<string, number | null>;

/** Where the names of the columns stand, what stands above, and the rows from there on. */
type FromHeader = { header: NonNullable<KeptFile['header']>; rows: AsyncGenerator<Row> };

/**
 * The rows of a sheet from its header on: from the line that somebody says, else from where it is
 * found. A list without one gets a row of letters before its own.
 */
export async function fromHeader(
  sheet: Sheet,
  declared: readonly DeclaredField[],
  said: HeaderLines | undefined,
): Promise<FromHeader> {
  const isOfEach = typeof said === 'object' && said !== null;
  const own = isOfEach && Object.hasOwn(said, sheet.name) ? said[sheet.name] : undefined;
  const wanted = isOfEach ? own : said;
  const source = sheet.rows();
  const first: Row[] = [];
  const isEnough = () => {
    const last = first.at(-1);
    if (last instanceof Problem) return true;
    return first.length >= HEADER_LINES_MAX && (last?.line ?? 0) >= (wanted ?? 0);
  };
  while (!isEnough()) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
  }
  const lines = first.flatMap((row) => (row instanceof Problem ? [] : [row]));
  const texts = lines.map(({ cells }) => cells);
  const at = headerAt(sheet, lines, wanted, declared);
  const above = texts
    .slice(Math.max(0, (at ?? 0) - ABOVE_MAX), at ?? 0)
    .map((cells) => cutTo(cells.filter(Boolean).join(' '), 100));
  const rows = async function* (): AsyncGenerator<Row> {
    try {
      if (at === null) yield lettersFor(texts);
      yield* first.slice(at ?? 0);
      yield* source;
    } finally {
      await source.return(undefined);
    }
  };
  const line = at === null ? null : (lines[at]?.line ?? 1);
  return { header: { line, above }, rows: rows() };
}

/** More lines above a header nobody needs to be told. */
const ABOVE_MAX = 30;

/** The place of the header among the first lines; null when the list has none. */
function headerAt(
  { format, name }: Sheet,
  lines: SheetRow[],
  wanted: number | null | undefined,
  declared: readonly DeclaredField[],
): number | null {
  if (format === 'vcard') return 0;
  if (wanted === null) return null;
  if (wanted !== undefined) {
    const at = lines.findIndex(({ line }) => line >= wanted);
    return at === -1 ? 0 : at;
  }
  const texts = lines.map(({ cells }) => cells);
  const at = headerAmong(texts, name, declared);
  const [first = [], second = []] = texts;
  return at === 0 && knownIn(first, name, declared) < KNOWN_MIN && isRow(first, second) ? null : at;
}

/**
 * True for a first line that is of somebody, as the one below: both have an e-mail there, or
 * a domain, or a day or code of one form, such as `18L` and `15J`.
 */
function isRow(first: string[], second: string[]): boolean {
  return first.some((cell, place) => {
    const [one, other] = [cell.trim(), (second[place] ?? '').trim()];
    if (isEmail(one) && isEmail(other)) return true;
    if (DOMAIN.test(one) && DOMAIN.test(other)) return true;
    return formOf(one) !== null && formOf(one) === formOf(other);
  });
}

const DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/u;

/**
 * What signs a text has, if digits and others are mixed in it: `99A`. A year may be a name, and a
 * longer number none.
 */
function formOf(text: string): string | null {
  if (text.length > FORM_MAX_LENGTH || !/\d\d/.test(text) || /^\d{1,5}$/.test(text)) return null;
  return text.replace(/\p{Nd}/gu, '9').replace(/\p{L}/gu, 'A');
}

const FORM_MAX_LENGTH = 30;

/** `A`, `B`, `C` and so on, as spreadsheets call columns. */
function lettersFor(lines: string[][]): SheetRow {
  const count = Math.max(1, ...lines.map(({ length }) => length));
  return { line: 0, cells: Array.from({ length: count }, (_, place) => letterOf(place)), size_bytes: 0 };
}

function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/**
 * Which of the first lines of a file has the names of its columns: the first, unless it has none
 * that is known and a longer one below has several. Such are the notes and titles above a list.
 */
function headerAmong(lines: string[][], fileName: string, declared: readonly DeclaredField[]): number {
  const [first = []] = lines;
  if (knownIn(first, fileName, declared) >= KNOWN_MIN) return 0;
  let [best, most] = [0, KNOWN_MIN - 1];
  for (const [index, cells] of lines.entries()) {
    if (index === 0 || filledIn(cells) < filledIn(first)) continue;
    const known = knownIn(cells, fileName, declared);
    if (known > most) [best, most] = [index, known];
  }
  return best;
}

function knownIn(names: string[], fileName: string, declared: readonly DeclaredField[]): number {
  const { columns } = recognise(names, fileName, declared);
  return new Set(columns.flatMap(({ column, to }) => (to && column.trim() !== '' ? [to] : []))).size;
}

function filledIn(cells: string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
