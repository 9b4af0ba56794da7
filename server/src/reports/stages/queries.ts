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

/**
 * The stages in their order, with the Deals that left them in the time of the scope. A stage that a
 * pipeline has no longer stands where it stood, if Deals left it.
 */
export function countExits(db: Queryable, scope: Scope, bounds: Date[]): Promise<StageExits[]> {
  return db.query<StageExits>(sql`
    WITH ${stagesOfThePast(scope)}, exits AS (${exitsOf(scope, bounds)}), sums AS (
      SELECT stage_uuid, count(*) AS left, count(*) FILTER (WHERE exit = 'forward') AS forward,
        count(*) FILTER (WHERE exit = 'back') AS back, count(*) FILTER (WHERE exit = 'won') AS won,
        count(*) FILTER (WHERE exit = 'lost') AS lost, sum(days) AS days,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median_days
      FROM exits GROUP BY stage_uuid
    ), places AS (
      SELECT uuid, name, pipeline_uuid, position, 0 AS place FROM stages WHERE ${within(scope.reach, 'stages')}
      UNION ALL
      SELECT uuid, name, pipeline_uuid, follows, place FROM removed WHERE uuid IN (SELECT stage_uuid FROM sums)
    )
    SELECT places.uuid AS stage_uuid, places.name AS stage, pipelines.name AS pipeline,
      coalesce(sums.left, 0) AS left, coalesce(forward, 0) AS forward, coalesce(back, 0) AS back,
      coalesce(won, 0) AS won, coalesce(lost, 0) AS lost, days, median_days
    FROM places JOIN pipelines ON pipelines.uuid = places.pipeline_uuid AND ${within(scope.reach, 'pipelines')}
    LEFT JOIN sums ON sums.stage_uuid = places.uuid
    WHERE pipelines.deleted_at IS NULL
      AND (${scope.pipeline_uuid}::uuid IS NULL OR pipelines.uuid = ${scope.pipeline_uuid})
      AND (pipelines.archived_at IS NULL OR sums.left IS NOT NULL)
    ORDER BY pipelines.archived_at IS NOT NULL, pipelines.position NULLS LAST, pipelines.created_at,
      pipelines.uuid, places.position, places.place`);
}

/**
 * A row for each time that a Deal left a stage between two instants, beside `stagesOfThePast`. Two
 * stages of a pipeline stand to each other as now; if one is gone, as when both were last there.
 * Deleted Deals do not count.
 */
export function exitsOf(scope: Scope, [from, until]: Date[]): Sql {
  return sql`
    SELECT state.deal_uuid, state.stage_uuid, state.until AS at,
      date_part('epoch', state.until - state.stage_since) / 86400 AS days,
      CASE WHEN next_status IN ('won', 'lost') THEN next_status
        WHEN coalesce(next.pipeline_uuid, next_gone.pipeline_uuid) <> coalesce(own.pipeline_uuid, own_gone.pipeline_uuid)
          OR coalesce(next.position > own.position, (
            SELECT later.place > earlier.place FROM lists AS earlier JOIN lists AS later USING (change)
            WHERE earlier.uuid = state.stage_uuid AND later.uuid = state.next_stage_uuid
            ORDER BY change DESC LIMIT 1)) THEN 'forward'
        ELSE 'back' END AS exit
    FROM deal_states AS state
    LEFT JOIN stages AS own ON own.account_uuid = state.account_uuid AND own.uuid = state.stage_uuid
    LEFT JOIN removed AS own_gone ON own_gone.uuid = state.stage_uuid
    LEFT JOIN stages AS next ON next.account_uuid = state.account_uuid AND next.uuid = state.next_stage_uuid
    LEFT JOIN removed AS next_gone ON next_gone.uuid = state.next_stage_uuid
    WHERE ${within(scope.reach, 'state')} AND state.until >= ${from} AND state.until < ${until}
      AND state.status = 'open'
      AND (next_status IN ('won', 'lost') OR next_status = 'open' AND next_stage_uuid <> state.stage_uuid)
      AND (${scope.pipeline_uuid}::uuid IS NULL OR state.pipeline_uuid = ${scope.pipeline_uuid})
      AND (${scope.owner_uuid}::uuid IS NULL OR state.owner_uuid = ${scope.owner_uuid})
      AND NOT EXISTS (SELECT FROM deals WHERE deals.uuid = state.deal_uuid AND deals.deleted_at IS NOT NULL)`;
}

/**
 * Two tables for WITH, from the events of the pipelines: `lists`, the stages of a pipeline before
 * each change of them, and `removed`, the stages that are gone, each as it was last. `follows` is
 * the position of the stage before it that is there still.
 */
export function stagesOfThePast({ reach }: Scope): Sql {
  return sql`
    lists AS MATERIALIZED (
      SELECT dense_rank() OVER (ORDER BY epoch, position) AS change, resource_uuid AS pipeline_uuid, (one.stage ->> 'uuid')::uuid AS uuid,
        one.stage ->> 'name' AS name, one.place
      FROM events CROSS JOIN LATERAL json_array_elements(coalesce(uncut, body)::json #> '{previous,stages}')
        WITH ORDINALITY AS one (stage, place)
      WHERE ${within(reach, 'events')} AND event = 'pipeline.updated'
        AND resource_uuid IN (SELECT uuid FROM pipelines WHERE ${within(reach, 'pipelines')})
    ), removed AS MATERIALIZED (
      SELECT DISTINCT ON (uuid) lists.*, coalesce((
        SELECT max(stages.position) FROM lists AS before JOIN stages ON stages.uuid = before.uuid
        WHERE before.change = lists.change AND before.place < lists.place
          AND ${within(reach, 'stages')}), -1) AS follows
      FROM lists WHERE NOT EXISTS (SELECT FROM stages WHERE stages.uuid = lists.uuid AND ${within(reach, 'stages')})
      ORDER BY uuid, change DESC
    )`;
}
