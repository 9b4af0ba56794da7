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
   * The `signing_secret` of the subscription; several while one is being replaced. For a receiver
   * of many subscriptions, a function that looks it up; when it finds none, the request is refused.
   */
  secrets: Secrets | SecretsOf;
  /**
   * When the service gets its 2xx. `after` (the default): when the handler has finished, so that a
   * failure is tried again; the service waits 15 s. `before`: at once, for a handler that takes
   * longer; a failure is then only logged.
   */
  ack?: 'before' | 'after';
  /** Refuse a request that was signed more than five minutes ago. */
  replayProtection?: boolean;
  /** Have each event handled once, although the service may send it several times. */
  seen?: SeenStore;
  /** Gets every refused request and failed handler; by default a line of `console.error`. */
  log?: (problem: Problem, delivery: DeliveryHeaders) => unknown;
}

/**
 * The secrets of the subscription that a delivery says it belongs to. A forged delivery matches
 * none of them.
 */
export type SecretsOf = (delivery: DeliveryHeaders) => Secrets | Promise<Secrets>;

/**
 * Your code, called with genuine events only. When it throws, the service gets a 500 and tries
 * again.
 */
export type Handler<E extends WebhookEvent> = (event: E, delivery: DeliveryHeaders) => unknown;

/** The headers of the delivery. They are not signed: good for logs, not for decisions. */
export interface DeliveryHeaders {
  /**
   * `X-Subscription-Uuid`. Proven, once the delivery is verified, where each subscription has a
   * secret of its own.
   */
  subscription_uuid: string | undefined;
  /** `X-Delivery-Uuid`, the same in every attempt. */
  delivery_uuid: string | undefined;
  /** `X-Attempt`, counted from 1. */
  attempt: number | undefined;
}

/** A request as every platform can give it. */
export interface Incoming {
  method: string | undefined;
  headers: HeadersLike;
  /**
   * The raw bytes, or why they cannot be had. Never waits for bytes that will not come, nor keeps
   * many more than the limit.
   */
  readBody(): Promise<Uint8Array | Problem>;
}

/**
 * The answer to send and, with `ack: 'before'`, the work to do once it is sent; the work never
 * throws.
 */
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
 * The shared part of all adapters: from a request to its answer. The handler has no say in it, so a
 * refused request cannot fall through. Throws at once when a secret is wrong: better at start than
 * at the first delivery.
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
      // Both failures are told: the handler may have lost its database together with the store.
      if (failure && unsettled) tell(options.log ?? printProblem, unsettled, delivery);
      const problem = failure ?? unsettled;
      return problem === undefined ? HANDLED : refuse(problem, delivery);
    };
    if (options.ack === 'before') return { answer: ACCEPTED, work };
    return { answer: await work() };
  };
}

/** A log that is slow or fails must neither keep the answer back nor end the process. */
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

/** The event, once it is surely genuine and, with a store, claimed for us alone. */
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
 * Each of many subscriptions gets the event, for its own customer. A list of secrets belongs to one
 * subscription whose secret is being replaced.
 */
function scopeOf(given: ReceiverOptions['secrets'], { subscription_uuid }: DeliveryHeaders) {
  return typeof given === 'function' ? subscription_uuid : undefined;
}

/** Undefined when the handler has handled the event. */
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

/** Undefined when the store has taken the outcome of the event, or there is no store. */
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

/** A store that cannot be reached, for example. The service will try again. */
function receiverFailed(error: unknown): Problem {
  return new Problem(500, 'receiver_failed', traceOf(error));
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
