import {
  LOG_LIFETIME_DAYS,
  type WebhookDelivery,
  type WebhookRecovery,
} from '@rapport/contract/webhook-deliveries';
import { useQuery } from '@tanstack/react-query';
import { get, request } from '../api/request.ts';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

/** What a disabled subscription missed: how many deliveries did not arrive since the last one that did, or since it was made. */
export type Missed = { since: string; count: number; has_arrived: boolean };

/** As long as the log is kept, but for its first hour, which is about to go. */
const LOG_MS = (LOG_LIFETIME_DAYS * 24 - 1) * 60 * 60 * 1000;

export function useMissed({ uuid, enabled, created_at }: Subscription) {
  return useQuery({
    queryKey: ['deliveries', 'missed', uuid],
    enabled: !enabled,
    queryFn: async ({ signal }): Promise<Missed> => {
      const path = `${SUBSCRIPTIONS_PATH}/${uuid}`;
      const arrived = `${path}/deliveries?filter[state]=succeeded&limit=1`;
      const [latest] = await get<WebhookDelivery[]>(arrived, signal);
      const since = laterOf(latest?.created_at ?? created_at, new Date(Date.now() - LOG_MS).toISOString());
      const counted = await request<{ data: WebhookRecovery }>('POST', `${path}/recover`, {
        body: { since, dry_run: true },
        signal,
      });
      return { since, count: counted.data.delivery_count, has_arrived: latest !== undefined };
    },
  });
}

function laterOf(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other;
}
