import { AccountWebhook } from '@rapport/contract/connections';
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookRecovery,
  WebhookTest,
} from '@rapport/contract/webhook-deliveries';
import { WebhookHealth } from '@rapport/contract/webhook-health';
import { WebhookRelayDelivery } from '@rapport/contract/webhook-relays';
import { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import type { JobsCore } from '../jobs/actions.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { Once } from '../platform/idempotency/actions.ts';
import { webhookHealthRoutes } from './health/routes.ts';
import { LiveDeliveries } from './live/live-deliveries.ts';
import { liveRoutes } from './live/routes.ts';
import type { TestCore } from './log/actions.ts';
import { webhookDeliveryRoutes } from './log/routes.ts';
import { webhookRecoveryRoutes } from './recoveries/routes.ts';
import { webhookRelayRoutes } from './relays/routes.ts';
import type { SubscriptionCore } from './subscriptions/actions.ts';
import { webhookSubscriptionRoutes } from './subscriptions/routes.ts';

export const schemas = [
  AccountWebhook,
  WebhookSubscription,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookRecovery,
  WebhookHealth,
  WebhookRelayDelivery,
];

type RoutesCore = Once &
  JobsCore &
  SubscriptionCore &
  Omit<TestCore, 'testSlots'> &
  ConstructorParameters<typeof LiveDeliveries>[0];

export function routes(api: Api, core: RoutesCore): void {
  webhookSubscriptionRoutes(api, core);
  webhookDeliveryRoutes(api, core);
  webhookRecoveryRoutes(api, core);
  webhookHealthRoutes(api, core);
  liveRoutes(api, new LiveDeliveries(core));
  webhookRelayRoutes(api, core);
}
