import {
  LOG_LIFETIME_DAYS,
  type WebhookDelivery,
  type WebhookRecovery,
} from '@rapport/contract/webhook-deliveries';
import { useQuery } from '@tanstack/react-query';
import { get, request, withQuery } from '../api/request.ts';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

/** What a disabled subscription missed: how many deliveries did not arrive, of those that the log still has, and when the first of them was planned. */
export type Missed = { since: string; count: number } | { since: null; count: 0 };

/** As long as the log is kept, but for its first hour, which is about to go. */
const LOG_MS = (LOG_LIFETIME_DAYS * 24 - 1) * 60 * 60 * 1000;

export function useMissed({ uuid, enabled }: Subscription) {
  return useQuery({
    queryKey: ['deliveries', 'missed', uuid],
    enabled: !enabled,
    queryFn: async ({ signal }): Promise<Missed> => {
      const since = await readMissedSince(uuid, signal);
      if (since === null) return { since, count: 0 };
      const path = `${SUBSCRIPTIONS_PATH}/${uuid}/recover`;
      const body = { since, dry_run: true };
      const counted = await request<{ data: WebhookRecovery }>('POST', path, { body, signal });
      return { since, count: counted.data.delivery_count };
    },
  });
}

/**
 * When the first was planned of what did not arrive; null: all arrived. For whoever recovers from there, read anew and without the count: what
 * the page shows may still be on its way, and is called off when one leaves it. Throws what the API refused.
 */
export async function readMissedSince(uuid: string, signal?: AbortSignal): Promise<string | null> {
  // What succeeds while others wait for their next attempt does not mean that these arrived: so from the oldest, not from the last success.
  const [oldest] = await get<WebhookDelivery[]>(
    withQuery(`${SUBSCRIPTIONS_PATH}/${uuid}/deliveries`, {
      'filter[state][in]': 'failed,not_sent',
      'filter[not_sent_reason][ne]': 'own_change',
      'filter[created_at][gte]': new Date(Date.now() - LOG_MS).toISOString(),
      sort: 'created_at',
      limit: '1',
    }),
    signal,
  );
  return oldest?.created_at ?? null;
}
