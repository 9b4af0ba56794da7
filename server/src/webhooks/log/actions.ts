import type { EventName } from '@rapport/contract/events';
import { DELIVERIES_LIST } from '@rapport/contract/lists';
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookTestCreate,
} from '@rapport/contract/webhook-deliveries';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import type { FastifyBaseLogger } from 'fastify';
import { type Caller, shownActor } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { reachOf } from '../../access/reach.ts';
import { reachIn } from '../../access/rules.ts';
import { isWhole } from '../../access/scope.ts';
import { seenBy } from '../../access/sight.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import type { Turn } from '../../platform/limits/turns.ts';
import { type ListQuery, parseListQuery } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/page.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { Connections } from '../attempts/connections.ts';
import { headersOf } from '../attempts/headers.ts';
import { type Attempt, attemptLine, NOT_FROM_A_COPY, post, secretUnreadable } from '../attempts/send.ts';
import type { TargetPolicy } from '../guard/target.ts';
import { DELIVERIES_CHANNEL, hastenRetries } from '../queue/actions.ts';
import { getSubscription, type Subscription } from '../subscriptions/actions.ts';
import { listSubscriptionUuids } from '../subscriptions/queries.ts';
import { refuseSubscription } from '../subscriptions/rules.ts';
import * as queries from './queries.ts';
import {
  ATTEMPTS_MAX,
  isAboutRecord,
  noConnectionLeft,
  pickTestEvent,
  subscriptionDisabled,
  tooManyAttempts,
  tooManyTests,
} from './rules.ts';

/** Lists deliveries of all the caller's subscriptions, or of one of them, the latest first. */
export async function listDeliveries(
  { db, clock }: Core,
  caller: Caller,
  query: ListQuery,
  subscription_uuid: string | null,
): Promise<Page<WebhookDelivery> | Problem> {
  const list = parseListQuery(DELIVERIES_LIST, query, momentOf({ clock }, caller, query.account_uuid));
  if (list instanceof Problem) return list;
  const reach = reachIn(caller, list.account_uuid);
  if (reach instanceof Problem) return reach;
  const owner = await ownerOf(db, caller);
  const seen = seenBy(db, reach);
  if (subscription_uuid === null) return queries.listDeliveries(seen, owner, list);
  if (!owner.subscription_uuids.includes(subscription_uuid)) return notFound('webhook subscription');
  return queries.listDeliveries(seen, { ...owner, subscription_uuids: [subscription_uuid] }, list);
}

export async function getDelivery(
  { db }: Core,
  caller: Caller,
  uuid: string,
): Promise<WebhookDeliveryWithAttempts | Problem> {
  const delivery = await findDelivery(db, caller, uuid);
  if (delivery instanceof Problem) return delivery;
  const reach = reachOf(caller);
  const body = await queries.findBody(seenBy(db, reach), reach, delivery.event_uuid);
  const attempts = await queries.listAttempts(db, delivery);
  return { ...delivery, body, attempts: attempts.map((attempt) => withHeaders(delivery, attempt)) };
}

function withHeaders(
  { uuid: delivery_uuid, subscription_uuid, event_uuid, event }: WebhookDelivery,
  { signature, standard_signature, request_headers, ...attempt }: queries.AttemptRow,
): WebhookAttempt {
  const message = { delivery_uuid, subscription_uuid, event_uuid, event, number: attempt.number };
  const signatures = signature !== null && standard_signature !== null && { signature, standard_signature };
  const sent = signatures ? headersOf(message, new Date(attempt.started_at), signatures) : {};
  return { ...attempt, request_headers: request_headers ?? sent };
}

/** Returns a delivery of the caller's subscriptions, without its body and its attempts. */
export async function findDelivery(
  db: Queryable,
  caller: Caller,
  uuid: string,
): Promise<WebhookDelivery | Problem> {
  const owner = await ownerOf(db, caller);
  return (await queries.findDelivery(seenBy(db, owner.reach), owner, uuid)) ?? notFound('webhook delivery');
}

async function ownerOf(db: Queryable, caller: Caller): Promise<queries.Owner> {
  const subscription_uuids = await listSubscriptionUuids(db, caller);
  return { subscription_uuids, reach: reachOf(caller), is_whole: isWhole(caller) };
}

/**
 * Sends an ended delivery once more, or a waiting one now, from the beginning of its schedule.
 * While its receiver fails, it becomes the next attempt, and the pauses between the others stay.
 */
export async function resendDelivery(
  core: Core,
  caller: Caller,
  uuid: string,
): Promise<WebhookDelivery | Problem> {
  return core.db.transaction(async (tx) => {
    const delivery = await findDelivery(tx, caller, uuid);
    if (delivery instanceof Problem) return delivery;
    const { subscription_uuid } = delivery;
    const subscription = await getSubscription({ ...core, db: tx }, caller, subscription_uuid);
    if (subscription instanceof Problem) return subscription;
    if (!subscription.enabled) return subscriptionDisabled();
    if (delivery.attempt_count >= ATTEMPTS_MAX) return tooManyAttempts();
    const now = core.clock.now();
    await queries.putFirst(tx, subscription_uuid, delivery.uuid);
    const isPlanned =
      (await queries.reopenDelivery(tx, subscription_uuid, uuid, now)) ||
      (await queries.hastenDelivery(tx, subscription_uuid, uuid, now));
    if (!isPlanned)
      return new Problem('delivery_unfinished', 'The delivery is just being sent. Wait until it has ended.');
    tx.notifyAfterCommit(DELIVERIES_CHANNEL);
    return findDelivery(tx, caller, uuid);
  });
}

