import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, Signal, sleepUntil } from '../../platform/process/signal.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import { SigningSecrets } from '../attempts/signing-secrets.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { Ownership } from '../queue/ownership.ts';
import { preparePartitions } from '../queue/partitions.ts';
import { Reader } from '../queue/reader.ts';
import { Receivers } from '../queue/receivers.ts';
import { runJobs } from './jobs.ts';
import { Sending, type SendingOptions } from './sending.ts';

/** The least time between two looks, so that many small commits are found together. */
const LOOK_PAUSE_MS = 4;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

/** How long `stop` waits for attempts under way. Another worker makes what is left again. */
const STOP_TIMEOUT_MS = 19_000;

type WorkerOptions = Omit<SendingOptions, 'signingSecrets' | 'ownership' | 'onHungry'> & {
  db: Database;
  /** A database of a single connection, for looks. */
  reader: Queryable;
  secretKey: SecretKey;
};

export type Worker = {
  /** Takes no more deliveries, and resolves when those under way are settled. */
  stop(): Promise<void>;
};

/** Starts one of any number of workers: it owns receivers, and sends what waits for them. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, clock, log } = options;
  await preparePartitionsOrPostpone(options);
  const stopping = new AbortController();
  const [wake, wakeJobs] = [new Signal(), new Signal()];
  const wakeAll = () => {
    wake.raise();
    wakeJobs.raise();
  };
  let part: Part;
  const ownership = new Ownership({
    db,
    log,
    report: () => part.sending.report(),
    isBusy: (isOfThem) =>
      [...part.receivers.all()].some((receiver) => receiver.hasTaken && isOfThem(receiver.uuid)),
    onRenewed: () => part.sending.go(),
    onChange: (lost) => {
      if (lost) {
        void part.sending.finish();
        part = openPart();
      } else forgetOthers(part, ownership);
      part.reader.restart();
      wake.raise();
    },
    onTakeOver: (attempts) => options.deliveryMetrics.tookOver(attempts),
  });
  const secrets = new SigningSecrets(options.secretKey);
  const sendingOptions = { ...options, ownership, signingSecrets: secrets, onHungry: () => wake.raise() };
  const openPart = (): Part => {
    const receivers = new Receivers(clock);
    const reader = new Reader({ db: options.reader, ownership }, receivers);
    return { receivers, reader, sending: new Sending(sendingOptions, receivers) };
  };
  part = openPart();
  await ownership.renew();
  const subscription = await db.listen(DELIVERIES_CHANNEL, wakeAll);
  stopping.signal.addEventListener('abort', wakeAll);
  const loops = [
    readAndSend(options, () => part, wake, stopping.signal),
    runJobs(options, wakeJobs, stopping.signal),
    ownership.keep(stopping.signal),
  ].map((loop) => loop.catch(options.onFailure));
  return {
    stop: async () => {
      stopping.abort();
      const finished = Promise.all([part.sending.finish(), ...loops]);
      await Promise.race([finished, delay(STOP_TIMEOUT_MS, null, { ref: false })]);
      await leave(options, ownership);
      await subscription.close();
    },
  };
}

/** The parts of a worker that go with a right to settle, and are made anew after its loss. */
type Part = { receivers: Receivers; reader: Reader; sending: Sending };

/** Makes partitions, or later: a backup blocks changes of tables, but must not stop deliveries. */
async function preparePartitionsOrPostpone({ db, clock, log }: WorkerOptions): Promise<void> {
  await preparePartitions(db, clock).catch((err) =>
    log.warn({ err }, 'could not make the next partitions of the delivery log; trying again within the hour'),
  );
}

function forgetOthers({ receivers }: Part, ownership: Ownership): void {
  for (const receiver of receivers.all()) if (!ownership.owns(receiver.uuid)) receivers.drop(receiver);
}

/** Leaves the receivers to the other workers, and wakes these to take over at once. */
async function leave({ db, log }: WorkerOptions, ownership: Ownership): Promise<void> {
  await db
    .transaction(async (tx) => {
      await ownership.leave();
      tx.notifyAfterCommit(DELIVERIES_CHANNEL);
    })
    .catch((err) => log.warn({ err }, 'could not tell the other workers of the stop'));
}

/** Reads what waits, and has it sent. It waits for a database that does not answer. */
async function readAndSend(
  { clock, log }: WorkerOptions,
  part: () => Part,
  wake: Signal,
  stopping: AbortSignal,
): Promise<void> {
  const reading = new FailureLog(log, 'read what is to be delivered');
  while (!stopping.aborted) {
    wake.lower();
    const { reader, receivers, sending } = part();
    // The time is read first, so that a delivery due during the look is not slept through.
    const now_ms = clock.now().getTime();
    receivers.wake();
    const hasMore = await reading.run(() => reader.read());
    sending.go();
    await delay(hasMore === null ? RETRY_PAUSE_MS : LOOK_PAUSE_MS);
    const next_ms = Math.min(receivers.next_ms, now_ms + POLL_INTERVAL_MS);
    if (hasMore === false) await sleepUntil(clock, new Date(next_ms), wake);
  }
}
