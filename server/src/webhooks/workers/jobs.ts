import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, type Signal, sleepUntil } from '../../platform/process/signal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { giveUpReceivers } from '../queue/actions.ts';
import { continueRecovery } from '../recoveries/actions.ts';
import { endAbandonedRelays } from '../relays/actions.ts';

/** Runs a worker's jobs at their intervals. The job of recoveries also runs when woken. */
export async function runJobs(
  { db, clock, log }: { db: Database; clock: Clock; log: FastifyBaseLogger },
  wake: Signal,
  stopping: AbortSignal,
): Promise<void> {
  const relays = new FailureLog(log, 'end relays that were left');
  const receivers = new FailureLog(log, 'give up receivers that have failed for too long');
  const recoveries = new FailureLog(log, 'go on with recoveries');
  for (let look_at = clock.now(); !stopping.aborted; await sleepUntil(clock, look_at, wake)) {
    wake.lower();
    if (clock.now() >= look_at) {
      look_at = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
      await relays.run(() => endAbandonedRelays(db, clock));
      await receivers.run(() => giveUpReceivers(db, clock));
    }
    // A recovery may have millions of deliveries: its steps pause when other jobs are due.
    while (await recoveries.run(() => continueRecovery(db, clock)))
      if (stopping.aborted || clock.now() >= look_at) break;
  }
}
