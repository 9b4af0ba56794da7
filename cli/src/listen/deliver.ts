import { Agent } from 'undici';
import { DatabaseClock } from '../../../server/src/platform/clock.ts';
import { post } from '../../../server/src/webhooks/deliveries/send.ts';

/** What is delivered from this machine: the bytes of an event as the service has them. */
export type LocalDelivery = {
  url: string;
  signing_secret: string;
  body: string;
  delivery_uuid: string;
  /** 1 is the first attempt. */
  number: number;
};

/** What a receiver made of it. */
export type Forwarded = {
  event: string;
  event_uuid: string;
  delivery_uuid: string;
  attempt: number;
  /** Whether a 2xx came in time. */
  is_accepted: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
};

const agent = new Agent();

/** Signs and posts with the code of the service itself, so that a receiver gets exactly what it will get later. */
export async function deliver({
  url,
  signing_secret,
  body,
  delivery_uuid,
  number,
}: LocalDelivery): Promise<Forwarded> {
  const { uuid: event_uuid, event } = JSON.parse(body) as { uuid: string; event: string };
  const message = { delivery_uuid, event_uuid, event, number, body };
  const result = await post({ agent, clock: new DatabaseClock() }, url, signing_secret, message);
  // Only the service refuses targets; from here everything may be reached.
  if ('not_sent_reason' in result) throw new Error(result.not_sent_reason);
  const { response_status, duration_ms, error_kind, error_detail } = result;
  const error = error_kind === null ? null : (error_detail ?? error_kind);
  return {
    event,
    event_uuid,
    delivery_uuid,
    attempt: number,
    is_accepted: error_kind === null,
    response_status,
    duration_ms,
    error,
  };
}

/** In words: `200 in 12 ms`, `no answer (ECONNREFUSED)`. */
export function outcomeOf({ response_status, duration_ms, error }: Forwarded): string {
  if (response_status === null) return `no answer (${error})`;
  return `${response_status} in ${duration_ms} ms`;
}
