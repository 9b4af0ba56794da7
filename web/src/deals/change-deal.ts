import type { Deal } from '@rapport/contract/records/deals';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { notifyProblem } from '../layout/notify.ts';
import { notifyWithUndo } from '../layout/notify-with-button.tsx';

/** A move of a Deal: to another stage, or to won, lost or open again. */
export type Step = { stage_uuid?: string; status?: Deal['status']; lost_reason?: string | null };

/**
 * Returns a function that changes a Deal and confirms it with an Undo button. It throws the API's
 * refusal.
 */
export function useChangeDeal(): (deal: Deal, step: Step, said: string) => Promise<void> {
  const queryClient = useQueryClient();
  const send = async (deal: Deal, body: Step, version: number) => {
    const answer = await request<{ data: Deal }>('PATCH', `/api/v2/deals/${deal.uuid}`, { body, version });
    queryClient.setQueryData(['/deals', 'record', deal.uuid], answer.data);
    await queryClient.invalidateQueries({ queryKey: ['/deals'] });
    return answer.data;
  };
  return async (deal, step, said) => {
    const changed = await send(deal, step, deal.version);
    const { stage_uuid, status, lost_reason } = deal;
    const before = Object.fromEntries(
      Object.entries({ stage_uuid, status, lost_reason }).filter(
        ([name]) => name in step || name === 'lost_reason',
      ),
    );
    notifyWithUndo(said, () => send(deal, before, changed.version).then(() => {}, notifyProblem));
  };
}
