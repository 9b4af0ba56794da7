import { createHmac } from 'node:crypto';
import { assertSigningSecret, withoutPrefix } from './secrets.ts';

/**
 * Returns the value of `X-Signature`: HMAC-SHA256 over the body's bytes, in lowercase hex (contract
 * §6). The key is the 60 characters of the secret as ASCII. A string is signed as UTF-8. Throws for
 * a malformed secret.
 */
export function sign(rawBody: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secretText(secret)).update(rawBody).digest('hex');
}

/**
 * The parts that a Standard Webhooks signature covers: the headers `webhook-id` and
 * `webhook-timestamp`, and the body.
 */
export interface StandardWebhook {
  id: string;
  timestamp_s: number;
  rawBody: Uint8Array | string;
  secret: string;
}

/**
 * Returns the value of `webhook-signature`: `v1,` and the base64 HMAC-SHA256 over
 * `id.timestamp.body` (Standard Webhooks 1.0, "Signature scheme"). The key is the 45 bytes that the
 * secret encodes in base64. Throws for a malformed secret.
 */
export function signStandardWebhooks({ id, timestamp_s, rawBody, secret }: StandardWebhook): string {
  const key = Buffer.from(secretText(secret), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp_s}.`).update(rawBody);
  return `v1,${hmac.digest('base64')}`;
}

function secretText(secret: string): string {
  const text = withoutPrefix(secret);
  assertSigningSecret(text);
  return text;
}
