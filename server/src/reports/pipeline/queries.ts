import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** A stage with the open Deals of one currency in it. Without Deals the sums are null. */
export type StageSum = {
  stage_uuid: string | null;
  stage: string | null;
  pipeline: string | null;
  currency: string | null;
  count: number | null;
  amount: string | null;
  weighted: string | null;
};

/** The stages of the pipelines in use, in their order, with the sums of their open Deals. */
export function sumStages(db: Queryable, scope: Scope, deals: Sql): Promise<StageSum[]> {
  const { pipeline_uuid } = scope;
  return db.query<StageSum>(sql`
    WITH parts AS (
      SELECT stage_uuid, currency, probability, count(*) AS count, sum(amount) AS amount
      FROM ${deals} WHERE status = 'open' AND ${ofDeals(scope)}
      GROUP BY stage_uuid, currency, probability
    ), sums AS (
      SELECT parts.stage_uuid, currency, sum(count)::bigint AS count, coalesce(sum(amount), 0)::text AS amount,
        coalesce(sum(amount * coalesce(parts.probability, stages.probability, 0) / 100), 0)::text AS weighted
      FROM parts LEFT JOIN stages ON ${within(scope.reach, 'stages')} AND stages.uuid = parts.stage_uuid
      GROUP BY parts.stage_uuid, currency
    ), places AS (
      SELECT stages.uuid, stages.name, pipelines.name AS pipeline, pipelines.archived_at IS NULL AS in_use,
        row_number() OVER (ORDER BY pipelines.archived_at IS NOT NULL, pipelines.position NULLS LAST,
          pipelines.created_at, pipelines.uuid, stages.position) AS place
      FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid
      WHERE ${within(scope.reach, 'stages')} AND pipelines.account_uuid = stages.account_uuid
        AND pipelines.deleted_at IS NULL AND (${pipeline_uuid}::uuid IS NULL OR pipelines.uuid = ${pipeline_uuid})
    )
    SELECT coalesce(places.uuid, sums.stage_uuid) AS stage_uuid, places.name AS stage, places.pipeline,
      sums.currency, sums.count, sums.amount, sums.weighted
    FROM places FULL JOIN sums ON sums.stage_uuid = places.uuid
    WHERE places.in_use OR sums.count IS NOT NULL
    ORDER BY places.place NULLS LAST, sums.stage_uuid`);
}
