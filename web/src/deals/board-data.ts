import type { Board } from '@rapport/contract/records/board';
import type { Deal } from '@rapport/contract/records/deals';
import type { Stage } from '@rapport/contract/records/pipelines';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { get, withQuery } from '../api/request.ts';
import type { ListSearch } from '../lists/list.ts';

/**
 * A stage of the board: the number of its open Deals, their amounts, and those that are read. The
 * last that entered it come first.
 */
export type Column = {
  uuid: string;
  name: string;
  rot_days: number | null;
  count: number;
  sums: { currency: string | null; amount: string }[];
  deals: Deal[];
};

/**
 * Reads the board of a pipeline, with the Deals that pass the filters. `readMore` reads the next
 * ones of a stage. The board is then read with as many of them again.
 */
export function useBoard(pipeline_uuid: string | undefined, filters: ListSearch) {
  const queryClient = useQueryClient();
  const queryKey = ['/deals', 'board', pipeline_uuid, filters];
  const [key, further] = [hashKey(queryKey), useRef<{ key: string; pages: Record<string, number> }>(null)];
  if (further.current?.key !== key) further.current = { key, pages: {} };
  const { pages } = further.current;
  const read = (more: ListSearch, signal?: AbortSignal) =>
    get<Board>(withQuery('/api/v2/deals/board', { pipeline_uuid, ...filters, ...more }), signal);
  const readNext = async (board: Board, stage_uuid: string, signal?: AbortSignal) => {
    const cursor = stageOf(board, stage_uuid)?.next_cursor;
    return cursor ? withMore(board, await read({ stage_uuid, cursor }, signal)) : board;
  };
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let board = await read({}, signal);
      for (const [stage_uuid, count] of Object.entries(pages))
        for (let page = 0; page < count; page++) board = await readNext(board, stage_uuid, signal);
      return board;
    },
    enabled: pipeline_uuid !== undefined,
    // While a filter changes, the board stays. The Deals of another pipeline would fit no stage.
    placeholderData: (shown) => (shown?.pipeline_uuid === pipeline_uuid ? shown : undefined),
  });
  const readMore = async (stage_uuid: string) => {
    const before = queryClient.getQueryData<Board>(queryKey);
    const board = before && (await readNext(before, stage_uuid));
    // Another reading of the board may have come in between. It does not have this page.
    if (!board || queryClient.getQueryData(queryKey) !== before) return;
    pages[stage_uuid] = (pages[stage_uuid] ?? 0) + 1;
    queryClient.setQueryData(queryKey, board);
  };
  return { ...query, readMore };
}

function stageOf(board: Board, stage_uuid: string) {
  return board.stages.find((stage) => stage.stage_uuid === stage_uuid);
}

/** Returns the board with the Deals of a further page behind those that it has. */
function withMore(board: Board, { stages: [more] }: Board): Board {
  return {
    ...board,
    stages: board.stages.map((stage) => {
      if (stage.stage_uuid !== more?.stage_uuid) return stage;
      const known = new Set(stage.deals.map(({ uuid }) => uuid));
      return { ...more, deals: [...stage.deals, ...more.deals.filter(({ uuid }) => !known.has(uuid))] };
    }),
  };
}

/** Returns the columns of a board, with the names and limits of the pipeline's stages. */
export function columnsOf(stages: Stage[], board: Board): Column[] {
  return stages.map(({ uuid, name, rot_days }) => {
    const read = board.stages.find(({ stage_uuid }) => stage_uuid === uuid);
    const { count = 0, amounts = [], deals = [] } = read ?? {};
    return { uuid, name, rot_days, count, sums: amounts, deals };
  });
}

/** Returns the columns after the move of a Deal, to show them before the service has answered. */
export function withMoved(columns: Column[], deal: Deal, stage_uuid: string | null): Column[] {
  return columns.map((column) => {
    const isFrom = column.deals.some(({ uuid }) => uuid === deal.uuid);
    if (isFrom === (column.uuid === stage_uuid)) return column;
    if (isFrom) {
      const others = column.deals.filter(({ uuid }) => uuid !== deal.uuid);
      return { ...column, count: column.count - 1, sums: added(column.sums, deal, -1), deals: others };
    }
    if (column.uuid !== stage_uuid) return column;
    const moved = { ...deal, stage_uuid, stage_entered_at: new Date().toISOString() };
    return {
      ...column,
      count: column.count + 1,
      sums: added(column.sums, deal, 1),
      deals: [moved, ...column.deals],
    };
  });
}

function added(sums: Column['sums'], { amount, currency }: Deal, sign: 1 | -1): Column['sums'] {
  if (amount === null) return sums;
  const known = sums.some((sum) => sum.currency === currency);
  const all = known ? sums : [...sums, { currency, amount: '0' }];
  return all
    .map((sum) =>
      sum.currency === currency
        ? { ...sum, amount: String(Number(sum.amount) + sign * Number(amount)) }
        : sum,
    )
    .filter((sum) => Number(sum.amount) !== 0);
}

/**
 * Returns the days that a Deal has been in its stage if they exceed the stage's limit, otherwise
 * null.
 */
export function staleDays({ stage_entered_at }: Deal, rot_days: number | null, now: number): number | null {
  if (rot_days === null || !stage_entered_at) return null;
  const days = Math.floor((now - Date.parse(stage_entered_at)) / 86_400_000);
  return days >= rot_days ? days : null;
}
