import type { WebhookRelayAttempt, WebhookRelayDelivery } from '@rapport/client/resources';
import { buildConnector } from 'undici';
import { DatabaseClock } from '../../../server/src/platform/time/clock.ts';
import { Connections } from '../../../server/src/webhooks/attempts/connections.ts';
import { headersFor } from '../../../server/src/webhooks/attempts/headers.ts';
import { postSigned } from '../../../server/src/webhooks/attempts/send.ts';

/** The receiver's answer to a delivery. */
export type Forwarded = {
  event: string;
  event_uuid: string;
  delivery_uuid: string;
  attempt: number;
  /** True when a 2xx came in time. */
  is_accepted: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
};

/** The part of a delivery that is needed to send and describe it. */
type Signed = Pick<WebhookRelayDelivery, 'uuid' | 'event' | 'event_uuid' | 'number' | 'body' | 'headers'>;

const sender = {
  connections: new Connections(buildConnector({ allowH2: false })),
  clock: new DatabaseClock(),
};

/** Returns a delivery signed with another secret than the subscription's. */
export function signedWith(secret: string, delivery: Omit<Signed, 'headers'>): Signed {
  const { uuid: delivery_uuid, event, event_uuid, number, body } = delivery;
  const message = {
    delivery_uuid,
    subscription_uuid: null,
    event,
    event_uuid,
    number,
    body: Buffer.from(body),
  };
  return { ...delivery, headers: headersFor(message, secret, sender.clock.now()) };
}

/**
 * Posts a delivery to `url` exactly as the service does, so the receiver is tested with what it
 * will get later.
 */
export async function forward(
  url: string,
  { uuid, event, event_uuid, number, headers, body }: Signed,
): Promise<{ forwarded: Forwarded; attempt: WebhookRelayAttempt }> {
  const result = await postSigned(sender, url, headers, Buffer.from(body));
  if ('shortage' in result) throw result.shortage;
  const { duration_ms, first_byte_ms, response_status, error_kind, error_detail } = result;
  const { request_headers, response_excerpt } = result;
  const attempt = {
    duration_ms,
    first_byte_ms,
    response_status,
    error_kind,
    error_detail,
    request_headers,
    response_excerpt,
  };
  const forwarded = {
    event,
    event_uuid,
    delivery_uuid: uuid,
    attempt: number,
    is_accepted: error_kind === null,
    response_status,
    duration_ms,
    error: error_kind === null ? null : (error_detail ?? error_kind),
  };
  return { forwarded, attempt };
}

/** Aborts requests under way, because a receiver may hang. Nothing can be posted afterwards. */
export function stopForwarding(): Promise<void> {
  return sender.connections.destroy();
}

/**
 * Returns the outcome for people: `200 in 12 ms`, `no answer: No receiver takes connections there
 * (ECONNREFUSED). …`.
 */
export function outcomeOf({ response_status, duration_ms, error }: Forwarded): string {
  if (response_status === null) return `no answer: ${error}`;
  return `${response_status} in ${duration_ms} ms`;
}
