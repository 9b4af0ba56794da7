import sql from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Scope } from '../scope.ts';

/** New Clients of a month, a source or a person: added here, or imported with their own time. */
export type NewClients = {
  by: 'month' | 'source' | 'person';
  month: number | null;
  source: string | null;
  user_uuid: string | null;
  user: string | null;
  added: number;
  imported: number;
};

/** The numbers by month, by source and by owner. */
export function countNewClients(db: Queryable, scope: Scope, bounds: Date[]): Promise<NewClients[]> {
  const { owner_uuid } = scope;
  const [from, until] = [bounds[0], bounds.at(-1)];
  const own = sql`${within(scope.reach)} AND deleted_at IS NULL
    AND ${owner_uuid === null ? sql`true` : sql`owner_uuid = ${owner_uuid}`}`;
  return db.query<NewClients>(sql`
    WITH new AS (
      SELECT created_at AS at, source, owner_uuid, 1 AS added, 0 AS imported FROM clients
      WHERE ${own} AND created_at >= ${from} AND created_at < ${until} AND source_created_at IS NULL
      UNION ALL
      SELECT source_created_at, source, owner_uuid, 0, 1 FROM clients
      WHERE ${own} AND source_created_at >= ${from} AND source_created_at < ${until}
    ), parts AS (
      SELECT width_bucket(at, ${bounds}::timestamptz[]) AS month, source, owner_uuid,
        sum(added) AS added, sum(imported) AS imported
      FROM new GROUP BY month, source, owner_uuid
    ), found AS (
      SELECT 'month' AS by, month, NULL AS source, NULL::uuid AS user_uuid,
        sum(added)::bigint AS added, sum(imported)::bigint AS imported
      FROM parts GROUP BY month
      UNION ALL
      SELECT 'source', NULL, min(source), NULL, sum(added)::bigint, sum(imported)::bigint
      FROM parts GROUP BY folded(source)
      UNION ALL
      SELECT 'person', NULL, NULL, owner_uuid, sum(added)::bigint, sum(imported)::bigint
      FROM parts GROUP BY owner_uuid
    )
    SELECT found.*, users.name AS "user" FROM found LEFT JOIN users ON users.uuid = user_uuid
    ORDER BY month, added DESC, source, user_uuid`);
}
