import type { Board } from '@rapport/contract/records/board';
import { DEAL } from '@rapport/contract/records/deals';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import type { Caller } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { parseFilters } from '../../platform/lists/filters.ts';
import { Problem } from '../../platform/problem.ts';
import { getRecord } from '../../records/actions.ts';
import { selectionOf } from '../../records/columns.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { pipelines } from '../pipelines/kind.ts';
import { deals } from './kind.ts';
import { listCards, sumStages } from './queries.ts';

/** The open Deals of a pipeline by stage. 404 for a pipeline that the caller cannot reach. */
export async function readBoard(
  core: RecordsCore,
  caller: Caller,
  pipeline_uuid: string,
  filters: Record<string, unknown>,
): Promise<Board | Problem> {
  const pipeline = await getRecord(core, pipelines, caller, pipeline_uuid);
  if (pipeline instanceof Problem) return pipeline;
  const moment = momentOf(core, caller, pipeline.account_uuid);
  const conditions = parseFilters(DEAL.list, filters, moment);
  if (conditions instanceof Problem) return conditions;
  const { stages } = pipeline as unknown as Pipeline;
  const [sums, cards] = await Promise.all([
    sumStages(core.db, pipeline, conditions),
    listCards(
      core.db,
      pipeline,
      stages.map(({ uuid }) => uuid),
      selectionOf(deals),
      conditions,
    ),
  ]);
  return {
    pipeline_uuid,
    stages: stages.map(({ uuid }) => {
      const own = sums.filter(({ stage_uuid }) => stage_uuid === uuid);
      return {
        stage_uuid: uuid,
        count: own.reduce((count, sum) => count + sum.count, 0),
        amounts: own.flatMap(({ currency, amount }) => (amount === null ? [] : [{ currency, amount }])),
        deals: cards.filter(({ stage_uuid }) => stage_uuid === uuid),
      };
    }),
  };
}
