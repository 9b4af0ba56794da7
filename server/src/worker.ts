import { setTimeout as delay } from 'node:timers/promises';
import type { JobCore } from './job-types.ts';
import type { AnyJobType } from './jobs/job-type.ts';
import type { JobMetrics } from './jobs/metrics.ts';
import { openJobs } from './jobs/worker-part.ts';
import { openWatches } from './mail/watch/worker-part.ts';
import { Ownership } from './platform/workers/ownership.ts';
import { type DeliveryOptions, openDeliveries } from './webhooks/workers/worker.ts';

/** How long `stop` waits for what is under way. Another worker does what is left again. */
const STOP_TIMEOUT_MS = 19_000;

type WorkerOptions = DeliveryOptions &
  JobCore & { jobTypes: AnyJobType<JobCore>[]; jobMetrics: JobMetrics; is_copy: boolean };

export type Worker = {
  /** Begins nothing more, and resolves when what is under way is written. */
  stop(): Promise<void>;
};

/** Starts one of any number of workers: it sends deliveries and does jobs, those in its shards. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, log, deliveryMetrics } = options;
  const onTakeOver = (attempts: number) => deliveryMetrics.tookOver(attempts);
  const ownership = new Ownership({ db, log, onTakeOver });
  const parts = [
    await openDeliveries(options, ownership),
    openJobs(options, options.jobTypes, ownership),
    // What a copy would read is the original's.
    ...(options.is_copy ? [] : [openWatches(options, ownership)]),
  ];
  const stopping = new AbortController();
  await ownership.renew();
  for (const part of parts) await part.start();
  const keeping = ownership.keep(stopping.signal).catch(options.onFailure);
  // Tells the other workers, so that they take over at once.
  const leave = async () => {
    await db.transaction(async (tx) => {
      await ownership.leave();
      for (const { channel } of parts) tx.notifyAfterCommit(channel);
    });
  };
  return {
    stop: async () => {
      stopping.abort();
      const finished = Promise.all([...parts.map((part) => part.finish()), keeping]);
      await Promise.race([finished, delay(STOP_TIMEOUT_MS, null, { ref: false })]);
      await leave().catch((err) => log.warn({ err }, 'could not tell the other workers of the stop'));
      for (const part of parts) await part.close();
    },
  };
}
