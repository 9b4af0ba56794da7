import type { EventName } from './events.ts';
import type { WebhookAttempt } from './webhook-deliveries.ts';

/** A step of a test event on its way, for the pages. */
export type WebhookLiveTest = {
  uuid: string;
  subscription_uuid: string;
  event: EventName;
  at: string;
  /** Null while it is on its way; `not_sent` when its address is not allowed. */
  outcome: Pick<WebhookAttempt, 'response_status' | 'error_kind' | 'duration_ms'> | 'not_sent' | null;
};
