import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, Signal, sleepUntil } from '../../platform/process/signal.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { Traces } from '../../platform/telemetry/traces.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Connections } from '../attempts/connections.ts';
import { attemptLine, type Sender, send } from '../attempts/send.ts';
import { SigningSecrets } from '../attempts/signing-secrets.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { type Claim, type ClaimedDelivery, claim } from '../queue/claim.ts';
import { preparePartitions } from '../queue/partitions.ts';
import { type SentDelivery, Settler } from '../queue/settle.ts';
import { Place, type Share } from '../queue/share.ts';
import { Tally } from '../queue/tally.ts';
import { InFlight } from './in-flight.ts';
import { runJobs } from './jobs.ts';
import type { DeliveryMetrics } from './metrics.ts';

/** A nearly busy worker waits until it can take a few at once: a claim for one costs as much as a claim for these. */
const CLAIM_MIN = 32;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

/** How long `stop` waits for what is under way. What is not settled then is made again when its lease has run out. */
const STOP_TIMEOUT_MS = 19_000;

/** Room for all attempts of a worker, idle connections and an API beside it. */
const SHORTAGE_ADVICE =
  'deliveries wait, nothing of it counts against their receivers, and they are tried again every second. Raise the limit of open files of ' +
  'this process to 16384 or more (ulimit -n, or LimitNOFILE= of systemd), or give the machine more memory';

type WorkerOptions = {
  db: Database;
  /** For claims and settlements, with fixed plans (decision 0022). */
  queue: Queryable;
  clock: Clock;
  secretKey: SecretKey;
  connections: Connections;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  traces: Traces;
  deliveryMetrics: DeliveryMetrics;
  /**
   * Told when a loop has failed, which is a fault of ours: whatever the database does is waited out. The others go on, and who starts
   * the worker stops it: it does not do all of its work any more.
   */
  onFailure: (error: Error) => void;
};

export type Worker = {
  /** Takes no more deliveries, and resolves when those under way are settled. */
  stop(): Promise<void>;
};

/** Starts the loop that delivers: claim a batch, send each, settle in batches. Any number of workers share one database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  await preparePartitionsOrPostpone(options);
  const stopping = new AbortController();
  const [wake, wakeJobs] = [new Signal(), new Signal()];
  const wakeAll = () => {
    wake.raise();
    wakeJobs.raise();
  };
  const place = new Place(options);
  await place.look();
  const subscription = await options.db.listen(DELIVERIES_CHANNEL, wakeAll);
  stopping.signal.addEventListener('abort', wakeAll);
  const loops = [
    deliver(options, place, wake, stopping.signal),
    runJobs(options, wakeJobs, wake, stopping.signal),
    place.keep(options.log, stopping.signal),
  ].map((loop) => loop.catch(options.onFailure));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.all(loops), delay(STOP_TIMEOUT_MS, null, { ref: false })]);
      await subscription.close();
    },
  };
}

/** A backup that runs keeps tables from being changed. It must not keep us from delivering: an hourly job comes back to it. */
async function preparePartitionsOrPostpone({ db, clock, log }: WorkerOptions): Promise<void> {
  await preparePartitions(db, clock).catch((err) =>
    log.warn({ err }, 'could not make the next partitions of the delivery log; trying again within the hour'),
  );
}

async function deliver(
  options: WorkerOptions,
  place: Place,
  wake: Signal,
  stopping: AbortSignal,
): Promise<void> {
  const { clock } = options;
  let round = NEW_ROUND;
  let helpRound = NEW_ROUND;
  let settledMeanwhile = false;
  const onSettled = (next_claim_at: Date | null) => {
    settledMeanwhile = true;
    const soon = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
    if (round.left_new || (next_claim_at !== null && next_claim_at <= soon)) wake.raise();
  };
  const room = new Signal();
  const stages = openStages(options, { onSettled, onRoom: () => room.raise() });
  const claiming = new FailureLog(options.log, 'claim deliveries');
  while (!stopping.aborted) {
    const free = stages.inFlight.room;
    if (free < CLAIM_MIN) {
      room.lower();
      await room.raised();
      continue;
    }
    // A wake-up in mid-round may be for a receiver already passed: keep the flag.
    if (round.after === null) wake.lower();
    // The sleep is counted from here: whatever becomes due while we look must not be slept through.
    const started_at = clock.now();
    const { share, isHelp } = place.nextShare(round.found);
    const { after } = isHelp ? helpRound : round;
    settledMeanwhile = false;
    const claimed = await claimOrPause(options, { limit: free, share, after }, claiming);
    makeAttempts(options, stages, claimed.deliveries);
    const found = claimed.deliveries.length;
    // The round of one's own receivers goes on where it was, and that of all others at the next help.
    if (isHelp) {
      helpRound = goOn(helpRound, claimed);
      continue;
    }
    round = goOn(round, claimed);
    // A slot that came free while we looked may be one for which something was left. What was found wakes us when it is settled.
    if (settledMeanwhile && claimed.round.left_new && found === 0) wake.raise();
    // A round that began in the middle is not over before it has come to what was left out.
    const again =
      found === free || claimed.round.more || round.after !== null || (after !== null && round.found > 0);
    if (!again) await sleepUntil(clock, earlier(claimed.round.next_claim_at, started_at), wake);
  }
  await Promise.all(stages.unsettled);
  await stages.tally.stop();
}

