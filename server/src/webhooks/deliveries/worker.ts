import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Agent } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { Traces } from '../../platform/telemetry/traces.ts';
import { stepRecoveries } from '../recoveries/actions.ts';
import { endAbandonedRelays } from '../relays/actions.ts';
import { DELIVERIES_CHANNEL } from './actions.ts';
import { type Claim, type ClaimedDelivery, claim } from './claim.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { preparePartitions } from './partitions.ts';
import { releaseExpiredLeases } from './queries.ts';
import { send } from './send.ts';
import { Settler } from './settle.ts';
import { Signal } from './signal.ts';
import { Tally } from './tally.ts';

/** Attempts under way at a time in one worker. */
export const IN_FLIGHT_MAX = 256;

/** A nearly busy worker waits until it can take a few at once: a claim for one costs as much as a claim for these. */
const CLAIM_MIN = 32;

/** New deliveries looked at in one claim; more when the last ones all found busy receivers, as after an import. */
const LOOKAHEAD_MIN = 256;
const LOOKAHEAD_MAX = 4096;

/** The longest sleep: a notification may be lost with its connection, so we look by ourselves now and then. */
const POLL_INTERVAL_MS = 1_000;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

/** How long `stop` waits for what is under way. What is not settled then is made again when its lease has run out. */
const STOP_TIMEOUT_MS = 19_000;

export type WorkerOptions = {
  db: Database;
  clock: Clock;
  secretKey: SecretKey;
  agent: Agent;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  traces: Traces;
  deliveryMetrics: DeliveryMetrics;
  /** Leaves first attempts to other workers, so that a flood of retries and one of new events do not meet in one process. */
  only_retries?: boolean;
};

export type Worker = {
  isRunning(): boolean;
  /** Takes no more deliveries, and resolves when those under way are settled. */
  stop(): Promise<void>;
};

/** Starts the loop that delivers: claim a batch, send each, settle in batches. Any number of workers share one database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  await preparePartitions(options.db, options.clock);
  const stopping = new AbortController();
  const [wake, wakeChores] = [new Signal(), new Signal()];
  const wakeAll = () => {
    wake.raise();
    wakeChores.raise();
  };
  const subscription = await options.db.listen(DELIVERIES_CHANNEL, wakeAll);
  stopping.signal.addEventListener('abort', wakeAll);
  let running = true;
  const loops = Promise.all([
    deliver(options, wake, stopping.signal),
    doChores(options, wakeChores, wake, stopping.signal),
  ]).finally(() => {
    running = false;
  });
  return {
    isRunning: () => running,
    stop: async () => {
      stopping.abort();
      await Promise.race([loops, delay(STOP_TIMEOUT_MS, null, { ref: false })]);
      await subscription.close();
    },
  };
}

async function deliver(options: WorkerOptions, wake: Signal, stopping: AbortSignal): Promise<void> {
  const { clock } = options;
  const room = new Signal();
  const onClaimable = (at: Date) => {
    if (at.getTime() <= clock.now().getTime() + POLL_INTERVAL_MS) wake.raise();
  };
  const settler = new Settler({ ...options, onClaimable });
  const tally = new Tally(options);
  const inFlight = new Set<Promise<void>>();
  let lookahead = LOOKAHEAD_MIN;
  while (!stopping.aborted) {
    const free = IN_FLIGHT_MAX - inFlight.size;
    if (free < CLAIM_MIN) {
      room.lower();
      await room.raised();
      continue;
    }
    wake.lower();
    const looked_at = clock.now();
    const claimed = await claimOrPause(options, { limit: free, lookahead });
    for (const delivery of claimed.deliveries) {
      const attempt = attemptDelivery(options, { settler, tally }, delivery)
        // Our own fault: its lease runs out, and it is tried again. The others must not suffer for it.
        .catch((err) => options.log.error({ err, delivery_uuid: delivery.uuid }, 'could not make an attempt'))
        .finally(() => {
          inFlight.delete(attempt);
          room.raise();
        });
      inFlight.add(attempt);
    }
    const more = claimed.seen === lookahead;
    lookahead =
      more && claimed.deliveries.length < free ? Math.min(lookahead * 2, LOOKAHEAD_MAX) : LOOKAHEAD_MIN;
    if (!more) await sleep(clock, looked_at, claimed.next_claim_at, wake);
  }
  await Promise.all(inFlight);
  await tally.stop();
}

/** A database that does not answer is waited for: nothing is lost meanwhile, as all state is in it. */
async function claimOrPause(
  { db, clock, log, deliveryMetrics, only_retries = false }: WorkerOptions,
  want: { limit: number; lookahead: number },
): Promise<Claim> {
  try {
    const started_ms = performance.now();
    const claimed = await claim(db, clock, { ...want, only_retries });
    deliveryMetrics.claimed((performance.now() - started_ms) / 1000, claimed.deliveries.length);
    // What waits now may be first attempts, which are not for this worker.
    return only_retries ? { ...claimed, next_claim_at: null } : claimed;
  } catch (err) {
    log.error({ err }, 'could not claim deliveries; trying again');
    await delay(RETRY_PAUSE_MS);
    return { deliveries: [], seen: want.lookahead, next_claim_at: null };
  }
}

