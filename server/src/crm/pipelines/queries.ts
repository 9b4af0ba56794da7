import type { Pipeline } from '@rapport/contract/records/pipelines';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { Ending } from '../../records/kind.ts';

/** SQL for the stages of a row of `pipelines`, in order, as the API answers them. */
export const STAGES_OF_PIPELINE = `(
  SELECT coalesce(json_agg(json_build_object('uuid', stages.uuid, 'name', stages.name,
    'probability', stages.probability, 'rot_days', stages.rot_days) ORDER BY stages.position), '[]')
  FROM stages WHERE stages.account_uuid = pipelines.account_uuid AND stages.pipeline_uuid = pipelines.uuid)`;

/** Writes the stages of these pipelines, and deletes stages that the pipelines have no longer. */
export function writeStages(tx: Transaction, pipelines: Pipeline[]): void {
  const stages = pipelines.flatMap(({ account_uuid, uuid: pipeline_uuid, stages }) =>
    stages.map((stage, position) => ({ ...stage, account_uuid, pipeline_uuid, position })),
  );
  tx.send(sql`
    INSERT INTO stages SELECT * FROM json_populate_recordset(NULL::stages, ${JSON.stringify(stages)}::json)
    ON CONFLICT (account_uuid, uuid) DO UPDATE SET position = excluded.position, name = excluded.name,
      probability = excluded.probability, rot_days = excluded.rot_days
      WHERE stages.pipeline_uuid = excluded.pipeline_uuid`);
  const own = pipelines.map(({ uuid }) => uuid);
  const kept = stages.map(({ uuid }) => uuid);
  // Deleted Deals move to the first stage, so that they still have one when they are restored.
  tx.send(sql`
    UPDATE deals SET stage_uuid = first.uuid
    FROM stages AS removed, stages AS first
    WHERE removed.pipeline_uuid = ANY(${own}::uuid[]) AND NOT removed.uuid = ANY(${kept}::uuid[])
      AND first.account_uuid = removed.account_uuid AND first.pipeline_uuid = removed.pipeline_uuid
      AND first.position = 0 AND first.uuid = ANY(${kept}::uuid[])
      AND deals.account_uuid = removed.account_uuid AND deals.stage_uuid = removed.uuid
      AND deals.deleted_at IS NOT NULL`);
  tx.send(sql`
    DELETE FROM stages WHERE account_uuid = ANY(${pipelines.map(({ account_uuid }) => account_uuid)}::uuid[])
      AND pipeline_uuid = ANY(${own}::uuid[]) AND NOT uuid = ANY(${kept}::uuid[])`);
}

/**
 * 409 for a pipeline that is to be deleted, or to lose a stage, while Deals are in it. Locking the
 * stages first waits for transactions that are just moving a Deal there, so the check sees it.
 */
export async function refuseFilled(
  tx: Queryable,
  account_uuid: string,
  endings: Ending<Pipeline>[],
): Promise<Map<string, Problem>> {
  const removed = endings.flatMap(({ before, after }) => {
    const kept = new Set(after?.stages.map(({ uuid }) => uuid));
    return before.stages.filter(({ uuid }) => !kept.has(uuid)).map(({ uuid }) => uuid);
  });
  if (removed.length === 0) return new Map();
  await tx.query(sql`
    SELECT FROM stages WHERE account_uuid = ${account_uuid} AND uuid = ANY(${removed}::uuid[]) ORDER BY uuid FOR UPDATE`);
  const filled = await tx.query<{ uuid: string; name: string; deals: number }>(sql`
    SELECT stages.pipeline_uuid AS uuid, stages.name, count(*) AS deals FROM stages
    JOIN deals ON deals.account_uuid = stages.account_uuid AND deals.stage_uuid = stages.uuid AND deals.deleted_at IS NULL
    WHERE stages.account_uuid = ${account_uuid} AND stages.uuid = ANY(${removed}::uuid[])
    GROUP BY stages.pipeline_uuid, stages.uuid, stages.name`);
  return new Map(filled.map(({ uuid, name, deals }) => [uuid, stageFilled(name, deals)]));
}

function stageFilled(name: string, deals: number): Problem {
  const count = deals === 1 ? '1 deal is' : `${deals} deals are`;
  return new Problem('conflict', `${count} in the stage "${name}". Move or delete them first.`);
}
