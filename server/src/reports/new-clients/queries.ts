import sql from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Scope } from '../scope.ts';

/** New Clients of one source in one month: added here, or imported with a time of their own. */
export type NewClients = { month: number | null; source: string | null; added: number; imported: number };

/** The numbers by month, and those by source, whose month is null. */
export function countNewClients(db: Queryable, scope: Scope, bounds: Date[]): Promise<NewClients[]> {
  const { owner_uuid } = scope;
  const [from, until] = [bounds[0], bounds.at(-1)];
  const own = sql`${within(scope.reach)} AND deleted_at IS NULL
    AND ${owner_uuid === null ? sql`true` : sql`owner_uuid = ${owner_uuid}`}`;
  return db.query<NewClients>(sql`
    WITH new AS (
      SELECT created_at AS at, source, 1 AS added, 0 AS imported FROM clients
      WHERE ${own} AND created_at >= ${from} AND created_at < ${until} AND source_created_at IS NULL
      UNION ALL
      SELECT source_created_at, source, 0, 1 FROM clients
      WHERE ${own} AND source_created_at >= ${from} AND source_created_at < ${until}
    ), parts AS (
      SELECT width_bucket(at, ${bounds}::timestamptz[]) AS month, source, sum(added) AS added, sum(imported) AS imported
      FROM new GROUP BY month, source
    )
    SELECT month, NULL AS source, sum(added)::bigint AS added, sum(imported)::bigint AS imported
    FROM parts GROUP BY month
    UNION ALL
    SELECT NULL, min(source), sum(added)::bigint, sum(imported)::bigint FROM parts GROUP BY folded(source)
    ORDER BY 1, 3 DESC, 2`);
}
