import type { Board } from '@rapport/contract/records/board';
import { DEAL, type Deal } from '@rapport/contract/records/deals';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import type { Caller } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { only, reachOf, wholeAccount } from '../../access/reach.ts';
import { seenInLists } from '../../access/sight.ts';
import { isUuid } from '../../platform/ids.ts';
import { parseFilters } from '../../platform/lists/filters.ts';
import { Problem } from '../../platform/problem.ts';
import { isDateOrTime } from '../../platform/time/times.ts';
import { getRecord } from '../../records/actions.ts';
import { selectionOf } from '../../records/columns.ts';
import { listWithDeclared } from '../../records/custom-fields/listed.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { saidUnchangeable } from '../../records/unchangeable.ts';
import { pipelines } from '../pipelines/kind.ts';
import { deals } from './kind.ts';
import { type CardPlace, listCards, sumStages } from './queries.ts';

/** The cards of a stage that the board shows first, and that each further page has. */
const CARDS = 50;

export type BoardPage = { stage_uuid?: string | undefined; cursor?: string | undefined };

/**
 * The open Deals of a pipeline by stage, or the next ones of one stage: those behind `cursor`. 404
 * for a pipeline that the caller cannot reach, 400 for a stage that it does not have.
 */
export async function readBoard(
  core: RecordsCore,
  caller: Caller,
  pipeline_uuid: string,
  { stage_uuid, cursor }: BoardPage,
  filters: Record<string, unknown>,
): Promise<Board | Problem> {
  const after = cursor === undefined ? null : readCursor(cursor);
  if (after instanceof Problem) return after;
  const pipeline = await getRecord(core, pipelines, caller, pipeline_uuid);
  if (pipeline instanceof Problem) return pipeline;
  const moment = momentOf(core, caller, pipeline.account_uuid);
  const list = await listWithDeclared(
    core.db,
    DEAL.list,
    'deal',
    wholeAccount(pipeline.account_uuid),
    filters,
  );
  if (list instanceof Problem) return list;
  const conditions = parseFilters(list, filters, moment);
  if (conditions instanceof Problem) return conditions;
  const all = (pipeline as unknown as Pipeline).stages;
  const stages = all.filter(({ uuid }) => stage_uuid === undefined || uuid === stage_uuid);
  if (stages.length === 0 || (after && stage_uuid === undefined)) return stageRefused();
  const uuids = stages.map(({ uuid }) => uuid);
  const reach = reachOf(caller);
  const here = only(reach, pipeline.account_uuid);
  const [sums, cards] = await Promise.all([
    sumStages(seenInLists(core.db, here, 'whole'), pipeline, list, conditions),
    listCards(
      seenInLists(core.db, here),
      pipeline,
      uuids,
      selectionOf(deals),
      list,
      conditions,
      CARDS + 1,
      after,
    ),
  ]);
  const said = await saidUnchangeable(core.db, deals, reach, () => cards.map(({ uuid }) => uuid));
  return {
    pipeline_uuid,
    ...said,
    stages: stages.map(({ uuid }) => {
      const own = sums.filter(({ stage_uuid }) => stage_uuid === uuid);
      const found = cards.filter(({ stage_uuid }) => stage_uuid === uuid);
      const shown = found.slice(0, CARDS);
      return {
        stage_uuid: uuid,
        count: own.reduce((count, sum) => count + sum.count, 0),
        amounts: own.flatMap(({ currency, amount }) => (amount === null ? [] : [{ currency, amount }])),
        deals: shown,
        next_cursor: found.length > CARDS ? cursorBehind(shown.at(-1)!) : null,
      };
    }),
  };
}

function stageRefused(): Problem {
  const detail = 'stage_uuid must be a stage of the pipeline. A cursor needs it.';
  return new Problem('query_invalid', detail, {
    errors: [{ pointer: 'stage_uuid', code: 'not_found', detail }],
  });
}

function cursorBehind({ stage_entered_at, created_at, uuid }: Deal): string {
  return Buffer.from(JSON.stringify([stage_entered_at ?? created_at, uuid])).toString('base64url');
}

function readCursor(cursor: string): CardPlace | Problem {
  const [, entered_at = '', uuid = ''] =
    /^\["([^"]+)","([^"]+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (isDateOrTime(entered_at) && isUuid(uuid)) return { entered_at, uuid };
  return new Problem('cursor_invalid', 'The cursor is none of this board. Start again without it.');
}
