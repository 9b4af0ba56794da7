import type { ImportPlan } from '@rapport/contract/imports';
import type { Caller } from '../../access/caller.ts';
import { addStages, listNamedStages } from '../../crm/pipelines/stages.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { readEnding } from '../read/cells/words.ts';
import type { KeptFile } from '../read/kept-file.ts';
import { stagesInOrder } from './stage-order.ts';
import { pipelineIn, pipelinesOfEnded, stageIn, stagesMeant } from './stages.ts';

/** Creates the stages and pipelines that a plan wants, and puts the stages into it. */
export async function withStages(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  account_uuid: string,
  files: KeptFile[],
  plan: ImportPlan,
): Promise<ImportPlan | Problem> {
  const meant = plan.values.stage ?? {};
  const wanted = stagesInOrder(
    Object.keys(meant).filter((word) => meant[word] === 'create'),
    files,
    plan,
  );
  const ended = pipelinesOfEnded(meant, await listNamedStages(tx, account_uuid));
  const byPipeline = Map.groupBy(wanted, pipelineIn);
  for (const pipeline of ended) byPipeline.set(pipeline, []);
  for (const [pipeline, words] of byPipeline) {
    const names = [...new Set(words.map(stageIn))];
    const refusal = await addStages({ ...core, db: tx }, caller, account_uuid, pipeline, names, isEnding);
    if (refusal) return refusal;
  }
  const made = stagesMeant(wanted, await listNamedStages(tx, account_uuid));
  const uuids = Object.entries(made).map(([word, uuid]) => [word, uuid === 'create' ? null : uuid]);
  return { ...plan, values: { ...plan.values, stage: { ...meant, ...Object.fromEntries(uuids) } } };
}

/** True for a stage in which deals that have ended are kept, such as one called Won. */
function isEnding(name: string): boolean {
  return readEnding(name) !== null;
}