/**
 * Until somebody wakes us, the next delivery is due, or the poll interval is over. It begins when we looked, not when we had seen
 * what there is: what came due between the two was not seen.
 */
async function sleep(clock: Clock, looked_at: Date, next_claim_at: Date | null, wake: Signal): Promise<void> {
  const latest = new Date(looked_at.getTime() + POLL_INTERVAL_MS);
  const until = next_claim_at !== null && next_claim_at < latest ? next_claim_at : latest;
  const awake = new AbortController();
  await Promise.race([clock.waitUntil(until, awake.signal), wake.raised()]);
  awake.abort();
}

/** Sends a delivery and settles it. One line an attempt, with all that one wants to search by. */
async function attemptDelivery(
  options: WorkerOptions,
  { settler, tally }: { settler: Settler; tally: Tally },
  delivery: ClaimedDelivery,
): Promise<void> {
  const { log, traces, deliveryMetrics } = options;
  const span = traces.startSpan(`deliver ${delivery.event}`, 'client', delivery.traceparent);
  const sent = await send(options, delivery);
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
  if ('not_sent_reason' in sent.result) {
    log.info({ ...line, ...sent.result }, 'webhook not sent');
    span.end({ ...line, ...sent.result }, true);
  } else {
    const { request_headers: _, response_excerpt: __, started_at: ___, ...measured } = sent.result;
    log.info({ ...line, ...measured }, 'webhook attempt');
    span.end({ ...line, ...measured }, measured.error_kind !== null);
    tally.note(subscription_uuid, sent.result);
  }
  await settler.settle(sent);
}

/** What is to be done now and then: taking over what lost workers and listeners left behind, and recoveries. */
async function doChores(
  options: WorkerOptions,
  wake: Signal,
  wakeDelivery: Signal,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log } = options;
  while (!stopping.aborted) {
    wake.lower();
    const looked_at = clock.now();
    try {
      if (await releaseLeases(options)) wakeDelivery.raise();
      if (await endAbandonedRelays(db, clock)) wakeDelivery.raise();
      while (!stopping.aborted && (await stepRecoveries(db, clock))) wakeDelivery.raise();
    } catch (err) {
      log.error({ err }, 'could not look for lost deliveries, relays and recoveries; trying again');
    }
    await sleep(clock, looked_at, null, wake);
  }
}

/** Returns whether there were any. */
async function releaseLeases({ db, clock, log, deliveryMetrics }: WorkerOptions): Promise<boolean> {
  let released = 0;
  for (let batch = IN_FLIGHT_MAX; batch === IN_FLIGHT_MAX; released += batch) {
    batch = await releaseExpiredLeases(db, clock.now(), IN_FLIGHT_MAX);
  }
  deliveryMetrics.tookOver(released);
  if (released > 0) log.warn({ deliveries: released }, 'took over deliveries of a worker that is gone');
  return released > 0;
}
