import type { FastifyBaseLogger } from 'fastify';
import type { Agent } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import { DELIVERIES_CHANNEL } from './actions.ts';
import { nextState } from './policy.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  nextDueAt,
  type Settlement,
  settleDeliveries,
} from './queries.ts';
import { type AttemptResult, NotSent, sendAttempt } from './send.ts';

/** Attempts under way at a time in one worker. */
const IN_FLIGHT_MAX = 256;

/** Longer than an attempt with its settling may take, short enough that a dead worker is soon covered. */
const LEASE_MS = 30_000;

/** The longest sleep: a notification may be lost with its connection, so we look by ourselves now and then. */
const POLL_INTERVAL_MS = 1_000;

export type WorkerOptions = {
  db: Database;
  clock: Clock;
  secretKey: SecretKey;
  agent: Agent;
  schedule_ms: number[];
  log: FastifyBaseLogger;
};

export type Worker = {
  isRunning(): boolean;
  /** Takes no more deliveries, and resolves when those under way are settled. */
  stop(): Promise<void>;
};

/** Starts the loop that delivers: claim a batch, send each, settle in batches. Any number of workers share one database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController();
  const wake = new Signal();
  const subscription = await options.db.listen(DELIVERIES_CHANNEL, () => wake.raise());
  stopping.signal.addEventListener('abort', () => wake.raise());
  let running = true;
  const loop = run(options, wake, stopping.signal).finally(() => {
    running = false;
  });
  return {
    isRunning: () => running,
    stop: async () => {
      stopping.abort();
      await loop;
      await subscription.close();
    },
  };
}

async function run(options: WorkerOptions, wake: Signal, stopping: AbortSignal): Promise<void> {
  const settler = new Settler(options);
  const inFlight = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const free = IN_FLIGHT_MAX - inFlight.size;
    if (free === 0) {
      await Promise.race(inFlight);
      continue;
    }
    wake.lower();
    const claimed = await claim(options, free);
    for (const delivery of claimed) {
      const attempt = attemptDelivery(options, delivery)
        .then((settlement) => settler.settle(settlement))
        .finally(() => inFlight.delete(attempt));
      inFlight.add(attempt);
    }
    if (claimed.length < free) await sleep(options, wake, stopping);
  }
  await Promise.all(inFlight);
}

/** Claims a batch. A database that does not answer is waited for: nothing is lost meanwhile, as all state is in it. */
async function claim({ db, clock, log }: WorkerOptions, limit: number): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  try {
    return await claimDeliveries(db, now, new Date(now.getTime() + LEASE_MS), limit);
  } catch (error) {
    log.error({ err: error }, 'could not claim deliveries; trying again');
    return [];
  }
}

/** Until somebody wakes us, the next delivery is due, or the poll interval is over. */
async function sleep({ db, clock }: WorkerOptions, wake: Signal, stopping: AbortSignal): Promise<void> {
  const latest = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
  const due_at = await nextDueAt(db).catch(() => null);
  const until = due_at !== null && due_at < latest ? due_at : latest;
  const awake = new AbortController();
  const abort = () => awake.abort();
  stopping.addEventListener('abort', abort);
  await Promise.race([clock.waitUntil(until, awake.signal), wake.raised()]);
  awake.abort();
  stopping.removeEventListener('abort', abort);
}

async function attemptDelivery(options: WorkerOptions, delivery: ClaimedDelivery): Promise<Settlement> {
  const { clock, secretKey, agent, schedule_ms, log } = options;
  if (delivery.not_sent_reason !== null) return notSent(delivery, delivery.not_sent_reason, clock.now());
  const signing_secret = secretKey.decrypt(delivery.signing_secret_encrypted, delivery.subscription_uuid);
  const started_at = clock.now();
  const result = await sendAttempt(agent, delivery, signing_secret, started_at);
  if (result instanceof NotSent) return notSent(delivery, result.reason, clock.now());
  const number = delivery.attempt_count + 1;
  const next = nextState(result.error_kind === null, number, schedule_ms, clock.now(), Math.random());
  logAttempt(log, delivery, number, result, next.state);
  return {
    uuid: delivery.uuid,
    fence: delivery.fence,
    state: next.state,
    not_sent_reason: null,
    due_at: next.due_at,
    finished_at: next.state === 'pending' ? null : next.due_at,
    attempt: { uuid: newUuid(), number, started_at, ...result },
  };
}

function notSent(delivery: ClaimedDelivery, not_sent_reason: string, now: Date): Settlement {
  const { uuid, fence } = delivery;
  return { uuid, fence, state: 'not_sent', not_sent_reason, due_at: now, finished_at: now, attempt: null };
}

function logAttempt(
  log: FastifyBaseLogger,
  delivery: ClaimedDelivery,
  attempt: number,
  result: AttemptResult,
  state: string,
) {
  const line = {
    delivery_uuid: delivery.uuid,
    subscription_uuid: delivery.subscription_uuid,
    event: delivery.event,
    attempt,
    state,
    response_status: result.response_status,
    error_kind: result.error_kind,
    duration_ms: result.duration_ms,
  };
  log.info(line, 'webhook attempt');
}

/** A flag that one side raises and the other waits for. Raised while nobody waits, it is found up by the next who does. */
class Signal {
  #up = false;
  #waiting: (() => void)[] = [];

  raise(): void {
    this.#up = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  lower(): void {
    this.#up = false;
  }

  raised(): Promise<void> {
    return this.#up ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Settles in batches: what comes in while one batch is being written makes up the next. */
class Settler {
  readonly #options: WorkerOptions;
  #waiting: { settlement: Settlement; done: () => void }[] = [];
  #writing = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Resolves when the outcome is durable, or when it is certain that the lease will do the rest. */
  settle(settlement: Settlement): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ settlement, done });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    const { db, log } = this.#options;
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await settleDeliveries(
          db,
          batch.map(({ settlement }) => settlement),
        );
      } catch (error) {
        // Not written: the leases run out and the deliveries are made again. At least once, never lost.
        log.error(
          { err: error, deliveries: batch.length },
          'could not settle deliveries; they will be sent again',
        );
      }
      for (const { done } of batch) done();
    }
    this.#writing = false;
  }
}
