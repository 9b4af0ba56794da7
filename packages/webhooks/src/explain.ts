import { firstMatch } from '#hmac';
import { type RawBody, readBody } from './body.ts';
import { suspicionOf } from './body-variants.ts';
import { readDelivery } from './delivery.ts';
import { type HeadersLike, headerOf } from './headers.ts';
import { type Hypothesis, hypotheses } from './hypotheses.ts';
import { Refusal, type RefusalCode } from './refusals.ts';
import type { Secrets } from './secrets.ts';
import type { Mishap } from './variants.ts';

export interface Explanation {
  /** `genuine` when the signature matches, `unknown` when it does not and no reason was found. */
  reason: Mishap | RefusalCode | 'unknown';
  /**
   * True when the reason is certain: undoing the mishap made the signature match, or the delivery
   * was refused before any comparison. False when the body or the headers only suggest it.
   */
  is_proven: boolean;
  /** An explanation for people: what happened and what to do. */
  text: string;
  /**
   * The position of the secret that signed the delivery, counted from 0. Absent when no signature
   * matched.
   */
  secret_index?: number;
}

/**
 * Finds out why X-Signature does not match. Tries the usual mishaps: a body that a parser has
 * rewritten, a line break, a charset, another encoding of the signature, a line break in the
 * secret. Computes dozens of HMACs, so it belongs in development and tools, not into the handling
 * of requests.
 */
export async function explain(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
): Promise<Explanation> {
  const body = readBody(rawBody);
  if (body instanceof Refusal) return { reason: body.code, is_proven: true, text: body.message };
  const xSignature = headerOf(headers, 'x-signature') ?? '';
  const given = [secrets].flat().filter((secret) => typeof secret === 'string');
  const proven = await firstMatch(hypotheses(body, xSignature, given));
  const delivery = readDelivery(rawBody, headers, secrets, {});
  // A proven mishap explains more than the refusal that it caused. A refused delivery is never
  // called genuine, even if one of its secrets matches.
  if (delivery instanceof Refusal && (proven === undefined || proven.mishap === 'genuine')) {
    return { reason: delivery.code, is_proven: true, text: delivery.message };
  }
  return conclude(body, proven);
}

/** Describes the proven guess. Without one, describes the looks of the body. */
export function conclude(body: Uint8Array, proven: Hypothesis | undefined): Explanation {
  if (proven !== undefined) {
    const { mishap, secret_index } = proven;
    const text = proven.text || 'The signature is genuine.';
    return { reason: mishap, is_proven: true, text, secret_index };
  }
  const suspicion = suspicionOf(body);
  if (suspicion !== undefined) return { reason: suspicion.mishap, is_proven: false, text: suspicion.text };
  return {
    reason: 'unknown',
    is_proven: false,
    text: `No known mishap explains it. Either the secret belongs to another subscription, or the body is another: compare its ${body.length} bytes with the delivery log of the service.`,
  };
}
