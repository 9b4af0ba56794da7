import type { WebhookDelivery, WebhookRecovery } from '@rapport/contract/webhook-deliveries';
import { useQuery } from '@tanstack/react-query';
import { get, request } from '../api/request.ts';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

/** What a disabled subscription missed: how many deliveries did not arrive since the last one that did, or since it was made. */
export type Missed = { since: string; count: number; has_arrived: boolean };

export function useMissed({ uuid, enabled, created_at }: Subscription) {
  return useQuery({
    queryKey: ['deliveries', 'missed', uuid],
    enabled: !enabled,
    queryFn: async ({ signal }): Promise<Missed> => {
      const path = `${SUBSCRIPTIONS_PATH}/${uuid}`;
      const arrived = `${path}/deliveries?filter[state]=succeeded&limit=1`;
      const [latest] = await get<WebhookDelivery[]>(arrived, signal);
      const since = latest?.created_at ?? created_at;
      const counted = await request<{ data: WebhookRecovery }>('POST', `${path}/recover`, {
        body: { since, dry_run: true },
        signal,
      });
      return { since, count: counted.data.delivery_count, has_arrived: latest !== undefined };
    },
  });
}
