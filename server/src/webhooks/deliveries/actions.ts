import type { Cause } from '../../access/caller.ts';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import * as queries from './queries.ts';

/** The channel on which workers hear that deliveries wait. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

/** How long finished deliveries and their attempts stay in the log. */
const LOG_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const CLEAN_UP_BATCH = 1000;

/** Plans the deliveries of events, in the transaction that records them, and wakes the workers after it. */
export async function planDeliveries(
  core: Core,
  tx: Transaction,
  cause: Cause,
  events: { uuid: string; event: string; account_uuid: string }[],
): Promise<void> {
  const waiting = await queries.insertDeliveries(tx, events, cause, toApiTime(core.clock.now()));
  if (waiting > 0) tx.notifyAfterCommit(DELIVERIES_CHANNEL);
}

/** Deletes one batch of the log that is too old; returns how many, so that the caller knows whether to go on. */
export function forgetOldDeliveries(db: Queryable, clock: Clock): Promise<number> {
  return queries.deleteFinishedDeliveries(
    db,
    new Date(clock.now().getTime() - LOG_LIFETIME_MS),
    CLEAN_UP_BATCH,
  );
}
