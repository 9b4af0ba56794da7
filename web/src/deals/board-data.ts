import type { Board } from '@rapport/contract/records/board';
import type { Deal } from '@rapport/contract/records/deals';
import type { Stage } from '@rapport/contract/records/pipelines';
import { useQuery } from '@tanstack/react-query';
import { get, withQuery } from '../api/request.ts';
import type { ListSearch } from '../records/list.ts';

/** A stage of the board: the number of its open Deals, their amounts, and the newest of them. */
export type Column = {
  uuid: string;
  name: string;
  rot_days: number | null;
  count: number;
  sums: { currency: string | null; amount: string }[];
  deals: Deal[];
};

/** Reads the board of a pipeline, with the Deals that pass the filters. */
export function useBoard(pipeline_uuid: string | undefined, filters: ListSearch) {
  return useQuery({
    queryKey: ['/deals', 'board', pipeline_uuid, filters],
    queryFn: ({ signal }) =>
      get<Board>(withQuery('/api/v2/deals/board', { pipeline_uuid, ...filters }), signal),
    enabled: pipeline_uuid !== undefined,
    // While a filter changes, the board stays. The Deals of another pipeline would fit no stage.
    placeholderData: (shown) => (shown?.pipeline_uuid === pipeline_uuid ? shown : undefined),
  });
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
