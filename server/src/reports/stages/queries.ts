import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Scope } from '../scope.ts';

/** The Deals that left a stage: where to, and how many days they had been there. */
export type StageExits = {
  stage_uuid: string;
  stage: string | null;
  pipeline: string | null;
  left: number;
  forward: number;
  back: number;
  won: number;
  lost: number;
  days: number | null;
  median_days: number | null;
};

/** The stages in their order, with the Deals that left them in the time of the scope. */
export function countExits(db: Queryable, scope: Scope, bounds: Date[]): Promise<StageExits[]> {
  return db.query<StageExits>(sql`
    WITH exits AS (${exitsOf(scope, bounds)}), sums AS (
      SELECT stage_uuid, count(*) AS left, count(*) FILTER (WHERE exit = 'forward') AS forward,
        count(*) FILTER (WHERE exit = 'back') AS back, count(*) FILTER (WHERE exit = 'won') AS won,
        count(*) FILTER (WHERE exit = 'lost') AS lost, sum(days) AS days,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median_days
      FROM exits GROUP BY stage_uuid
    )
    SELECT stages.uuid AS stage_uuid, stages.name AS stage, pipelines.name AS pipeline,
      coalesce(sums.left, 0) AS left, coalesce(forward, 0) AS forward, coalesce(back, 0) AS back,
      coalesce(won, 0) AS won, coalesce(lost, 0) AS lost, days, median_days
    FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid AND pipelines.account_uuid = stages.account_uuid
    LEFT JOIN sums ON sums.stage_uuid = stages.uuid
    WHERE ${within(scope.reach, 'stages')} AND pipelines.deleted_at IS NULL
      AND (${scope.pipeline_uuid}::uuid IS NULL OR pipelines.uuid = ${scope.pipeline_uuid})
      AND (pipelines.archived_at IS NULL OR sums.left IS NOT NULL)
    ORDER BY pipelines.archived_at IS NOT NULL, pipelines.position NULLS LAST, pipelines.created_at,
      pipelines.uuid, stages.position`);
}

/**
 * A row for each time that a Deal left a stage between two instants. A stage that is gone by now
 * has no place, so the way to it counts as one back. Deleted Deals do not count.
 */
export function exitsOf(scope: Scope, [from, until]: Date[]): Sql {
  return sql`
    SELECT state.deal_uuid, state.stage_uuid, state.until AS at,
      date_part('epoch', state.until - state.stage_since) / 86400 AS days,
      CASE WHEN next_status IN ('won', 'lost') THEN next_status
        WHEN next.pipeline_uuid IS DISTINCT FROM own.pipeline_uuid OR next.position > own.position THEN 'forward'
        ELSE 'back' END AS exit
    FROM deal_states AS state
    JOIN stages AS own ON own.account_uuid = state.account_uuid AND own.uuid = state.stage_uuid
    LEFT JOIN stages AS next ON next.account_uuid = state.account_uuid AND next.uuid = state.next_stage_uuid
    WHERE ${within(scope.reach, 'state')} AND state.until >= ${from} AND state.until < ${until}
      AND state.status = 'open'
      AND (next_status IN ('won', 'lost') OR next_status = 'open' AND next_stage_uuid <> state.stage_uuid)
      AND (${scope.pipeline_uuid}::uuid IS NULL OR state.pipeline_uuid = ${scope.pipeline_uuid})
      AND (${scope.owner_uuid}::uuid IS NULL OR state.owner_uuid = ${scope.owner_uuid})
      AND NOT EXISTS (SELECT FROM deals WHERE deals.uuid = state.deal_uuid AND deals.deleted_at IS NOT NULL)`;
}
