import type { WebhookRecovery, WebhookRecoveryCreate } from '@rapport/contract/webhook-deliveries';
import type { Caller } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { type Clock, toApiTime } from '../../platform/time/clock.ts';
import { subscriptionDisabled } from '../log/rules.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { getSubscription } from '../subscriptions/actions.ts';
import { listSubscriptionUuids } from '../subscriptions/queries.ts';
import * as queries from './queries.ts';
import { readRange } from './rules.ts';

/** Small, so that a step is short and a cancellation takes effect soon. */
const STEP_SIZE = 500;

/** Has the workers send again what a subscription missed, step by step, or only counts it. */
export async function startRecovery(
  core: Core,
  caller: Caller,
  subscription_uuid: string,
  fields: WebhookRecoveryCreate,
): Promise<WebhookRecovery | Problem> {
  const subscription = await getSubscription(core, caller, subscription_uuid);
  if (subscription instanceof Problem) return subscription;
  const range = readRange(fields, core.clock.now());
  if (range instanceof Problem) return range;
  if (!subscription.enabled && !fields.dry_run) return subscriptionDisabled();
  const now = core.clock.now();
  const recovery = {
    created_at: toApiTime(now),
    updated_at: toApiTime(now),
    subscription_uuid: subscription.uuid,
    since: toApiTime(range.since),
    until: toApiTime(range.until),
    only_failed: fields.only_failed ?? true,
    recovered_count: 0,
  };
  if (fields.dry_run) {
    const delivery_count = await queries.countMissed(core.db, recovery);
    return { uuid: null, ...recovery, delivery_count, state: 'dry_run', finished_at: recovery.created_at };
  }
  return core.db.transaction(async (tx) => {
    // The count waits until no other recovery runs, whose deliveries must not count twice.
    await queries.waitForOtherStarts(tx, subscription.uuid);
    if (await queries.isAnyRunning(tx, subscription.uuid)) {
      const detail =
        'Only one recovery of a subscription runs at a time. Wait for it to finish, or cancel it.';
      return new Problem('recovery_running', detail);
    }
    const delivery_count = await queries.countMissed(tx, recovery);
    const row = { uuid: newUuid(now), ...recovery, delivery_count };
    await queries.insertRecovery(tx, row);
    tx.notifyAfterCommit(DELIVERIES_CHANNEL);
    return { ...row, state: 'running' as const, finished_at: null };
  });
}

/** The latest recoveries of a subscription. */
export async function listRecoveries(
  core: Core,
  caller: Caller,
  subscription_uuid: string,
): Promise<WebhookRecovery[] | Problem> {
  const subscription = await getSubscription(core, caller, subscription_uuid);
  if (subscription instanceof Problem) return subscription;
  return queries.listRecoveries(core.db, subscription.uuid);
}

export async function getRecovery(
  { db }: Core,
  caller: Caller,
  uuid: string,
): Promise<WebhookRecovery | Problem> {
  const own = await listSubscriptionUuids(db, caller);
  return (await queries.findRecovery(db, own, uuid)) ?? notFound('webhook recovery');
}

/** Stops a recovery where it is. Deliveries that it has already made are sent. */
export async function cancelRecovery(
  { db, clock }: Core,
  caller: Caller,
  uuid: string,
): Promise<WebhookRecovery | Problem> {
  const own = await listSubscriptionUuids(db, caller);
  const cancelled = await queries.cancelRecovery(db, own, uuid, clock.now());
  if (cancelled) return cancelled;
  const there = await queries.findRecovery(db, own, uuid);
  if (!there) return notFound('webhook recovery');
  return new Problem('recovery_ended', `The recovery is ${there.state}, so there is nothing to cancel.`);
}

/** Makes one step of a recovery, for the workers; returns whether there may be more to do. */
export function continueRecovery(db: Queryable, clock: Clock): Promise<boolean> {
  return db.transaction(async (tx) => {
    const moved = await queries.stepRecovery(tx, clock.now(), STEP_SIZE);
    if (moved) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
    return moved !== null;
  });
}
