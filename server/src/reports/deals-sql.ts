import sql, { raw, type Sql } from 'sql-template-tag';
import { within } from '../access/reach.ts';
import type { Scope } from './scope.ts';

/** The table of Deals as they are now. */
export const DEALS_NOW = raw('deals');

/** The conditions that every report about Deals has, without an AND before them. */
export function ofDeals({ reach, pipeline_uuid, owner_uuid }: Scope): Sql {
  return sql`${within(reach)} AND deleted_at IS NULL
    AND ${pipeline_uuid === null ? sql`true` : sql`pipeline_uuid = ${pipeline_uuid}`}
    AND ${owner_uuid === null ? sql`true` : sql`owner_uuid = ${owner_uuid}`}`;
}
