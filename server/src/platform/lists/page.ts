import type { ListDefinition } from '@rapport/contract/list-definition';
import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { COUNT_MAX, cursorAfter, type ListRequest } from './list-query.ts';
import { listPage, listTotal } from './list-sql.ts';

export type Page<RecordType> = {
  data: RecordType[];
  next_cursor: string | null;
  total?: number;
  count?: number;
};

/** Fetches a page. `account_uuids` are the owners: no record of another Account can be in the answer. */
export async function fetchPage<RecordType extends object>(
  db: Queryable,
  definition: ListDefinition,
  list: ListRequest,
  source: { table: string; columns: string; account_uuids: string[]; where: Sql },
): Promise<Page<RecordType>> {
  const rows = await db.query<RecordType>(listPage(definition, list, source));
  const data = rows.slice(0, list.limit);
  const more = rows.length > list.limit;
  const page = { data, next_cursor: more ? cursorAfter(list, data.at(-1) as Record<string, unknown>) : null };
  if (list.include === null) return page;
  const limit = list.include === 'count' ? COUNT_MAX + 1 : null;
  const [counted] = await db.query<{ total: number }>(listTotal(definition, list, source, limit));
  return { ...page, [list.include]: counted!.total };
}
