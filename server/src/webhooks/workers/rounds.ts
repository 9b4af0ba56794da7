import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS } from '../../platform/process/signal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { giveUpReceivers } from '../queue/actions.ts';
import { endAbandonedRelays } from '../relays/actions.ts';

/** Ends, every second, relays that were left and receivers that have failed for too long. */
export async function makeRounds(
  { db, clock, log }: { db: Database; clock: Clock; log: FastifyBaseLogger },
  stopping: AbortSignal,
): Promise<void> {
  const relays = new FailureLog(log, 'end relays that were left');
  const receivers = new FailureLog(log, 'give up receivers that have failed for too long');
  while (!stopping.aborted) {
    const next_at = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
    await relays.run(() => endAbandonedRelays(db, clock));
    await receivers.run(() => giveUpReceivers(db, clock));
    await clock.waitUntil(next_at, stopping);
  }
}