export type TestCore = Core & {
  connections: Connections;
  is_copy: boolean;
  /** A sample of an event's body. */
  sampleOf: (event: EventName) => object;
  /** Where a test may be sent. */
  targetPolicy: TargetPolicy;
  /** The tests under way, by User. */
  testSlots: Slots;
  /** Gets the one log line of each attempt. */
  log: Pick<FastifyBaseLogger, 'info'>;
};

/**
 * Sends a sample event to a subscription at once, even a disabled one, or to another address, and
 * says how the receiver answered. The log does not keep it. The request gives up its turn while the
 * receiver answers.
 */
export async function testSubscription(
  core: TestCore & { turn: Turn },
  caller: Caller,
  uuid: string,
  { event: wanted, url, newest = false }: WebhookTestCreate,
): Promise<WebhookTest | Problem> {
  const subscription = await getSubscription(core, caller, uuid);
  if (subscription instanceof Problem) return subscription;
  const refusal = url === undefined ? null : refuseSubscription({ url }, caller, core.targetPolicy);
  if (refusal) return refusal;
  const event = wanted ?? pickTestEvent(subscription.events);
  const about = newest ? await findNewestBody(core, caller, subscription, event) : null;
  const is_newest = about !== null;
  const sample = { event, url: url ?? subscription.url, about: about ?? core.sampleOf(event), is_newest };
  return core.testSlots.run<WebhookTest | Problem>(
    caller.user_uuid,
    () => sendTest(core, caller, subscription, sample),
    tooManyTests,
  );
}

function findNewestBody({ db }: Core, caller: Caller, { account_uuids }: Subscription, event: EventName) {
  if (!isAboutRecord(event)) return null;
  const reach = reachOf(caller);
  return queries.findNewestBody(seenBy(db, reach), reach, event, account_uuids);
}

/** What a test sends, and where. */
type Sample = { event: EventName; url: string; about: object; is_newest: boolean };

async function sendTest(
  core: TestCore & { turn: Turn },
  caller: Caller,
  { uuid, signing_secret, ...subscription }: Subscription,
  { event, url, about, is_newest }: Sample,
): Promise<WebhookTest | Problem> {
  const now = core.clock.now();
  const [delivery_uuid, event_uuid] = [newUuid(now), newUuid(now)];
  const body = {
    ...about,
    uuid: event_uuid,
    created_at: toApiTime(now),
    request_id: caller.request_id,
    actor: shownActor(caller),
    test: true,
  };
  const sample = { delivery_uuid, subscription_uuid: uuid, event_uuid, event };
  const message = { ...sample, number: 1, body: Buffer.from(JSON.stringify(body)) };
  const live = { uuid: delivery_uuid, subscription_uuid: uuid, event, at: body.created_at };
  const tell = (outcome: WebhookLiveTest['outcome']) => queries.tellWatchers(core.db, { ...live, outcome });
  const answer = { delivery_uuid, event, body, is_newest };
  if (core.is_copy) {
    await tell('not_sent');
    return { ...answer, ...NOT_FROM_A_COPY, attempt: null };
  }
  await tell(null);
  const result = signing_secret
    ? await core.turn.aside(() => post(core, url, signing_secret, message))
    : secretUnreadable(core.clock.now());
  if ('shortage' in result) {
    await tell('not_sent');
    return noConnectionLeft();
  }
  core.log.info({ ...sample, attempt: 1, test: true, ...attemptLine(result) }, 'webhook attempt');
  const { started_at, response_status, error_kind, error_detail, duration_ms } = result;
  if (error_kind === 'target_not_allowed') {
    await tell('not_sent');
    return { ...answer, not_sent_reason: error_kind, not_sent_detail: error_detail, attempt: null };
  }
  // Another address says nothing of the receiver.
  if (url === subscription.url) await queries.noteCall(core.db, uuid, started_at);
  if (url === subscription.url && error_kind === null) await noteSuccess(core, uuid, url);
  await tell({ response_status, error_kind, duration_ms });
  return { ...answer, not_sent_reason: null, not_sent_detail: null, attempt: presentAttempt(result) };
}

/** Makes the waiting deliveries of a receiver due now, because it has answered a test. */
function noteSuccess(core: Core, subscription_uuid: string, url: string): Promise<void> {
  return core.db.transaction(async (tx) => {
    if (await queries.noteSuccess(tx, subscription_uuid, url))
      await hastenRetries(core, tx, subscription_uuid);
  });
}

function presentAttempt(attempt: Attempt): WebhookAttempt {
  const { retry_after_ms: _, log_detail: __, started_at, ...shown } = attempt;
  return { number: 1, started_at: toApiTime(started_at), ...shown };
}
