import type { Deal } from '@rapport/contract/records/deals';
import { useQueryClient } from '@tanstack/react-query';
import { changeOnTop } from '../fields/change-on-top.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';

/** A move of a Deal: to another stage, or to won, lost or open again. */
export type Move = { stage_uuid?: string; status?: Deal['status']; lost_reason?: string | null };

/**
 * Returns a function that changes a Deal and confirms it with an Undo button. It throws the API's
 * refusal.
 */
export function useChangeDeal(): (deal: Deal, move: Move, said: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (deal, body, said) => {
    const path = `/api/v2/deals/${deal.uuid}`;
    const { saved, change_uuid } = await changeOnTop<Deal>(path, deal, body);
    queryClient.setQueryData(['/deals', 'record', deal.uuid], saved);
    await queryClient.invalidateQueries({ queryKey: ['/deals'] });
    offerUndo(said, [change_uuid]);
  };
}
