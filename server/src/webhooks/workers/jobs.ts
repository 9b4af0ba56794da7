import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, type Signal, sleepUntil } from '../../platform/process/signal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { giveUpReceivers } from '../queue/actions.ts';
import { continueRecovery } from '../recoveries/actions.ts';
import { endAbandonedRelays } from '../relays/actions.ts';

type JobsOptions = {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
};

/**
 * Runs the jobs of a worker: ending abandoned relays, and giving up receivers that have failed for
 * too long, each at its interval. Recoveries also run as soon as one is begun, which wakes us. A
 * job that fails keeps no other from running.
 */
export async function runJobs(options: JobsOptions, wake: Signal, stopping: AbortSignal): Promise<void> {
  const { clock, log } = options;
  const jobs = [
    new Job(log, 'end relays that were left', () => endAbandonedRelays(options.db, clock)),
    new Job(log, 'give up receivers that have failed for too long', () => giveUpReceivers(options.db, clock)),
  ];
  const recovering = new Job(log, 'go on with recoveries', () => continueRecovery(options.db, clock));
  for (let look_at = clock.now(); !stopping.aborted; await sleepUntil(clock, look_at, wake)) {
    wake.lower();
    if (clock.now() >= look_at) {
      look_at = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
      for (const job of jobs) await job.run();
    }
    // A recovery may have millions of deliveries to make. The others must not wait for it, nor it
    // for slow others.
    while (await recovering.run()) {
      if (stopping.aborted || clock.now() >= look_at) break;
    }
  }
}

/**
 * Says whether there was something to do. A failed run says no; it is logged, and tried again the
 * next time.
 */
class Job {
  readonly #failures: FailureLog;
  readonly #work: () => Promise<boolean>;

  /** `what` is done, as in "could not `what`". */
  constructor(log: FastifyBaseLogger, what: string, work: () => Promise<boolean>) {
    this.#failures = new FailureLog(log, what);
    this.#work = work;
  }

  async run(): Promise<boolean> {
    try {
      const found = await this.#work();
      this.#failures.worked();
      return found;
    } catch (err) {
      this.#failures.failed(err as Error);
      return false;
    }
  }
}
