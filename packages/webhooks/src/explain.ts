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
   * True: it is certain, because undoing it made the signature match or because it was refused
   * before anything was compared. False: the body or the headers only look like it.
   */
  is_proven: boolean;
  /** What happened and what to do about it, for a person. */
  text: string;
  /**
   * The position of the secret that signed the delivery, counted from 0; absent when no signature
   * matched.
   */
  secret_index?: number;
}

/**
 * Why does X-Signature not match? Tries what usually goes wrong between the wire and the check: a
 * body written again by a parser, a line break, a charset, a signature in another encoding, a
 * secret with a line break. Costs dozens of HMACs, so it belongs in development and in tools, not
 * in the path of a request.
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
  // A mishap says more than the refusal that it leads to; but what is refused is not genuine, such
  // as beside a secret that is missing.
  if (delivery instanceof Refusal && (proven === undefined || proven.mishap === 'genuine')) {
    return { reason: delivery.code, is_proven: true, text: delivery.message };
  }
  return conclude(body, proven);
}

/** Puts into words the guess that held; without one, what the body looks like. */
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
    text: `No usual mishap explains it. Either the secret is that of another subscription, or the body is another: compare its ${body.length} bytes with the delivery log of the service.`,
  };
}
