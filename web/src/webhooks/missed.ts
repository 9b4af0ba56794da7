import {
  LOG_LIFETIME_DAYS,
  NOT_SENT_REASONS,
  type WebhookDelivery,
  type WebhookRecovery,
} from '@rapport/contract/webhook-deliveries';
import { useQuery } from '@tanstack/react-query';
import { get, request, withQuery } from '../api/request.ts';
import { SUBSCRIPTIONS_PATH, type Subscription } from './subscriptions.ts';

/**
 * The missed deliveries of a disabled subscription: their number in the log, and the planned time
 * of the first.
 */
export type Missed = { since: string; count: number } | { since: null; count: 0 };

/** Why a delivery is missed that was not sent; the others are those that a subscription skips. */
const MISSED_REASONS = NOT_SENT_REASONS.filter((reason) => reason !== 'own_change' && reason !== 'imported');

/** The lifetime of the log without its oldest hour, which is about to be dropped. */
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
 * Returns the planned time of the first delivery that did not arrive; null when all arrived. A
 * recovery begins there, so the time is read again, without the count. The page's own request may
 * still be under way, and ends when the page is left. Throws the API's refusal.
 */
export async function readMissedSince(uuid: string, signal?: AbortSignal): Promise<string | null> {
  // Looks for the oldest delivery, not from the last success on: after a success, earlier
  // deliveries may still wait for their next attempt.
  const oldest = async (filter: Record<string, string>) => {
    const path = withQuery(`${SUBSCRIPTIONS_PATH}/${uuid}/deliveries`, {
      ...filter,
      'filter[created_at][gte]': new Date(Date.now() - LOG_MS).toISOString(),
      sort: 'created_at',
      limit: '1',
    });
    return get<WebhookDelivery[]>(path, signal);
  };
  const found = await Promise.all([
    oldest({ 'filter[state]': 'failed' }),
    oldest({ 'filter[not_sent_reason][in]': MISSED_REASONS.join(',') }),
  ]);
  const [first] = found.flatMap((list) => list.map(({ created_at }) => created_at)).sort();
  return first ?? null;
}
