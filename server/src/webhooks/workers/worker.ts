import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, Signal, sleepUntil } from '../../platform/process/signal.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import type { WorkerPart } from '../../platform/workers/worker-part.ts';
import { SigningSecrets } from '../attempts/signing-secrets.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { preparePartitions } from '../queue/partitions.ts';
import { Reader } from '../queue/reader.ts';
import { Receivers } from '../queue/receivers.ts';
import { makeRounds } from './rounds.ts';
import { Sending, type SendingOptions } from './sending.ts';

/** The least time between two looks, so that many small commits are found together. */
const LOOK_PAUSE_MS = 4;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

export type DeliveryOptions = Omit<SendingOptions, 'signingSecrets' | 'ownership' | 'onHungry'> & {
  db: Database;
  /** A database of a single connection, for looks. */
  reader: Queryable;
  secretKey: SecretKey;
};

/** The part of a worker that sends what waits for the receivers in its shards. */
export async function openDeliveries(options: DeliveryOptions, ownership: Ownership): Promise<WorkerPart> {
  const { db } = options;
  await preparePartitionsOrPostpone(options);
  const stopping = new AbortController();
  const wake = new Signal();
  const secrets = new SigningSecrets(options.secretKey);
  const sendingOptions = { ...options, ownership, signingSecrets: secrets, onHungry: () => wake.raise() };
  const openPart = (): Part => {
    const receivers = new Receivers(options.clock);
    const reader = new Reader({ db: options.reader, ownership }, receivers);
    return { receivers, reader, sending: new Sending(sendingOptions, receivers) };
  };
  let part = openPart();
  ownership.serve({
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
  });
  let loops: Promise<void>[] = [];
  let subscription: { close(): Promise<void> } | null = null;
  return {
    channel: DELIVERIES_CHANNEL,
    start: async () => {
      subscription = await db.listen(DELIVERIES_CHANNEL, () => wake.raise());
      stopping.signal.addEventListener('abort', () => wake.raise());
      loops = [
        readAndSend(options, () => part, wake, stopping.signal),
        makeRounds(options, stopping.signal),
      ].map((loop) => loop.catch(options.onFailure));
    },
    finish: async () => {
      stopping.abort();
      await Promise.all([part.sending.finish(), ...loops]);
    },
    close: async () => subscription?.close(),
  };
}

/** The parts of a worker that go with a right to settle, and are made anew after its loss. */
type Part = { receivers: Receivers; reader: Reader; sending: Sending };

/** Makes partitions, or later: a backup blocks changes of tables, but must not stop deliveries. */
async function preparePartitionsOrPostpone({ db, clock, log }: DeliveryOptions): Promise<void> {
  await preparePartitions(db, clock).catch((err) =>
    log.warn({ err }, 'could not make the next partitions of the delivery log; trying again within the hour'),
  );
}

function forgetOthers({ receivers }: Part, ownership: Ownership): void {
  for (const receiver of receivers.all()) if (!ownership.owns(receiver.uuid)) receivers.drop(receiver);
}

/** Reads what waits, and has it sent. It waits for a database that does not answer. */
async function readAndSend(
  { clock, log }: DeliveryOptions,
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
