import type { Attempt, NotSent } from '../attempts/send.ts';
import { nextState } from './policy.ts';
import type { Delivery } from './read-queries.ts';
import type { Receiver } from './receiver.ts';
import { NO_ATTEMPT, type Settlement } from './settle-queries.ts';

/** A delivery and its outcome. */
export type SentDelivery = {
  delivery: Delivery;
  result: Attempt | NotSent;
  receiver: Receiver;
  /** True for the one attempt that a failing receiver gets when its pause is over. */
  probe: boolean;
  /** True when a User had the delivery sent again while it was under way. */
  isSentAgain?: boolean;
};

/** True when the subscription's URL has changed since the attempt. */
export function wasSentElsewhere({ delivery: { task }, receiver }: SentDelivery): boolean {
  return 'url' in task && task.url !== receiver.endpoint.url;
}

/** Returns the row to write for an attempt, or for the decision not to make one. */
export function toSettlement(sent: SentDelivery, schedule_ms: number[], now: Date): Settlement {
  const { delivery, result, receiver, isSentAgain } = sent;
  const { uuid, subscription_uuid, version } = delivery;
  const known = { uuid, subscription_uuid, version, number: delivery.attempt_count + 1 };
  if ('not_sent_reason' in result)
    return { ...known, ...NO_ATTEMPT, ...result, state: 'not_sent', at: now, endpoint_version: null };
  // A failure does not count if its URL is no longer the subscription's, or if the User has had the
  // delivery sent again meanwhile. Then the delivery is due at once.
  const isVoid = result.error_kind !== null && (isSentAgain || wasSentElsewhere(sent));
  const next = isVoid
    ? { state: 'waiting' as const, due_at: now }
    : nextState(result, delivery.schedule_step + 1, schedule_ms, now, Math.random());
  return {
    ...known,
    ...result,
    signature: result.request_headers['x-signature'] ?? null,
    standard_signature: result.request_headers['webhook-signature'] ?? null,
    state: next.state,
    not_sent_reason: next.state === 'not_sent' ? result.error_kind : null,
    not_sent_detail: next.state === 'not_sent' ? result.error_detail : null,
    at: next.state === 'waiting' ? next.due_at : now,
    endpoint_version: next.state === 'succeeded' ? null : receiver.endpoint.version,
  };
}
