import type { Pipeline } from '@rapport/contract/records/pipelines';
import sql from 'sql-template-tag';
import type { Caller } from '../../access/caller.ts';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { createRecord, getRecord, updateRecord } from '../../records/actions.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { pipelines } from './kind.ts';

/** A stage with its pipeline, as people name them. */
export type NamedStage = { uuid: string; name: string; pipeline_uuid: string; pipeline: string };

/** The stages of the pipelines that are in use, in their order. */
export function listNamedStages(db: Queryable, account_uuid: string): Promise<NamedStage[]> {
  return db.query<NamedStage>(sql`
    SELECT stages.uuid, stages.name, pipelines.uuid AS pipeline_uuid, pipelines.name AS pipeline
    FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid
    WHERE stages.account_uuid = ${account_uuid} AND pipelines.account_uuid = ${account_uuid}
      AND pipelines.deleted_at IS NULL AND pipelines.archived_at IS NULL
    ORDER BY pipelines.position NULLS LAST, pipelines.created_at, pipelines.uuid, stages.position`);
}

/**
 * Adds stages to the pipeline of this name, or to the first one when `pipeline` is null, before
 * those at its end that are of deals which have ended. A pipeline that nobody has is created with
 * them.
 */
export async function addStages(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  pipeline: string | null,
  names: string[],
  isEnding: (name: string) => boolean,
): Promise<Problem | null> {
  const stages = await listNamedStages(core.db, account_uuid);
  const own = stages.find(
    (stage) => pipeline === null || stage.pipeline.toLowerCase() === pipeline.toLowerCase(),
  );
  const added = names.map((name) => ({ name: cutTo(name, 100) }));
  if (!own) {
    const name = cutTo(pipeline ?? 'Sales', 100);
    const made = await createRecord(core, pipelines, caller, { account_uuid, name, stages: added } as object);
    return made instanceof Problem ? made : null;
  }
  const before = await getRecord(core, pipelines, caller, own.pipeline_uuid);
  if (before instanceof Problem) return before;
  const kept = (before as unknown as Pipeline).stages;
  const open = kept.findLastIndex(({ name }) => !isEnding(name)) + 1;
  const changed = await updateRecord(
    core,
    pipelines,
    caller,
    own.pipeline_uuid,
    { stages: [...kept.slice(0, open), ...added, ...kept.slice(open)] },
    null,
  );
  return changed instanceof Problem ? changed : null;
}
