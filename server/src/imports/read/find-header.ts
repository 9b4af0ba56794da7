import { cutTo } from '../../platform/cells/cut.ts';
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
 * The rows of a sheet from its header on. `header` says where it stands and what is above, null if
 * it is the first row.
 */
export async function fromHeader(
  sheet: Sheet,
  declared: readonly DeclaredField[],
): Promise<{ header: KeptFile['header'] | null; rows: AsyncGenerator<Row> }> {
  const source = sheet.rows();
  const first: Row[] = [];
  while (first.length < HEADER_LINES_MAX) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
    if (value instanceof Problem) break;
  }
  const lines = first.flatMap((row) => (row instanceof Problem ? [] : [row]));
  const texts = lines.map(({ cells }) => cells);
  const at = sheet.format === 'vcard' ? 0 : headerAmong(texts, sheet.name, declared);
  const above = texts.slice(0, at).map((cells) => cutTo(cells.filter(Boolean).join(' '), 100));
  const rows = async function* (): AsyncGenerator<Row> {
    try {
      yield* first.slice(at);
      yield* source;
    } finally {
      await source.return(undefined);
    }
  };
  return { header: at === 0 ? null : { line: lines[at]!.line, above }, rows: rows() };
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
