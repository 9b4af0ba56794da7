import type { AttemptResult } from '../attempts/send.ts';
import type { EndpointState } from './breaker.ts';
import { nextState } from './policy.ts';
import type { Delivery } from './read-queries.ts';
import type { Receiver } from './receiver.ts';
import type { Settlement } from './settle-queries.ts';

/** A delivery and its outcome: the second of three stages. */
export type SentDelivery = {
  delivery: Delivery;
  result: AttemptResult;
  receiver: Receiver;
  /** The worker by whose right it was sent. */
  worker_uuid: string;
  /** Whether it was the one attempt that a failing receiver gets when its pause is over. */
  probe: boolean;
};

/** `isSentAgain`: its User had it sent again while it was under way. */
export type SentOutcome = { sent: SentDelivery; isSentAgain?: boolean };

/** Whether the subscription's URL has changed since the attempt. */
export function wasSentElsewhere({ task }: Delivery, { endpoint }: Receiver): boolean {
  return 'url' in task && task.url !== endpoint.url;
}

const NO_ATTEMPT = {
  started_at: null,
  duration_ms: null,
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: null,
  response_status: null,
  error_kind: null,
  error_detail: null,
  signature: null,
  standard_signature: null,
  response_excerpt: null,
};

/** The row to write for an attempt, or for the decision not to make one. */
export function toSettlement(
  { sent: { delivery, result, receiver }, isSentAgain }: SentOutcome,
  schedule_ms: number[],
  now: Date,
): Settlement {
  const { uuid, subscription_uuid, version } = delivery;
  const known = { uuid, subscription_uuid, version, not_sent_reason: null, not_sent_detail: null };
  if (!('started_at' in result)) {
    const not_sent = 'not_sent_reason' in result ? result : {};
    return { ...known, ...NO_ATTEMPT, ...not_sent, state: 'not_sent', at: now, endpoint_version: null };
  }
  const { request_headers, ...attempt } = result;
  // A failure does not count if its URL is no longer the subscription's, or if the User has had the
  // delivery sent again meanwhile. Then the delivery is due at once.
  const isVoid = result.error_kind !== null && (isSentAgain || wasSentElsewhere(delivery, receiver));
  const next = isVoid
    ? { state: 'waiting' as const, due_at: now }
    : nextState(result, delivery.schedule_step + 1, schedule_ms, now, Math.random());
  return {
    ...known,
    ...attempt,
    signature: request_headers['x-signature'] ?? null,
    standard_signature: request_headers['webhook-signature'] ?? null,
    state: next.state,
    not_sent_reason: next.state === 'not_sent' ? result.error_kind : null,
    not_sent_detail: next.state === 'not_sent' ? result.error_detail : null,
    at: next.state === 'waiting' ? next.due_at : now,
    endpoint_version: next.state === 'succeeded' ? null : receiver.endpoint.version,
  };
}

/** Whether an attempt has changed what is known of its receiver. */
export function differ(a: EndpointState, b: EndpointState): boolean {
  return (
    a.slots !== b.slots ||
    a.consecutive_failures !== b.consecutive_failures ||
    a.probe_count !== b.probe_count ||
    a.failing_since?.getTime() !== b.failing_since?.getTime() ||
    a.paused_until?.getTime() !== b.paused_until?.getTime() ||
    a.disabled_reason !== b.disabled_reason
  );
}
