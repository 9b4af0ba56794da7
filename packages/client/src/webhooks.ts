import { dataOf } from './json.ts';
import type { ListQuery } from './list-query.ts';
import { at } from './path.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryWithAttempts,
  WebhookHealth,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookRelayAttempt,
  WebhookRelayCreate,
  WebhookRelayDelivery,
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
  WebhookTest,
  WebhookTestCreate,
} from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, post, remove, retrieve, update } from './verbs.ts';
import type { SendWaiting } from './waiting.ts';

/** Returns the functions about webhooks: subscriptions, deliveries, recoveries and relays. */
export function webhooks(send: Transport, sendWaiting: SendWaiting) {
  return {
    webhookSubscriptions: {
      /** Lists all subscriptions: this list has no filters. */
      list: (call: CallOptions = {}) =>
        list<WebhookSubscription>(send, '/api/v2/webhook-subscriptions', {}, call),
      create: (subscription: WebhookSubscriptionCreate, call: CreateOption = {}) =>
        create<WebhookSubscription>(send, '/api/v2/webhook-subscriptions', subscription, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookSubscription>(send, at`/api/v2/webhook-subscriptions/${uuid}`, call),
      update: (uuid: string, changes: WebhookSubscriptionUpdate, call: CallOptions = {}) =>
        update<WebhookSubscription>(send, at`/api/v2/webhook-subscriptions/${uuid}`, changes, call),
      delete: (uuid: string, call: CallOptions = {}) =>
        remove(send, at`/api/v2/webhook-subscriptions/${uuid}`, call),
      /** Sends a sample at once, and returns the receiver's answer. */
      test: (uuid: string, test: WebhookTestCreate = {}, call: CallOptions = {}) =>
        post<WebhookTest>(send, at`/api/v2/webhook-subscriptions/${uuid}/test`, test, call),
    },
    webhookHealth: {
      /** Success rate and latency of the last 24 hours and 30 days. */
      retrieve: (subscription_uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookHealth>(send, at`/api/v2/webhook-subscriptions/${subscription_uuid}/health`, call),
    },
    webhookDeliveries: {
      list: (query: ListQuery<WebhookDeliveryList> = {}, call: CallOptions = {}) =>
        list<WebhookDelivery>(send, '/api/v2/webhook-deliveries', query, call),
      listOfSubscription: (
        subscription_uuid: string,
        query: ListQuery<WebhookDeliveryList> = {},
        call: CallOptions = {},
      ) =>
        list<WebhookDelivery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/deliveries`,
          query,
          call,
        ),
      /** One delivery, with all its attempts. */
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookDeliveryWithAttempts>(send, at`/api/v2/webhook-deliveries/${uuid}`, call),
      resend: (uuid: string, call: CreateOption = {}) =>
        create<WebhookDelivery>(send, at`/api/v2/webhook-deliveries/${uuid}/resend`, undefined, call),
    },
    webhookRecoveries: {
      /** Makes the deliveries anew that a subscription has missed in a range of time. */
      create: (subscription_uuid: string, recovery: WebhookRecoveryCreate, call: CreateOption = {}) =>
        create<WebhookRecovery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/recover`,
          recovery,
          call,
        ),
      listOfSubscription: (subscription_uuid: string, call: CallOptions = {}) =>
        list<WebhookRecovery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/recoveries`,
          {},
          call,
        ),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookRecovery>(send, at`/api/v2/webhook-recoveries/${uuid}`, call),
      cancel: (uuid: string, call: CreateOption = {}) =>
        create<WebhookRecovery>(send, at`/api/v2/webhook-recoveries/${uuid}/cancel`, undefined, call),
    },
    /**
     * Temporary subscriptions for a receiver that the service cannot reach, such as one on a
     * developer's machine.
     */
    webhookRelays: {
      /**
       * Creates a relay. `webhookSubscriptions.delete` ends it, as do two minutes without a request
       * for its deliveries.
       */
      create: (relay: WebhookRelayCreate, call: CreateOption = {}) =>
        create<WebhookSubscription>(send, '/api/v2/webhook-relays', relay, call),
      /**
       * Returns the next deliveries to make, signed. Waits for one up to 20 seconds, or up to two
       * thirds of `timeout_ms` if that is less.
       */
      deliveries: async (uuid: string, call: CallOptions = {}): Promise<WebhookRelayDelivery[]> =>
        dataOf(
          sendWaiting({
            method: 'GET',
            path: at`/api/v2/webhook-relays/${uuid}/deliveries`,
            repeat: 'always',
            ...call,
          }),
        ),
      /** Reports the outcome of one delivery. */
      report: (delivery_uuid: string, attempt: WebhookRelayAttempt, call: CreateOption = {}) =>
        create<WebhookDelivery>(
          send,
          at`/api/v2/webhook-deliveries/${delivery_uuid}/attempts`,
          attempt,
          call,
        ),
    },
  };
}
