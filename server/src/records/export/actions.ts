import type { Caller } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { readableAccounts } from '../../access/rules.ts';
import { readCursor } from '../../platform/lists/cursor.ts';
import { type ListQuery, type ListRequest, parseListQuery } from '../../platform/lists/list-query.ts';
import { Problem } from '../../platform/problem.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/sheets/csv-line.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import * as records from '../queries.ts';
import { cellsOf } from './cells.ts';
import { namesOf } from './names.ts';
import { listCustomKeys } from './queries.ts';

/** Few enough to hold, many enough that a page costs little. */
const PAGE_LENGTH = 500;

/** Pages between two looks whether the caller may still read. */
const PAGES_PER_LOOK = 20;

/**
 * The records of a list as CSV, page by page, with all that is in them. It takes the query of the
 * list; 400 and 404 as there. `callerNow` looks the caller up again: a long list may outlast their
 * right. When that ends, or the database fails, so does the file, in the middle.
 */
export async function exportRecords(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
  callerNow: () => Promise<Caller | Problem>,
): Promise<AsyncGenerator<string> | Problem> {
  const list = parseListQuery(kind.definition.list, query, momentOf(core, caller, query.account_uuid));
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  if (account_uuids instanceof Problem) return account_uuids;
  const { header, cells } = cellsOf(
    kind.definition,
    await listCustomKeys(core.db, kind, account_uuids, list),
  );
  const lines = async (found: CrmRecord[]) => {
    const names = await namesOf(core.db, core.kinds, kind, account_uuids, found);
    return found.map((record) => csvLine(cells(record, names))).join('');
  };
  return (async function* () {
    yield BYTE_ORDER_MARK + csvLine(header);
    let pages = 0;
    for await (const page of pagesOf(core, kind, account_uuids, list)) {
      if (++pages % PAGES_PER_LOOK === 0 && !(await mayRead(callerNow, account_uuids)))
        throw new Error('the caller may no longer read this');
      yield await lines(page);
    }
  })();
}

async function* pagesOf(
  { db }: RecordsCore,
  kind: AnyKind,
  account_uuids: string[],
  list: ListRequest,
): AsyncGenerator<CrmRecord[]> {
  for (let after = list.after; ; ) {
    const request = { ...list, limit: PAGE_LENGTH, include: null, after };
    const { data, next_cursor } = await records.listRecords(db, kind, account_uuids, request);
    yield data.map((json) => JSON.parse(json) as CrmRecord);
    if (next_cursor === null) return;
    const next = readCursor(kind.definition.list, next_cursor, list.fingerprint, list.sort);
    if (next instanceof Problem) throw new Error('a cursor of ours cannot be read');
    after = next;
  }
}

async function mayRead(
  callerNow: () => Promise<Caller | Problem>,
  account_uuids: string[],
): Promise<boolean> {
  const now = await callerNow();
  return (
    !(now instanceof Problem) &&
    account_uuids.every((uuid) => !(readableAccounts(now, uuid) instanceof Problem))
  );
}
