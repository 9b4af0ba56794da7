import type { Origin } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { deleteBefore } from '../../platform/database/delete-before.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { dropOldPartitions, LOG_LIFETIME_MS, preparePartitions } from './partitions.ts';
import * as queries from './queries.ts';

/** The channel on which workers hear that deliveries wait. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

/** Few receivers come to their end in the same second, except after an outage of our network. */
const DISABLE_BATCH = 100;

/** Plans the deliveries of events of `now`, in their transaction, and wakes the workers. */
export function planDeliveries(
  tx: Transaction,
  cause: Origin,
  events: { uuid: string; event: string; account_uuid: string; resource_uuid: string }[],
  now: string,
): void {
  queries.insertDeliveries(tx, events, cause, now, (waiting) => {
    if (waiting > 0) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
  });
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

/** Disables a batch of subscriptions whose receivers have failed for too long. */
export async function giveUpReceivers(db: Queryable, clock: Clock): Promise<void> {
  await db.transaction(async (tx) => {
    if (await queries.disableFailing(tx, clock.now(), DISABLE_BATCH))
      tx.notifyAfterCommit(DELIVERIES_CHANNEL);
  });
}

/** Makes the partitions of the next weeks; drops old ones and their sums. Returns how much. */
export async function forgetOldDeliveries(db: Queryable, clock: Clock): Promise<number> {
  await preparePartitions(db, clock);
  const before = new Date(clock.now().getTime() - LOG_LIFETIME_MS);
  const hours = await deleteBefore(db, 'webhook_attempt_hours', 'hour', before);
  return hours + (await dropOldPartitions(db, clock));
}
