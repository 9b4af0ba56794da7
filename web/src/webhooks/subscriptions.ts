import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';

export const SUBSCRIPTIONS_PATH = '/api/v2/webhook-subscriptions';

/** A subscription on the pages, always without its signing secret. */
export type Subscription = Omit<WebhookSubscription, 'signing_secret'>;

export function useSubscriptions() {
  return useQuery(reads<Subscription[]>(['subscriptions'], SUBSCRIPTIONS_PATH));
}

export function useSubscription(uuid: string) {
  return useQuery(reads<Subscription>(['subscriptions', uuid], `${SUBSCRIPTIONS_PATH}/${uuid}`));
}
