import type { EventName } from './events.ts';
import type { WebhookAttempt } from './webhook-deliveries.ts';

/** A step in the progress of a test event, as the pages receive it. */
export type WebhookLiveTest = {
  uuid: string;
  subscription_uuid: string;
  event: EventName;
  at: string;
  /** Null until the attempt has ended. `not_sent`: the address is not allowed. */
  outcome: Pick<WebhookAttempt, 'response_status' | 'error_kind' | 'duration_ms'> | 'not_sent' | null;
};
