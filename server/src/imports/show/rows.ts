import { Readable } from 'node:stream';
import type { ImportRow, RowOutcome } from '@rapport/contract/imports';
import type { Caller } from '../../access/caller.ts';
import { reachOf, whereWhole } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Page } from '../../platform/lists/page.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import type { ImportRecord } from '../queries.ts';
import * as queries from '../queries.ts';
import { REASON } from '../read/recognise.ts';
import { isLossy, type KeptOutcome, rowsIn } from '../run/outcomes.ts';

const BEGINNING = { file: -1, position: -1 };

const REFUSED = { outcomes: ['refused' as const] };

/** The rows of an import with what became of them, in the order of the files, a page at a time. */
export async function listRows(
  { db }: { db: Queryable },
  caller: Caller,
  uuid: string,
  query: { outcome?: RowOutcome; lossy?: boolean; cursor?: string; limit: number },
): Promise<Page<ImportRow> | Problem> {
  const row = await findOwn(db, caller, uuid);
  if (row instanceof Problem) return row;
  const from = query.cursor === undefined ? { ...BEGINNING, index: -1 } : cursorOf(query.cursor);
  if (from === null)
    return new Problem('cursor_invalid', 'The cursor belongs to another list. Start again without cursor.');
  const { lossy = false } = query;
  const wanted = { outcomes: query.outcome ? [query.outcome] : null, lossy };
  const data: ImportRow[] = [];
  // The rest of the chunk in which the page before ended comes first.
  let after = { file: from.file, position: from.index === -1 ? from.position : from.position - 1 };
  let skip = from.index;
  for (;;) {
    const chunk = await queries.findDoneChunk(db, uuid, wanted, after);
    if (!chunk) return { data, next_cursor: null };
    for (const [index, one] of (JSON.parse(chunk.outcomes) as KeptOutcome[]).entries()) {
      const isBefore = chunk.file === from.file && chunk.position === from.position && index <= skip;
      if (isBefore || (query.outcome && one.outcome !== query.outcome)) continue;
      if (lossy && !isLossy(one)) continue;
      data.push({ ...one, file: chunk.file, resource: row.plan.files[chunk.file]!.resource! });
      if (data.length === query.limit) {
        return { data, next_cursor: `${chunk.file}.${chunk.position}.${index}` };
      }
    }
    skip = -1;
    after = { file: chunk.file, position: chunk.position };
  }
}

/** The import, for those who could have sent it: its rows have more than the records show. */
async function findOwn(db: Queryable, caller: Caller, uuid: string): Promise<ImportRecord | Problem> {
  const row = await queries.findImport(db, whereWhole(reachOf(caller)), uuid);
  if (!row) return notFound('import');
  return refuseUnless(caller, row.account_uuid, 'write_all', 'import') ?? row;
}

function cursorOf(cursor: string): { file: number; position: number; index: number } | null {
  const [file, position, index, ...more] = cursor.split('.').map(Number);
  const isOk = [file, position, index].every(
    (part) => Number.isInteger(part) && part! >= 0 && part! < 2 ** 31,
  );
  return isOk && more.length === 0 ? { file: file!, position: position!, index: index! } : null;
}

/**
 * The refused rows of one file as CSV, as they were sent, each with its reason before it. Without
 * `file` the first one that has some. A file without any is its header alone.
 */
export async function refusedRows(
  { db }: { db: Queryable },
  caller: Caller,
  uuid: string,
  file: number | undefined,
): Promise<{ name: string; csv: Readable } | Problem> {
  const row = await findOwn(db, caller, uuid);
  if (row instanceof Problem) return row;
  const last = row.files.length - 1;
  if (file !== undefined && file > last)
    return new Problem('not_found', `The import has no file ${file}. Its files are 0 to ${last}.`);
  if (row.done_count > 0 && !(await queries.findDoneChunk(db, uuid, {}, BEGINNING)))
    return new Problem(
      'not_found',
      'The rows are gone: they are kept for 30 days after the end of an import.',
    );
  const before = file === undefined ? BEGINNING : { file, position: -1 };
  const first = await queries.findDoneChunk(db, uuid, REFUSED, before);
  const place = file ?? first?.file ?? 0;
  return {
    name: `refused-${baseName(row.files[place]!.name)}.csv`,
    csv: Readable.from(linesOf(db, row, place, first)),
  };
}

function baseName(name: string): string {
  return name.replace(/\.\w+$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
}

async function* linesOf(
  db: Queryable,
  row: ImportRecord,
  place: number,
  first: queries.DoneChunk | undefined,
): AsyncGenerator<string> {
  const columns = row.files[place]!.columns.map(({ name }) => name);
  const own = (cells: string[]) => [
    ...columns.map((_, index) => cells[index] ?? '').filter((_, index) => columns[index] !== REASON),
    ...cells.slice(columns.length),
  ];
  yield `\uFEFF${csvLine([REASON, ...own(columns)])}`;
  for (let chunk = first; chunk?.file === place; ) {
    const rows = rowsIn(chunk.rows);
    const outcomes = JSON.parse(chunk.outcomes) as KeptOutcome[];
    const lines = outcomes.flatMap(({ outcome, losses }, index) => {
      if (outcome !== 'refused') return [];
      const why = losses
        .map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`))
        .join(' ');
      return [csvLine([why, ...own(rows[index]!.cells)])];
    });
    yield lines.join('');
    chunk = await queries.findDoneChunk(db, row.uuid, REFUSED, chunk);
  }
}

/**
 * A line of CSV. An apostrophe stands before a text that a spreadsheet would run as a formula; an
 * import takes it off.
 */
function csvLine(cells: string[]): string {
  const guarded = cells.map((cell) =>
    /^'*[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d .()/-]+$/.test(cell) ? `'${cell}` : cell,
  );
  return `${guarded.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
