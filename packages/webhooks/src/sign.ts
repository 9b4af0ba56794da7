import { createHmac } from 'node:crypto';
import { assertSigningSecret, withoutPrefix } from './secrets.ts';

/**
 * The value of `X-Signature`: HMAC-SHA256 over the body's bytes, keyed with the 60 characters of
 * the secret as ASCII, in lowercase hex (contract section 6). A string is signed as UTF-8. Throws
 * when the secret is not one.
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
 * The value of `webhook-signature`: `v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`,
 * keyed with the 45 bytes that the secret is in base64 (Standard Webhooks 1.0, "Signature scheme").
 * Throws when the secret is not one.
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
