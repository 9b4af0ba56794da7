import type { Cause } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { dropOldPartitions, LOG_LIFETIME_MS, preparePartitions } from './partitions.ts';
import * as queries from './queries.ts';
import { deleteOldHours } from './tally.ts';

/** The channel on which workers hear that deliveries wait. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

const CLEAN_UP_BATCH = 1000;

/**
 * Few receivers come to their end in the same second, except after an outage of this service's
 * network.
 */
const DISABLE_BATCH = 100;

/**
 * Plans the deliveries of events recorded `now`, in the same transaction, and wakes the workers
 * after it.
 */
export async function planDeliveries(
  tx: Transaction,
  cause: Cause,
  events: { uuid: string; event: string; account_uuid: string }[],
  now: string,
): Promise<void> {
  const waiting = await queries.insertDeliveries(tx, events, cause, now);
  if (waiting > 0) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
}

/** See `queries.hastenRetries`; wakes the workers afterwards. */
export async function hastenRetries(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  subscription_uuid: string,
): Promise<void> {
  await queries.hastenRetries(tx, subscription_uuid, clock.now());
  tx.notifyAfterCommit(DELIVERIES_CHANNEL);
}

/**
 * Disables subscriptions whose receivers have failed for too long; returns whether there were any.
 */
export async function giveUpReceivers(db: Queryable, clock: Clock): Promise<boolean> {
  let count = 0;
  for (let batch = DISABLE_BATCH; batch === DISABLE_BATCH; count += batch) {
    batch = await db.transaction(async (tx) => {
      const disabled = await queries.disableFailing(tx, clock.now(), DISABLE_BATCH);
      if (disabled > 0) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
      return disabled;
    });
  }
  return count > 0;
}

/**
 * Keeps the partitions of the log: makes those of the next weeks, drops old ones and the sums of
 * their time. Returns how much it dropped.
 */
export async function forgetOldDeliveries(db: Queryable, clock: Clock): Promise<number> {
  await preparePartitions(db, clock);
  const before = new Date(clock.now().getTime() - LOG_LIFETIME_MS);
  const hours = await deleteOldHours(db, before, CLEAN_UP_BATCH);
  return hours + (await dropOldPartitions(db, clock, CLEAN_UP_BATCH));
}
