import { firstMatch } from '#hmac';
import { parseBody, type RawBody } from './body.ts';
import { type Delivery, type DeliveryOptions, readDelivery } from './delivery.ts';
import type { RapportEvent, WebhookEvent } from './event.ts';
import { conclude } from './explain.ts';
import type { HeadersLike } from './headers.ts';
import { type Hypothesis, hypotheses } from './hypotheses.ts';
import { Refusal, type RefusalCode } from './refusals.ts';
import type { Secrets } from './secrets.ts';
import { claimEvent, type SeenStore } from './seen.ts';

/** The service cuts longer bodies, so a longer one is not worth explaining. */
const MAX_EXPLAINED_BYTES = 256 * 1024;

export interface VerifyOptions extends DeliveryOptions {
  /**
   * A store of known events. An event that was seen before is refused with `duplicate_delivery`.
   * Verifying claims the event: call `seen.settle(event.uuid, true)` after handling it, or `false`
   * after a failure. The adapters do this themselves.
   */
  seen?: SeenStore;
}

/**
 * Thrown for a delivery that is not accepted. `code` is from a closed list; `message` says what to
 * do.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: RefusalCode;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

/**
 * Verifies a delivery (contract §6) and returns its event. Throws `WebhookVerificationError` for
 * every other request. Takes the original bytes of the body, the headers of the request, and the
 * `signing_secret` of the subscription (or several).
 */
export async function verify<E extends WebhookEvent = RapportEvent>(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<E> {
  const verdict = await safeVerify<E>(rawBody, headers, secrets, options);
  if (!verdict.ok) throw new WebhookVerificationError(verdict);
  return verdict.event;
}

/**
 * Like `verify`, but returns a refusal as a value: `{ ok: true, event }` or `{ ok: false, code,
 * message }`.
 */
export async function safeVerify<E extends WebhookEvent = RapportEvent>(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<{ ok: true; event: E } | Refusal> {
  const delivery = readDelivery(rawBody, headers, secrets, options);
  if (delivery instanceof Refusal) return delivery;
  if ((await firstMatch(delivery.candidates)) === undefined) {
    return mismatch(delivery, await firstMatch(guesses(delivery)));
  }
  const event = parseBody(delivery.body);
  if (event instanceof Refusal) return event;
  const refusal = options.seen && (await refuseDuplicate(options.seen, event));
  return refusal ?? { ok: true, event: event as unknown as E };
}

/** Like `verify`, but synchronous, for Node. It takes no `seen`, because a store may be remote. */
export function verifySync<E extends WebhookEvent = RapportEvent>(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: DeliveryOptions = {},
): E {
  const delivery = readDelivery(rawBody, headers, secrets, options);
  if (delivery instanceof Refusal) throw new WebhookVerificationError(delivery);
  const match = firstMatch(delivery.candidates);
  if (match instanceof Promise) {
    throw new TypeError(
      'verifySync needs node:crypto, which this platform does not have. Use `await verify(…)`: it is the same check.',
    );
  }
  if (match === undefined) {
    throw new WebhookVerificationError(mismatch(delivery, firstMatch(guesses(delivery))));
  }
  const event = parseBody(delivery.body);
  if (event instanceof Refusal) throw new WebhookVerificationError(event);
  return event as unknown as E;
}

function guesses({ body, x_signature, secrets }: Delivery): Hypothesis[] {
  return isExplained(body) ? hypotheses(body, x_signature, secrets) : [];
}

/**
 * Explanations are for development: in production, they would cost time for every forged request.
 */
function isExplained(body: Uint8Array): boolean {
  // Like Express: a machine without NODE_ENV=production is taken for a developer's machine.
  const isProduction = globalThis.process === undefined || process.env.NODE_ENV === 'production';
  return !isProduction && body.length <= MAX_EXPLAINED_BYTES;
}

function mismatch({ body }: Delivery, proven: Hypothesis | undefined): Refusal {
  return new Refusal(
    'signature_mismatch',
    `The signature does not match the body. ${whyMismatch(body, proven)}`,
  );
}

function whyMismatch(body: Uint8Array, proven: Hypothesis | undefined): string {
  if (!isExplained(body)) return 'To learn why, pass the same bytes and headers to `explain`.';
  if (proven?.mishap !== 'genuine') return conclude(body, proven).text;
  return 'X-Signature is genuine, but webhook-signature is not: webhook-id or webhook-timestamp was changed on the way.';
}

async function refuseDuplicate(
  seen: SeenStore,
  event: Record<string, unknown>,
): Promise<Refusal | undefined> {
  const state = await claimEvent(seen, event);
  if (state === 'new') return undefined;
  if (state instanceof Refusal) return state;
  return new Refusal(
    'duplicate_delivery',
    `Event ${event.uuid} ${state === 'handled' ? 'was handled before' : 'is being handled'}. Answer 2xx without handling it again.`,
  );
}
