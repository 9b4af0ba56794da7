import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/**
 * The open Deals of one currency in a stage, or of a person. A stage without Deals has no sums.
 * `uuid` and `name` are those of the stage or person.
 */
export type OpenSum = {
  by: 'stage' | 'person';
  uuid: string | null;
  name: string | null;
  /** The name of the stage's pipeline. */
  pipeline: string | null;
  currency: string | null;
  count: number | null;
  amount: string | null;
  weighted: string | null;
};

/**
 * The stages of the pipelines in use, in their order, with the sums of their open Deals, and the
 * sums by owner.
 */
export function sumOpen(db: Queryable, scope: Scope, deals: Sql): Promise<OpenSum[]> {
  const { pipeline_uuid } = scope;
  return db.query<OpenSum>(sql`
    WITH parts AS (
      SELECT stage_uuid, owner_uuid, currency, probability, count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM ${deals} WHERE status = 'open' AND ${ofDeals(scope)}
      GROUP BY stage_uuid, owner_uuid, currency, probability
    ), weighed AS (
      SELECT parts.stage_uuid, owner_uuid, currency, count, amount,
        amount * coalesce(parts.probability, stages.probability, 0) / 100 AS weighted
      FROM parts LEFT JOIN stages ON ${within(scope.reach, 'stages')} AND stages.uuid = parts.stage_uuid
    ), sums AS (
      SELECT stage_uuid, currency, sum(count)::bigint AS count, sum(amount) AS amount, sum(weighted) AS weighted
      FROM weighed GROUP BY stage_uuid, currency
    ), people AS (
      SELECT owner_uuid, currency, sum(count)::bigint AS count, sum(amount) AS amount, sum(weighted) AS weighted
      FROM weighed GROUP BY owner_uuid, currency
    ), places AS (
      SELECT stages.uuid, stages.name, pipelines.name AS pipeline, pipelines.archived_at IS NULL AS in_use,
        row_number() OVER (ORDER BY pipelines.archived_at IS NOT NULL, pipelines.position NULLS LAST,
          pipelines.created_at, pipelines.uuid, stages.position) AS place
      FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid
      WHERE ${within(scope.reach, 'stages')} AND pipelines.account_uuid = stages.account_uuid
        AND pipelines.deleted_at IS NULL AND (${pipeline_uuid}::uuid IS NULL OR pipelines.uuid = ${pipeline_uuid})
    ), found AS (
      SELECT 'stage' AS by, coalesce(places.uuid, sums.stage_uuid) AS uuid, places.name, places.pipeline, place,
        sums.currency, sums.count, sums.amount, sums.weighted
      FROM places FULL JOIN sums ON sums.stage_uuid = places.uuid
      WHERE places.in_use OR sums.count IS NOT NULL
      UNION ALL
      SELECT 'person', owner_uuid, users.name, NULL, NULL, currency, count, amount, weighted
      FROM people LEFT JOIN users ON users.uuid = owner_uuid
    )
    SELECT by, uuid, name, pipeline, currency, count, amount::text, weighted::text
    FROM found ORDER BY place NULLS LAST, found.amount DESC, uuid`);
}
