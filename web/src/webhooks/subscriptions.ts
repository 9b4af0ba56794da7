import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/request.ts';

export const SUBSCRIPTIONS_PATH = '/api/v2/webhook-subscriptions';

/** A subscription on the pages, always without its signing secret. */
export type Subscription = Omit<WebhookSubscription, 'signing_secret'>;

export function useSubscriptions() {
  return useQuery({
    queryKey: ['subscriptions'],
    queryFn: ({ signal }) => get<Subscription[]>(SUBSCRIPTIONS_PATH, signal),
  });
}

export function useSubscription(uuid: string) {
  return useQuery({
    queryKey: ['subscriptions', uuid],
    queryFn: ({ signal }) => get<Subscription>(`${SUBSCRIPTIONS_PATH}/${uuid}`, signal),
  });
}
