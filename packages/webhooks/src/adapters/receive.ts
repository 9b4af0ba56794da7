import type { WebhookEvent } from '../event.ts';
import { type HeadersLike, headerOf } from '../headers.ts';
import { Refusal } from '../refusals.ts';
import { readSecrets, type Secrets } from '../secrets.ts';
import { claimEvent, type SeenStore, seenKey } from '../seen.ts';
import { safeVerify, WebhookVerificationError } from '../verify.ts';
import {
  type Answer,
  answerOf,
  bodyTooLarge,
  eventInProgress,
  MAX_BODY_BYTES,
  Problem,
  problemOf,
  subscriptionUnknown,
  success,
} from './problems.ts';

export interface ReceiverOptions {
  /**
   * The `signing_secret` of the subscription, or several while one is being replaced. A receiver of
   * many subscriptions passes a function that looks the secret up; without a secret the request is
   * refused.
   */
  secrets: Secrets | SecretsOf;
  /**
   * The time of the 2xx. `after` (the default): when the handler has finished, so the service tries
   * again after a failure; it waits 15 s. `before`: at once, for slower handlers; a failure is then
   * only logged.
   */
  ack?: 'before' | 'after';
  /** Refuses a request that was signed more than five minutes ago. */
  replayProtection?: boolean;
  /**
   * A store that makes sure each event is handled once, although the service may send it several
   * times.
   */
  seen?: SeenStore;
  /**
   * Called with every refused request and every failure of the handler. Writes a line with
   * `console.error` when left out.
   */
  log?: (problem: Problem, delivery: DeliveryHeaders) => unknown;
}

/**
 * Looks up the secrets of the subscription that the headers name. The headers may be forged, but
 * then no secret matches.
 */
export type SecretsOf = (delivery: DeliveryHeaders) => Secrets | Promise<Secrets>;

/**
 * Your code, called with genuine events only. When it throws, the service gets a 500 and tries
 * again.
 */
export type Handler<E extends WebhookEvent> = (event: E, delivery: DeliveryHeaders) => unknown;

/** The headers of a delivery. They are not signed: use them for logs, not for decisions. */
export interface DeliveryHeaders {
  /**
   * `X-Subscription-Uuid`. A verified delivery proves it when each subscription has a secret of its
   * own.
   */
  subscription_uuid: string | undefined;
  /** `X-Delivery-Uuid`, the same in every attempt. */
  delivery_uuid: string | undefined;
  /** `X-Attempt`, counted from 1. */
  attempt: number | undefined;
}

/** A request in a form that every platform can give. */
export interface Incoming {
  method: string | undefined;
  headers: HeadersLike;
  /**
   * Returns the raw bytes, or the problem that prevents it. Never waits for bytes that cannot come,
   * and keeps few more bytes than the limit.
   */
  readBody(): Promise<Uint8Array | Problem>;
}

/** The answer to send. With `ack: 'before'` also the work to do after it, which never throws. */
export interface Outcome {
  answer: Answer;
  work?: () => Promise<unknown>;
}

/** Parameters such as `charset` may follow. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const HANDLED = success(200, 'handled');
const ACCEPTED = success(202, 'accepted');
const DUPLICATE = success(200, 'duplicate');

/**
 * Returns the function from a request to its answer, which all adapters share. The handler runs
 * only for a verified request. Throws at once for a malformed secret, so the fault shows at the
 * start and not at the first delivery.
 */
export function prepareReceiver<E extends WebhookEvent>(
  options: ReceiverOptions,
  handler: Handler<E>,
): (incoming: Incoming) => Promise<Outcome> {
  const secrets = typeof options.secrets === 'function' ? [] : readSecrets(options.secrets);
  if (secrets instanceof Refusal) throw new WebhookVerificationError(secrets);
  const refuse = (problem: Problem, delivery: DeliveryHeaders): Answer => {
    tell(options.log ?? printProblem, problem, delivery);
    return answerOf(problem);
  };

  return async (incoming) => {
    const delivery = deliveryOf(incoming);
    const admitted = await admit<E>(incoming, delivery, options).catch(receiverFailed);
    if (admitted instanceof Problem) return { answer: refuse(admitted, delivery) };
    if (admitted === 'handled before') return { answer: DUPLICATE };
    const work = async () => {
      const failure = await handle(admitted, delivery, handler);
      const unsettled = await settle(admitted, delivery, options, failure === undefined);
      // Both failures are logged, because the handler may have lost its database together with the
      // store.
      if (failure && unsettled) tell(options.log ?? printProblem, unsettled, delivery);
      const problem = failure ?? unsettled;
      return problem === undefined ? HANDLED : refuse(problem, delivery);
    };
    if (options.ack === 'before') return { answer: ACCEPTED, work };
    return { answer: await work() };
  };
}

