import type { Claim } from './claims.ts';
import { binaryOfBase64, bytesOfText, hexOfBinary } from './encodings.ts';
import { type HeadersLike, headerOf } from './headers.ts';
import { Refusal } from './refusals.ts';

/**
 * Five minutes in both directions, as in the Standard Webhooks libraries. Enough for a clock that
 * is wrong, too little for a replay.
 */
const TOLERANCE_S = 5 * 60;
const SECONDS = /^[0-9]{1,12}$/;
/** `v1,` and 32 bytes in base64. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
/**
 * The header may list several signatures while a secret is being replaced. A long list would only
 * cost time.
 */
const MAX_SIGNATURES = 4;

/**
 * Returns the claims that the Standard Webhooks headers make about a body; the key is added later.
 * Refused: missing, malformed or old headers.
 */
export function readStandardHeaders(
  headers: HeadersLike,
  body: Uint8Array,
  now_ms = Date.now(),
): Omit<Claim, 'key'> | Refusal {
  const timestamp = readTimestamp(headers, now_ms);
  if (timestamp instanceof Refusal) return timestamp;
  const id = headerOf(headers, 'webhook-id');
  const signature = headerOf(headers, 'webhook-signature');
  if (!id || !signature) {
    return new Refusal(
      'signature_missing',
      `There is no ${id ? 'webhook-signature' : 'webhook-id'} header, which replay protection needs. Either a proxy dropped it, or these are not all headers of the request.`,
    );
  }
  const macs_hex = signature.split(' ').flatMap(hexOf).slice(0, MAX_SIGNATURES);
  if (macs_hex.length === 0) {
    return new Refusal(
      'signature_malformed',
      'webhook-signature is not "v1," and a base64 SHA-256. Pass the header as it came.',
    );
  }
  return { message: join(`${id}.${timestamp}.`, body), macs_hex };
}

/** Returns the text of `webhook-timestamp` if it is recent. */
function readTimestamp(headers: HeadersLike, now_ms: number): string | Refusal {
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (timestamp === undefined || !SECONDS.test(timestamp)) {
    return new Refusal(
      'timestamp_missing',
      'There is no webhook-timestamp header in seconds, which replay protection needs. Either a proxy dropped it, or these are not all headers of the request.',
    );
  }
  const age_s = Math.floor(now_ms / 1000) - Number(timestamp);
  if (Math.abs(age_s) <= TOLERANCE_S) return timestamp;
  return new Refusal(
    'timestamp_stale',
    `The delivery was signed ${Math.abs(age_s)} s ${age_s > 0 ? 'ago' : 'in the future'}, and at most ${TOLERANCE_S} s are accepted. Either it is a replay, or this machine's clock is wrong: compare it with a time server.`,
  );
}

/** Skips signatures of other versions, as the specification asks. */
function hexOf(signature: string): string[] {
  const base64 = SIGNATURE.exec(signature)?.[1];
  return base64 === undefined ? [] : [hexOfBinary(binaryOfBase64(base64))];
}

function join(prefix: string, body: Uint8Array): Uint8Array {
  const prefixBytes = bytesOfText(prefix);
  const message = new Uint8Array(prefixBytes.length + body.length);
  message.set(prefixBytes);
  message.set(body, prefixBytes.length);
  return message;
}