/** Where claims are in going round the receivers that have new deliveries, and what they have come upon since its beginning. */
type RoundSoFar = { after: string | null; found: number; left_new: boolean };

const NEW_ROUND: RoundSoFar = { after: null, found: 0, left_new: false };

function goOn(before: RoundSoFar, { deliveries, round }: Claim): RoundSoFar {
  const { found, left_new } = before.after === null ? NEW_ROUND : before;
  return { after: round.after, found: found + deliveries.length, left_new: left_new || round.left_new };
}

/** When to look again: at `next_claim_at`, and not later than a poll interval after we last looked. */
function earlier(next_claim_at: Date | null, started_at: Date): Date {
  const latest = new Date(started_at.getTime() + POLL_INTERVAL_MS);
  return next_claim_at !== null && next_claim_at < latest ? next_claim_at : latest;
}

/** A database that does not answer is waited for: nothing is lost meanwhile, as all state is in it. */
async function claimOrPause(
  { queue, clock, deliveryMetrics }: WorkerOptions,
  want: { limit: number; share: Share; after: string | null },
  claiming: FailureLog,
): Promise<Claim> {
  try {
    const started_ms = performance.now();
    const claimed = await claim(queue, clock, want, (error) => claiming.failed(error));
    deliveryMetrics.claimed((performance.now() - started_ms) / 1000, claimed.deliveries.length);
    claiming.worked();
    return claimed;
  } catch (err) {
    claiming.failed(err as Error);
    await delay(RETRY_PAUSE_MS);
    return { deliveries: [], round: { after: want.after, left_new: false, more: true, next_claim_at: null } };
  }
}

/** What a claimed delivery goes through, and the attempts that are not settled yet. */
type Stages = {
  sender: Sender;
  settler: Settler;
  inFlight: InFlight;
  tally: Tally;
  connecting: FailureLog;
  unsettled: Set<Promise<void>>;
};

function openStages(
  options: WorkerOptions,
  on: { onSettled: (next_claim_at: Date | null) => void; onRoom: () => void },
): Stages {
  return {
    sender: { ...options, signingSecrets: new SigningSecrets(options.secretKey) },
    settler: new Settler({ ...options, db: options.queue, onSettled: on.onSettled }),
    inFlight: new InFlight(on.onRoom),
    tally: new Tally(options),
    connecting: new FailureLog(options.log, 'open connections to receivers', {
      advice: SHORTAGE_ADVICE,
      isExpected: () => true,
    }),
    unsettled: new Set(),
  };
}

/** Makes an attempt for each of these deliveries and settles it, without waiting for any. */
function makeAttempts(options: WorkerOptions, stages: Stages, deliveries: ClaimedDelivery[]): void {
  const { settler, inFlight, unsettled } = stages;
  const { sent, settled } = inFlight.add(deliveries.map(bodyOf));
  for (const delivery of deliveries) {
    const attempt = attemptDelivery(options, stages, delivery)
      .finally(sent)
      .then((result) => {
        noteShortage(stages, result);
        return settler.settle(result);
      })
      // Our own fault: its lease runs out, and it is tried again. The others must not suffer for it.
      .catch((err) => options.log.error({ err, delivery_uuid: delivery.uuid }, 'could not make an attempt'))
      .finally(() => {
        unsettled.delete(attempt);
        settled(bodyOf(delivery));
      });
    unsettled.add(attempt);
  }
}

function bodyOf({ task }: ClaimedDelivery): Buffer | null {
  return 'body' in task ? task.body : null;
}

function noteShortage({ inFlight, connecting }: Stages, { result }: SentDelivery): void {
  if ('shortage' in result) {
    inFlight.pause();
    connecting.failed(result.shortage);
  } else if (!('not_sent_reason' in result)) connecting.worked();
}

/** Sends a delivery. One line an attempt, with all that one wants to search by. */
async function attemptDelivery(
  { log, traces, deliveryMetrics }: WorkerOptions,
  { sender, tally }: { sender: Sender; tally: Tally },
  delivery: ClaimedDelivery,
): Promise<SentDelivery> {
  const span = traces.startSpan(`deliver ${delivery.event}`, 'client', delivery.traceparent);
  const sent: SentDelivery = { delivery, result: await send(sender, delivery) };
  deliveryMetrics.attempted(sent);
  const { uuid, subscription_uuid, account_uuid, event_uuid, event, number, probe } = delivery;
  const line = {
    delivery_uuid: uuid,
    subscription_uuid,
    account_uuid,
    event_uuid,
    event,
    attempt: number,
    probe,
  };
  if ('shortage' in sent.result) {
    // Told once for all of them, and not once a second for each.
    span.end(line, true);
  } else if ('not_sent_reason' in sent.result) {
    log.info({ ...line, ...sent.result }, 'webhook not sent');
    span.end({ ...line, ...sent.result }, true);
  } else {
    const told = { ...line, ...attemptLine(sent.result) };
    log.info(told, 'webhook attempt');
    span.end(told, sent.result.error_kind !== null);
    tally.note(subscription_uuid, sent.result);
  }
  return sent;
}