/**
 * Logs a problem. A log that is slow or fails must neither delay the answer nor end the process.
 */
async function tell(
  log: NonNullable<ReceiverOptions['log']>,
  problem: Problem,
  delivery: DeliveryHeaders,
): Promise<void> {
  try {
    await log(problem, delivery);
  } catch (error) {
    printProblem(problem);
    printProblem(new Problem(500, 'log_failed', traceOf(error)));
  }
}

function printProblem({ status, code, reason }: Problem): void {
  console.error(`[@rapport/webhooks] ${status} ${code}: ${reason}`);
}

/**
 * Returns the event when it is genuine and, with a store, claimed for this request. Otherwise
 * returns the problem, or that it was handled before.
 */
async function admit<E extends WebhookEvent>(
  incoming: Incoming,
  delivery: DeliveryHeaders,
  { secrets: given, replayProtection, seen }: ReceiverOptions,
): Promise<E | 'handled before' | Problem> {
  if (incoming.method !== 'POST')
    return new Problem(405, 'method_not_allowed', `The method is ${incoming.method}.`);
  const contentType = headerOf(incoming.headers, 'content-type') ?? '';
  if (!JSON_TYPE.test(contentType)) {
    return new Problem(415, 'content_type_not_json', `The content type is "${contentType}".`);
  }
  const body = await incoming.readBody();
  if (body instanceof Problem) return body;
  if (body.length > MAX_BODY_BYTES) return bodyTooLarge();
  const secrets = typeof given === 'function' ? await given(delivery) : given;
  if (typeof given === 'function' && isNone(secrets)) return subscriptionUnknown(delivery.subscription_uuid);
  const verdict = await safeVerify<E>(body, incoming.headers, secrets, { replayProtection });
  if (!verdict.ok) return problemOf(verdict);
  const state = seen === undefined ? 'new' : await claimEvent(seen, verdict.event, scopeOf(given, delivery));
  if (state instanceof Refusal) return problemOf(state);
  if (state === 'handled') return 'handled before';
  if (state === 'in_progress') return eventInProgress(verdict.event.uuid);
  return verdict.event;
}

function isNone(secrets: Secrets): boolean {
  return secrets === undefined || secrets === null || secrets.length === 0;
}

/**
 * Returns the uuid of the subscription for a receiver of many: each of them gets the event, for its
 * own customer. A list of secrets belongs to a single subscription.
 */
function scopeOf(given: ReceiverOptions['secrets'], { subscription_uuid }: DeliveryHeaders) {
  return typeof given === 'function' ? subscription_uuid : undefined;
}

/** Runs the handler. Undefined when it has succeeded. */
async function handle<E extends WebhookEvent>(
  event: E,
  delivery: DeliveryHeaders,
  handler: Handler<E>,
): Promise<Problem | undefined> {
  try {
    await handler(event, delivery);
    return undefined;
  } catch (error) {
    return new Problem(500, 'handler_failed', `The handler of event ${event.uuid} threw: ${traceOf(error)}`);
  }
}

/**
 * Records the outcome of the event in the store. Undefined when that has succeeded or there is no
 * store.
 */
async function settle(
  { uuid }: WebhookEvent,
  delivery: DeliveryHeaders,
  { seen, secrets }: ReceiverOptions,
  isHandled: boolean,
): Promise<Problem | undefined> {
  try {
    await seen?.settle(seenKey(uuid, scopeOf(secrets, delivery)), isHandled);
    return undefined;
  } catch (error) {
    return receiverFailed(error);
  }
}

function deliveryOf({ headers }: Incoming): DeliveryHeaders {
  const attempt = headerOf(headers, 'x-attempt');
  return {
    subscription_uuid: headerOf(headers, 'x-subscription-uuid'),
    delivery_uuid: headerOf(headers, 'x-delivery-uuid'),
    attempt: attempt === undefined ? undefined : Number(attempt),
  };
}

/** A fault of the receiver, such as a store that does not answer. The service tries again. */
function receiverFailed(error: unknown): Problem {
  return new Problem(500, 'receiver_failed', traceOf(error));
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
