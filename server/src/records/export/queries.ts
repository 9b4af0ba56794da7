import sql, { raw } from 'sql-template-tag';
import { accountsIn, type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { matching } from '../../platform/lists/filter-sql.ts';
import type { AnyKind } from '../kind.ts';
import type { AskedList } from '../read-list.ts';

/** More custom fields than this go into one column together. */
export const KEYS_MAX = 100;

/** The names of custom fields with texts in the records of a list, in order. */
export async function listCustomKeys(
  db: Queryable,
  { table }: AnyKind,
  { reach, list, definition }: AskedList,
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    SELECT DISTINCT key FROM ${raw(table)} CROSS JOIN LATERAL jsonb_each(custom) AS field (key, value)
    WHERE ${within(reach)} AND deleted_at IS NULL AND jsonb_typeof(value) = 'string'
      ${matching(definition, list, accountsIn(reach))}
    ORDER BY key LIMIT ${KEYS_MAX}`);
  return rows.map(({ key }) => key);
}

/** The names of records in a table of these Accounts, by uuid. Deleted ones have theirs still. */
export function findNames(
  db: Queryable,
  { table, name }: { table: string; name: string },
  reach: Reach,
  uuids: string[],
): Promise<{ uuid: string; name: string }[]> {
  return db.query(sql`
    SELECT uuid, ${raw(name)} AS name FROM ${raw(table)}
    WHERE uuid = ANY (${uuids}::uuid[]) AND ${within(reach)}`);
}

export function findUserNames(db: Queryable, uuids: string[]): Promise<{ uuid: string; name: string }[]> {
  return db.query(sql`SELECT uuid, name FROM users WHERE uuid = ANY (${uuids}::uuid[])`);
}
