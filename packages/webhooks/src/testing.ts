import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from './event.ts';
import { sign, signStandardWebhooks } from './sign.ts';

/** A well-formed secret, for tests that need no particular one. */
export const TEST_SECRET = 'testsecret'.repeat(6);

/**
 * A signed delivery as the service sends it, for `fetch(url, request)`, `new Request(url, request)`
 * and test clients.
 */
export interface SignedRequest {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

export interface SigningOptions {
  /** The time of the signature; now when left out. */
  timestamp_s?: number;
  /** 1 when left out. */
  attempt?: number;
  /** A random uuid when left out. */
  subscription_uuid?: string;
}

/**
 * Returns an event with all fields of a real one. `fields` replaces those that matter to the test.
 */
export function fakeEvent<Name extends string, Data = Record<string, unknown>>(
  event: Name,
  data: Data,
  fields: Partial<WebhookEvent<Name, Data>> = {},
): WebhookEvent<Name, Data> {
  return {
    uuid: randomUUID(),
    event,
    created_at: '2026-11-20T09:20:00.000+00:00',
    account_uuid: randomUUID(),
    request_id: randomUUID(),
    actor: {
      type: 'personal_access_token',
      uuid: randomUUID(),
      user_uuid: randomUUID(),
      name: 'Test',
      client_id: null,
    },
    data,
    previous: null,
    changed_fields: [],
    ...fields,
  };
}

/**
 * Signs an event, or any body given as text, as the service does. Throws for a malformed secret.
 */
export function signedRequest(
  event: WebhookEvent | string,
  secret: string,
  {
    timestamp_s = Math.floor(Date.now() / 1000),
    attempt = 1,
    subscription_uuid = randomUUID(),
  }: SigningOptions = {},
): SignedRequest {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { uuid, event: name } =
    typeof event === 'string' ? { uuid: randomUUID(), event: 'test.sent' } : event;
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Rapport-Webhooks/1',
      'x-signature': sign(body, secret),
      'x-event': name,
      'x-subscription-uuid': subscription_uuid,
      'x-delivery-uuid': randomUUID(),
      'x-attempt': String(attempt),
      'webhook-id': uuid,
      'webhook-timestamp': String(timestamp_s),
      'webhook-signature': signStandardWebhooks({ id: uuid, timestamp_s, rawBody: body, secret }),
    },
    body,
  };
}
