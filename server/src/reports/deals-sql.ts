import sql, { raw, type Sql } from 'sql-template-tag';
import { within } from '../access/reach.ts';
import type { Scope } from './scope.ts';

/** The Deals of a report: as they are, or as they were at the end of a past day. */
export function dealsOf({ as_of }: Pick<Scope, 'as_of'>): Sql {
  return as_of === null ? raw('deals') : sql`(${statesAt(as_of.at)}) AS deals`;
}

/** The conditions that every report about Deals has, without an AND before them. */
export function ofDeals({ reach, pipeline_uuid, owner_uuid }: Scope): Sql {
  return sql`${within(reach)} AND deleted_at IS NULL
    AND ${pipeline_uuid === null ? sql`true` : sql`pipeline_uuid = ${pipeline_uuid}`}
    AND ${owner_uuid === null ? sql`true` : sql`owner_uuid = ${owner_uuid}`}`;
}

/** The states of Deals just before an instant. Those that were deleted then have none. */
function statesAt(at: Date): Sql {
  return sql`SELECT *, NULL::timestamptz AS deleted_at FROM deal_states WHERE since < ${at} AND until >= ${at}`;
}
