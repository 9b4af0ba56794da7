import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/failure-log.ts';
import { stepRecoveries } from '../recoveries/actions.ts';
import { endAbandonedRelays } from '../relays/actions.ts';
import { LEASED_MAX } from './in-flight.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { disableFailing, releaseExpiredLeases } from './queries.ts';
import { POLL_INTERVAL_MS, type Signal, sleepUntil } from './signal.ts';

type ChoresOptions = {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  deliveryMetrics: DeliveryMetrics;
};

/** Leases released in one statement: those of a whole worker. */
const RELEASE_BATCH = LEASED_MAX;

/** Few come to their end in the same second, but for those of an outage of this service's own network. */
const DISABLE_BATCH = 100;

/**
 * What is to be done now and then: taking over what lost workers and listeners left behind, giving up receivers that have failed for too
 * long, and recoveries.
 */
export async function doChores(
  options: ChoresOptions,
  wake: Signal,
  wakeDelivery: Signal,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log } = options;
  const looking = new FailureLog(
    log,
    'look for lost deliveries, relays, receivers to give up and recoveries',
  );
  while (!stopping.aborted) {
    wake.lower();
    const next_look_at = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
    try {
      if (await releaseLeases(options)) wakeDelivery.raise();
      if (await endAbandonedRelays(db, clock)) wakeDelivery.raise();
      while ((await disableFailing(db, clock.now(), DISABLE_BATCH)) > 0) wakeDelivery.raise();
      // A recovery may have millions of deliveries to make, and the others must not wait for that; nor must it wait for slow others.
      while (await stepRecoveries(db, clock)) {
        wakeDelivery.raise();
        if (stopping.aborted || clock.now() >= next_look_at) break;
      }
      looking.worked();
    } catch (err) {
      looking.failed(err as Error);
    }
    await sleepUntil(clock, next_look_at, wake);
  }
}

/** Returns whether there were any. */
async function releaseLeases({ db, clock, log, deliveryMetrics }: ChoresOptions): Promise<boolean> {
  let released = 0;
  for (let batch = RELEASE_BATCH; batch === RELEASE_BATCH; released += batch) {
    batch = await releaseExpiredLeases(db, clock.now(), RELEASE_BATCH);
  }
  deliveryMetrics.tookOver(released);
  if (released > 0) log.warn({ deliveries: released }, 'took over deliveries of a worker that is gone');
  return released > 0;
}
