import type { EventName } from '@rapport/contract/events';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import type {
  WebhookRelayAttempt,
  WebhookRelayCreate,
  WebhookRelayDelivery,
} from '@rapport/contract/webhook-relays';
import type { Caller } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { lookUntilFound } from '../../platform/http/server/waiting.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { headersFor } from '../attempts/headers.ts';
import { findDelivery } from '../log/actions.ts';
import { type Delivery, readDeliveries } from '../queue/read-queries.ts';
import { type Ending, endRelayed } from '../queue/settle-queries.ts';
import { countAttempt } from '../queue/tally.ts';
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  type Subscription,
} from '../subscriptions/actions.ts';
import * as queries from './queries.ts';

/** Creates a temporary subscription, whose deliveries its owner fetches and makes. */
export async function createRelay(
  core: Core,
  caller: Caller,
  fields: WebhookRelayCreate,
): Promise<Subscription | Problem> {
  return core.db.transaction(async (tx) => {
    const subscription = await createSubscription({ ...core, db: tx, targetPolicy: null }, caller, fields);
    if (subscription instanceof Problem) return subscription;
    await queries.insertRelay(tx, subscription.uuid, core.clock.now());
    return subscription;
  });
}

/** Returns a relay's waiting deliveries, signed, oldest first. Waits up to `wait_s` for one. */
export async function listRelayed(
  core: Core,
  caller: Caller,
  uuid: string,
  wait_s: number,
  signal: AbortSignal,
): Promise<WebhookRelayDelivery[] | Problem> {
  const subscription = await getSubscription(core, caller, uuid);
  if (subscription instanceof Problem) return subscription;
  const { db, clock } = core;
  const { uuid: subscription_uuid, signing_secret } = subscription;
  if (!signing_secret || !(await queries.renewLease(db, subscription_uuid, clock.now()))) return noRelay();
  const sendable = await lookUntilFound(() => listSendable(db, clock, subscription_uuid), wait_s, signal);
  return sendable.map(({ uuid, event_uuid, event, attempt_count, body }) => {
    const number = attempt_count + 1;
    const message = { delivery_uuid: uuid, subscription_uuid, event_uuid, event, number, body };
    const headers = headersFor(message, signing_secret, clock.now());
    return { uuid, event_uuid, event: event as EventName, number, headers, body: body.toString() };
  });
}

type Sendable = Delivery & { body: Buffer };

/** Returns the waiting deliveries that may be sent; logs the others as not sent. */
async function listSendable(db: Queryable, clock: Clock, subscription_uuid: string): Promise<Sendable[]> {
  const waiting = await queries.listWaiting(db, subscription_uuid);
  const deliveries = waiting.length > 0 ? await readDeliveries(db, waiting) : [];
  const sendable: Sendable[] = [];
  for (const delivery of deliveries.sort((a, b) => (a.uuid < b.uuid ? -1 : 1))) {
    const { task } = delivery;
    if ('body' in task) sendable.push({ ...delivery, body: task.body });
    else await endRelayed(db, { ...delivery, ...task, state: 'not_sent', attempts: [] }, clock.now());
  }
  return sendable;
}

/** Logs the outcome of a delivery that was handed out. It is not tried again by itself. */
export async function reportAttempt(
  core: Core,
  caller: Caller,
  delivery_uuid: string,
  report: WebhookRelayAttempt,
): Promise<WebhookDelivery | Problem> {
  return core.db.transaction(async (tx) => {
    const delivery = await findDelivery(tx, caller, delivery_uuid);
    if (delivery instanceof Problem) return delivery;
    const { uuid, subscription_uuid } = delivery;
    const now = core.clock.now();
    if (!(await queries.renewLease(tx, subscription_uuid, now))) return noRelay();
    const attempt = { ...report, started_at: new Date(now.getTime() - report.duration_ms) };
    const state = report.error_kind === null ? 'succeeded' : 'failed';
    const ending: Ending = { uuid, subscription_uuid, state, attempts: [attempt] };
    // The receiver is locked first, as in settling: two could block each other otherwise.
    await countAttempt(tx, subscription_uuid, attempt);
    if (!(await endRelayed(tx, ending, now))) {
      // Read again: it may have ended since, by another report.
      const ended = await findDelivery(tx, caller, delivery_uuid);
      if (ended instanceof Problem) return ended;
      return new Problem(
        'conflict',
        `No report of this delivery is awaited: its state is ${ended.state}. Resend it to have it handed out again.`,
      );
    }
    return findDelivery(tx, caller, delivery_uuid);
  });
}

/** Deletes the relays of owners who have not been heard of. */
export async function endAbandonedRelays(db: Database, clock: Clock): Promise<void> {
  const endOne = () =>
    db.transaction(async (tx) => {
      const relay = await queries.takeAbandoned(tx, clock.now());
      if (!relay) return false;
      const owner = { user_uuid: relay.user_uuid, oauth_client_uuid: null };
      await deleteSubscription({ db: tx, clock }, owner, relay.subscription_uuid);
      return true;
    });
  while (await endOne());
}

function noRelay(): Problem {
  return notFound('webhook relay');
}
