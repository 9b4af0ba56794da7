import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { asTexts, prepared, readsAll, type Statement, type TextRow } from '../database/statements.ts';
import { cursorAfter } from './cursor.ts';
import { COUNT_MAX, LIMIT_DEFAULT, type ListRequest } from './list-query.ts';
import type { Source } from './list-source.ts';
import { listAmounts, listTotal, waysTo } from './list-sql.ts';
import { takeFirst } from './way.ts';

export type Page<RecordType> = {
  data: RecordType[];
  next_cursor: string | null;
  total?: number;
  count?: number;
  amounts?: Amount[] | null;
  /** What a saved view asks that the list no longer has. */
  ignored?: FieldError[];
  /** The uuids of those that the caller sees and may not change, where some may not be. */
  unchangeable?: string[];
};

/** The sum of records in one currency. Null: records without a currency. */
type Amount = { currency: string | null; amount: string };

export async function fetchPage<RecordType extends object>(
  db: Queryable,
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
): Promise<Page<RecordType>> {
  const ways = waysTo(definition, list, source);
  const ask = (statement: Sql) => db.query<RecordType & { is_cut?: boolean }>(statement);
  const found = await takeFirst(ways, keyOf(list, source), ask, ({ is_cut }) => is_cut === true);
  const rows = found.map(({ is_cut: _, ...record }) => record as RecordType);
  return pageOf(db, definition, list, source, rows, (record) => record);
}

/**
 * A page of records as JSON texts, which `write` makes from rows. For pages that are passed on
 * unread.
 */
export async function fetchJsonPage(
  db: Queryable,
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  write: (row: TextRow) => string,
): Promise<Page<string>> {
  const ways = waysTo(definition, list, source);
  const ask = (statement: Sql) => db.query<TextRow>(asTexts(planOnce(statement, definition, list, source)));
  const rows = await takeFirst(ways, keyOf(list, source), ask, (row) => row.at(-1) === 't');
  return pageOf(db, definition, list, source, rows.map(write), JSON.parse);
}

/** What is asked of whom, whichever page. */
function keyOf({ fingerprint }: ListRequest, { account_uuids }: Source): string {
  return `${fingerprint} ${account_uuids.join()}`;
}

/**
 * The statement of a page, prepared when it is a common one. Each connection keeps the plans of
 * everything it has prepared, so there must be few.
 */
function planOnce(statement: Sql, definition: ListDefinition, list: ListRequest, source: Source): Statement {
  const { limit, conditions, q, sort, after } = list;
  const isOwn = sort.every((key) => !definition.fields[key.field]?.declared);
  const isPlain =
    limit === LIMIT_DEFAULT && conditions.length === 0 && q === null && sort.length === 1 && isOwn;
  // Only one Account has the statement of this name; without any it is that of many.
  if (!isPlain || source.account_uuids.length !== 1) return statement;
  const { field, descending } = sort[0]!;
  const order = `${field}_${descending ? 'down' : 'up'}`;
  return prepared(`list_${source.table}_${order}${after ? '_on' : ''}`, statement);
}

/** A page of `limit` rows with a uuid as cursor. `rows` has one more if another page follows. */
export function pageByUuid<Row extends { uuid: string }>(
  rows: Row[],
  limit: number,
): { data: Row[]; next_cursor: string | null } {
  const data = rows.slice(0, limit);
  return { data, next_cursor: rows.length > limit ? data.at(-1)!.uuid : null };
}

/** Makes a page of `rows`, which has one row more than the page when there is another page. */
async function pageOf<Row>(
  db: Queryable,
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  rows: Row[],
  read: (row: Row) => object,
): Promise<Page<Row>> {
  const data = rows.slice(0, list.limit);
  const more = rows.length > list.limit;
  const last = more ? (read(data.at(-1)!) as Record<string, unknown>) : null;
  const page = { data, next_cursor: last && cursorAfter(list, last, definition) };
  if (list.include === null) return page;
  if (list.include === 'amounts') return { ...page, ...(await addUp(db, definition, list, source)) };
  const limit = list.include === 'count' ? COUNT_MAX + 1 : null;
  const [counted] = await db.query<{ total: number }>(readsAll(listTotal(definition, list, source, limit)));
  return { ...page, [list.include]: counted!.total };
}

/**
 * Counts the records and adds them up by currency. The amounts are null when the list has more
 * records than are counted.
 */
async function addUp(
  db: Queryable,
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
): Promise<{ count: number; amounts: Amount[] | null }> {
  const rows = await db.query<{ currency: string | null; count: number; amount: string | null }>(
    readsAll(listAmounts(definition, list, source, definition.amount!, COUNT_MAX + 1)),
  );
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const amounts = rows.flatMap(({ currency, amount }) => (amount === null ? [] : [{ currency, amount }]));
  return { count, amounts: count > COUNT_MAX ? null : amounts };
}
