import sql from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** What a person did: completed tasks by their type, notes, Deals won. `what` names the column. */
export type Deed = { user_uuid: string | null; user: string | null; what: string; count: number };

/**
 * The numbers by person, and the members of the Account who did nothing. A note counts when it was
 * written here, or by its time in the system that it was imported from.
 */
export function countDeeds(db: Queryable, scope: Scope, [from, until]: Date[]): Promise<Deed[]> {
  const { owner_uuid } = scope;
  const ofPerson = (column: string) =>
    owner_uuid === null
      ? sql`true`
      : column === 'owner'
        ? sql`owner_uuid = ${owner_uuid}`
        : sql`assignee_uuid = ${owner_uuid}`;
  return db.query<Deed>(sql`
    WITH deeds AS (
      SELECT assignee_uuid AS user_uuid, type AS what, count(*) AS count FROM tasks
      WHERE ${within(scope.reach)} AND deleted_at IS NULL AND status = 'completed' AND ${ofPerson('assignee')}
        AND coalesce(completed_at, '-infinity'::timestamptz) >= ${from}
        AND coalesce(completed_at, '-infinity'::timestamptz) < ${until}
      GROUP BY assignee_uuid, type
      UNION ALL
      SELECT owner_uuid, 'notes', count(*) FROM notes
      WHERE ${within(scope.reach)} AND deleted_at IS NULL AND ${ofPerson('owner')}
        AND created_at >= ${from} AND created_at < ${until} AND source_created_at IS NULL
      GROUP BY owner_uuid
      UNION ALL
      SELECT owner_uuid, 'imported_notes', count(*) FROM notes
      WHERE ${within(scope.reach)} AND deleted_at IS NULL AND ${ofPerson('owner')}
        AND source_created_at >= ${from} AND source_created_at < ${until}
      GROUP BY owner_uuid
      UNION ALL
      SELECT owner_uuid, 'won', count(*) FROM deals
      WHERE status = 'won' AND ${ofDeals(scope)}
        AND coalesce(closed_at, '-infinity'::timestamptz) >= ${from}
        AND coalesce(closed_at, '-infinity'::timestamptz) < ${until}
      GROUP BY owner_uuid
      UNION ALL
      SELECT user_uuid, 'member', 0 FROM logins WHERE ${within(scope.reach)}
        AND (${owner_uuid}::uuid IS NULL OR user_uuid = ${owner_uuid})
    )
    SELECT user_uuid, users.name AS "user", what, count
    FROM deeds LEFT JOIN users ON users.uuid = user_uuid
    ORDER BY folded(users.name) NULLS LAST, user_uuid`);
}
