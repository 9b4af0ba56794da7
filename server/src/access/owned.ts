import sql, { join, raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { KINDS } from './holding.ts';

/** Counting stops there. */
const COUNTED_MAX = 10_001;

/**
 * How many records of each kind with levels a User owns in an Account that narrows what some role
 * sees; none in another, where all see all. Kinds without any are left out.
 */
export async function countOwned(
  db: Queryable,
  account_uuid: string,
  user_uuid: string,
): Promise<Record<string, number>> {
  const each = KINDS.filter(({ seen_by }) => seen_by === 'level').map(
    ({ name, plural }) => sql`
      SELECT ${name}::text AS kind, count(*) AS count FROM (
        SELECT FROM ${raw(plural)} WHERE account_uuid = ${account_uuid} AND owner_uuid = ${user_uuid}
          AND deleted_at IS NULL LIMIT ${COUNTED_MAX}) AS owned`,
  );
  const rows = await db.query<{ kind: string; count: number }>(sql`
    SELECT kind, count FROM (${join(each, ' UNION ALL ')}) AS counted WHERE count > 0 AND EXISTS (
      SELECT FROM accounts WHERE uuid = ${account_uuid}
        AND jsonb_path_exists(access, '$.levels.*.*.see ? (@ != "all")'))`);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
