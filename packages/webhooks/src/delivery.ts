import { type RawBody, readBody } from './body.ts';
import type { Candidate } from './claims.ts';
import { binaryOfBase64 } from './encodings.ts';
import { type HeadersLike, headerOf } from './headers.ts';
import { Refusal } from './refusals.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { readStandardHeaders } from './standard.ts';

/** Lowercase hex (contract §6). Any other form is refused without a comparison. */
const X_SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * A delivery in the right form. Each secret gives a candidate. The delivery is genuine when all
 * claims of one candidate are true.
 */
export interface Delivery {
  body: Uint8Array;
  x_signature: string;
  secrets: readonly string[];
  candidates: Candidate[];
}

export interface DeliveryOptions {
  /**
   * Also requires the Standard Webhooks headers. Their signature covers the time, so an old request
   * cannot be replayed.
   */
  replayProtection?: boolean;
  /** The time to compare `webhook-timestamp` with; the system's clock when left out. */
  now_ms?: number;
}

/**
 * Reads the parts of a delivery. Makes every refusal that needs no HMAC: all but
 * `signature_mismatch`.
 */
export function readDelivery(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: DeliveryOptions,
): Delivery | Refusal {
  const keys = readSecrets(secrets);
  if (keys instanceof Refusal) return keys;
  const body = readBody(rawBody);
  if (body instanceof Refusal) return body;
  const x_signature = readXSignature(headers);
  if (x_signature instanceof Refusal) return x_signature;
  const standard = options.replayProtection ? readStandardHeaders(headers, body, options.now_ms) : undefined;
  if (standard instanceof Refusal) return standard;

  const candidates = keys.map((key) => {
    const xSignature = { key, message: body, macs_hex: [x_signature] };
    return { claims: standard ? [xSignature, { key: binaryOfBase64(key), ...standard }] : [xSignature] };
  });
  return { body, x_signature, secrets: keys, candidates };
}

function readXSignature(headers: HeadersLike): string | Refusal {
  const value = headerOf(headers, 'x-signature');
  if (value === undefined || value === '') {
    return new Refusal(
      'signature_missing',
      'There is no X-Signature header. Either the request does not come from the service, or a proxy dropped the header, or these are not the headers of the request.',
    );
  }
  if (X_SIGNATURE.test(value)) return value;
  return new Refusal(
    'signature_malformed',
    `X-Signature is not 64 lowercase hex digits: it has ${value.length} characters${looksLike(value)}. Pass the header as it came.`,
  );
}

function looksLike(value: string): string {
  if (/^[0-9a-f]{64}$/i.test(value)) return ' and is in upper case';
  if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return ' and looks like base64';
  if (/^[0-9a-f]{64},/.test(value)) return ' and came more than once';
  if (/[0-9a-f]{64}/i.test(value)) return ' and holds more than the digits';
  return '';
}
