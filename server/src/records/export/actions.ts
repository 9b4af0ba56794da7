import type { FieldError } from '@rapport/contract/problems';
import type { Caller } from '../../access/caller.ts';
import { type Reach, reaches } from '../../access/reach.ts';
import { seenBy, seenInLists } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readCursor } from '../../platform/lists/cursor.ts';
import { queryInvalid } from '../../platform/lists/filters.ts';
import type { ListQuery } from '../../platform/lists/list-query.ts';
import { Problem } from '../../platform/problem.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/sheets/csv-line.ts';
import { type DeclaredField, declaredIn } from '../custom-fields/declared.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import * as records from '../queries.ts';
import { type AskedList, readList } from '../read-list.ts';
import { cellsOf } from './cells.ts';
import { namesOf } from './names.ts';
import { KEYS_MAX, listCustomKeys } from './queries.ts';

/** Few enough to hold, many enough that a page costs little. */
const PAGE_LENGTH = 500;

/** Pages between two looks whether the caller may still read. */
const PAGES_PER_LOOK = 20;

/**
 * The records of a list as CSV, page by page, with all that is in them. It takes the query of the
 * list; 400 and 404 as there, and 400 for a view with something that the list no longer has.
 * `callerNow` looks the caller up again: a long list may outlast their right. When that ends, or
 * the database fails, so does the file, in the middle.
 */
export async function exportRecords(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
  callerNow: () => Promise<Caller | Problem>,
): Promise<AsyncGenerator<string> | Problem> {
  const asked = await readList(core, kind, caller, query);
  if (asked instanceof Problem) return asked;
  if (asked.ignored.length > 0) return refuseIgnored(asked.ignored);
  const { reach } = asked;
  const db = seenInLists(core.db, reach);
  const declared = await declaredIn(core.db, reach, kind.definition.name);
  const keys = columnKeys(declared, await listCustomKeys(db, kind, asked));
  const { header, cells } = cellsOf(kind.definition, keys, declared);
  const lines = async (found: CrmRecord[]) => {
    const names = await namesOf(seenBy(core.db, reach), core.kinds, kind, reach, found);
    return found.map((record) => csvLine(cells(record, names))).join('');
  };
  return (async function* () {
    yield BYTE_ORDER_MARK + csvLine(header);
    let pages = 0;
    for await (const page of pagesOf(db, kind, asked)) {
      if (++pages % PAGES_PER_LOOK === 0 && !(await mayRead(callerNow, reach)))
        throw new Error('the caller may no longer read this');
      yield await lines(page);
    }
  })();
}

/** The custom fields with a column: all that are declared and in use, then others with texts. */
function columnKeys(declared: DeclaredField[], keys: string[]): string[] {
  const inUse = declared.filter(({ archived_at }) => archived_at === null).map(({ key }) => key);
  return [...new Set([...inUse, ...keys])].slice(0, KEYS_MAX);
}

/**
 * A list tells beside its records what it ignores. A file, or a change of all its records, has no
 * place for that, and one of more records than were meant looks right.
 */
export function refuseIgnored(ignored: FieldError[]): Problem {
  const errors = ignored.map((fault) => ({ ...fault, pointer: `view: ${fault.pointer}` }));
  return queryInvalid(errors);
}

async function* pagesOf(
  db: Queryable,
  kind: AnyKind,
  { reach, list, definition }: AskedList,
): AsyncGenerator<CrmRecord[]> {
  for (let after = list.after; ; ) {
    const request = { ...list, limit: PAGE_LENGTH, include: null, after };
    const { data, next_cursor } = await records.listRecords(db, kind, reach, request, definition);
    yield data.map((json) => JSON.parse(json) as CrmRecord);
    if (next_cursor === null) return;
    const next = readCursor(definition, next_cursor, list.fingerprint, list.sort);
    if (next instanceof Problem) throw new Error('a cursor of ours cannot be read');
    after = next;
  }
}

async function mayRead(callerNow: () => Promise<Caller | Problem>, reach: Reach): Promise<boolean> {
  const now = await callerNow();
  return !(now instanceof Problem) && reaches(now, reach);
}
