import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clock of a delivery may be from ours, in seconds. */
const TOLERANCE_S = 5 * 60;

type Headers = Record<string, string | string[] | undefined>;

/**
 * Why a delivery is not genuine; null when it is. `X-Signature` is the lowercase hex HMAC-SHA256 of
 * the body's bytes. `webhook-signature` covers the time too, so nobody can send an old one again.
 */
export function faultOf(body: Buffer, headers: Headers, secret: string, now_ms = Date.now()): string | null {
  const signature = headers['x-signature'];
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return 'X-Signature is missing';
  const expected = createHmac('sha256', secret).update(body).digest();
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected))
    return 'X-Signature is of another body or key';
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (typeof id !== 'string' || typeof time !== 'string' || !/^\d{1,12}$/.test(time)) {
    return 'webhook-timestamp is missing';
  }
  if (
    !isStandard(headers['webhook-signature'], Buffer.concat([Buffer.from(`${id}.${time}.`), body]), secret)
  ) {
    return 'webhook-signature is of another body, time or key';
  }
  return Math.abs(now_ms / 1000 - Number(time)) > TOLERANCE_S ? 'webhook-timestamp is not of now' : null;
}

/** Whether there is a signature of the right form: without one nothing else is asked. */
export function isSigned(headers: Headers): boolean {
  const signature = headers['x-signature'];
  return typeof signature === 'string' && /^[0-9a-f]{64}$/.test(signature);
}

/** Standard Webhooks: the key is the base64 that the secret spells. */
function isStandard(given: string | string[] | undefined, message: Buffer, secret: string): boolean {
  const signature = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(typeof given === 'string' ? given : '')?.[1];
  if (!signature) return false;
  const key = Buffer.from(secret, 'base64');
  return timingSafeEqual(
    Buffer.from(signature, 'base64'),
    createHmac('sha256', key).update(message).digest(),
  );
}

/** The most deliveries that are remembered. */
const REMEMBERED = 10_000;

/** What has come, the oldest first. A process that starts anew has forgotten it. */
const seen = new Set<string>();

/** Whether it came before. A delivery comes again when its first answer was lost. */
export function cameBefore(subscription: string, event_uuid: string): boolean {
  const key = `${subscription} ${event_uuid}`;
  if (seen.has(key)) return true;
  seen.add(key);
  if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!);
  return false;
}
