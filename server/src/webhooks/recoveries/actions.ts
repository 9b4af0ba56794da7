import type { WebhookRecovery, WebhookRecoveryCreate } from '@rapport/contract/webhook-deliveries';
import type { Caller } from '../../access/caller.ts';
import { endAsCancelled, enqueue, type JobsCore } from '../../jobs/actions.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import { newUuid } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
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
    await enqueue(core, tx, RECOVERY, {
      uuid: row.uuid,
      step: {},
      user_uuid: caller.user_uuid,
      subject_uuid: subscription.uuid,
      total_count: delivery_count,
    });
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
  core: Core & JobsCore,
  caller: Caller,
  uuid: string,
): Promise<WebhookRecovery | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await getRecovery({ ...core, db: tx }, caller, uuid);
    if (before instanceof Problem) return before;
    if (await endAsCancelled(core, tx, uuid)) return getRecovery({ ...core, db: tx }, caller, uuid);
    const { state } = (await queries.findRecovery(tx, [before.subscription_uuid], uuid))!;
    return new Problem('recovery_ended', `The recovery is ${state}, so there is nothing to cancel.`);
  });
}

/** Moves what was missed back from the log, some deliveries a step. */
export const RECOVERY: JobType<object, Core> = {
  name: 'webhook_recovery',
  is_shown: true,
  run: async ({ clock }, tx, { uuid, done_count }) => {
    const { moved, state } = await queries.stepRecovery(tx, uuid, clock.now(), STEP_SIZE);
    if (moved > 0) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
    const progress = { done_count: done_count + moved };
    if (state === 'cancelled') return { failed: 'The subscription is disabled, or is no more.' };
    return state === 'running' ? { ...progress, next: {} } : { ...progress, completed: null };
  },
  ended: async ({ clock }, tx, { uuid }) => queries.endRecovery(tx, uuid, clock.now()),
};
