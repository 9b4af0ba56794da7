import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { FailureLog } from '../platform/process/failure-log.ts';
import { POLL_INTERVAL_MS, Signal, sleepUntil } from '../platform/process/signal.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Ownership } from '../platform/workers/ownership.ts';
import type { WorkerPart } from '../platform/workers/worker-part.ts';
import { JOBS_CHANNEL, keepRecurring } from './actions.ts';
import type { AnyJobType, Place } from './job-type.ts';
import type { JobMetrics } from './metrics.ts';
import * as queries from './queries.ts';
import { chooseTurns } from './rules.ts';
import { makeStep } from './step.ts';

/** How many jobs run at a time whose steps only use the database, which has two processors. */
const DATABASE_SLOTS = 2;

/** How many run that wait for others, such as a mail server. */
const OUTSIDE_SLOTS = 8;

/** How many mailboxes are read at a time, of servers that may be slow. */
const MAILBOX_SLOTS = 6;

/** How many mails of people are sent at a time. They never wait for a mailbox that is read. */
const SENDING_SLOTS = 6;

/** Who waits for a stranger longer leaves its place to others: a provider of mail may hang. */
const PATIENCE_MS = 2_000;

/** How many wait so beside the others. A hostile server can make each of them hold 26 MiB. */
const WAITING_MAX = 24;

/** The length of a turn: a job's steps go on so long before the next owner's turn is looked up. */
const TURN_MS = 250;

/** The pause after a turn whose failure could not be written. */
const RETRY_PAUSE_MS = 250;

type JobsOptions = {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  jobMetrics: JobMetrics;
  /** Called when the loop has failed by a fault of ours: the worker must be stopped. */
  onFailure: (error: Error) => void;
};

/** The part of a worker that does the jobs in its shards, one step after the other. */
export function openJobs<Core extends JobsOptions>(
  core: Core,
  types: AnyJobType<Core>[],
  ownership: Ownership,
): WorkerPart {
  const jobs = new Jobs(core, types, ownership);
  ownership.serve({
    isBusy: (isOfThem) => jobs.isBusy(isOfThem),
    onRenewed: () => {},
    onChange: () => jobs.wake(),
  });
  let loop: Promise<void> = Promise.resolve();
  let subscription: { close(): Promise<void> } | null = null;
  return {
    channel: JOBS_CHANNEL,
    start: async () => {
      subscription = await core.db.listen(JOBS_CHANNEL, () => jobs.wake());
      await keepRecurring(core.db, core.clock, types);
      loop = jobs.keep().catch(core.onFailure);
    },
    finish: async () => {
      jobs.stop();
      await loop;
      await jobs.finish();
    },
    close: async () => subscription?.close(),
  };
}

type Due = Awaited<ReturnType<typeof queries.findDue>>[number];

type Turn = {
  due: Due;
  ended: Promise<void>;
  /** Since when it waits for a stranger, by the monotonic clock; null: it does not. */
  waits_since_ms: number | null;
  /** It has waited too long, and takes none of the room of its lane. */
  isAway: boolean;
  /** Looks at the lane again once it has waited too long. */
  patience: NodeJS.Timeout | undefined;
  /** Resolved when it may take its place again; null: it does not ask. */
  back: PromiseWithResolvers<void> | null;
};

class Jobs<Core extends JobsOptions> {
  readonly #core: Core;
  readonly #types: Map<string, AnyJobType<Core>>;
  readonly #ownership: Ownership;
  readonly #signal = new Signal();
  readonly #working: FailureLog;
  /** The turns under way, by the uuid of the job. */
  readonly #turns = new Map<string, Turn>();
  /** The number of the last turn of each owner. */
  readonly #served = new Map<string, number>();
  #turn = 0;
  readonly #stopping = new AbortController();

  constructor(core: Core, types: AnyJobType<Core>[], ownership: Ownership) {
    this.#core = core;
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#ownership = ownership;
    this.#working = new FailureLog(core.log, 'do jobs');
  }

  wake(): void {
    this.#signal.raise();
  }

  stop(): void {
    this.#stopping.abort();
    for (const { back } of this.#turns.values()) back?.resolve();
    this.wake();
  }

  isBusy(isOfThem: (uuid: string) => boolean): boolean {
    return [...this.#turns.keys()].some(isOfThem);
  }

  /** Begins what is due, again and again, until it is stopped. */
  async keep(): Promise<void> {
    const { clock } = this.#core;
    while (!this.#stopping.signal.aborted) {
      this.#signal.lower();
      const look_at = new Date(clock.now().getTime() + POLL_INTERVAL_MS);
      const due = await this.#working.run(() => this.#look());
      for (const job of due ?? []) this.#begin(job);
      if (!this.#stopping.signal.aborted) await sleepUntil(clock, look_at, this.#signal);
    }
  }

  /** Resolves when no turn is under way, and leaves what it has begun to other workers. */
  async finish(): Promise<void> {
    await Promise.all([...this.#turns.values()].map(({ ended }) => ended));
    await queries.leaveJobs(this.#core.db, this.#ownership.worker_uuid).catch(() => {});
  }

  async #look(): Promise<Due[]> {
    const { db, clock } = this.#core;
    const room = {
      database: { left: DATABASE_SLOTS },
      outside: { left: OUTSIDE_SLOTS },
      mailboxes: { left: MAILBOX_SLOTS },
      sending: { left: SENDING_SLOTS },
    };
    const lanes = Object.keys(room) as (keyof typeof room)[];
    const nameOf = ({ lane, outside }: AnyJobType<Core>) => lane ?? (outside ? 'outside' : 'database');
    const laneOf = ({ type }: Due) => room[nameOf(this.#types.get(type)!)];
    const turns = [...this.#turns.values()];
    const away = turns.filter(({ isAway }) => isAway);
    const long_ms = performance.now() - PATIENCE_MS;
    for (const turn of turns) {
      if (turn.isAway || turn.waits_since_ms === null || turn.waits_since_ms > long_ms) continue;
      // One that may not leave keeps its place, so it never waits to come back.
      if (away.length >= WAITING_MAX) break;
      turn.isAway = true;
      away.push(turn);
    }
    for (const { due, isAway } of turns) if (!isAway) laneOf(due).left -= 1;
    // They have begun: nobody else comes before them.
    for (const turn of away) {
      const lane = laneOf(turn.due);
      if (turn.back === null || lane.left <= 0) continue;
      lane.left -= 1;
      Object.assign(turn, { isAway: false, waits_since_ms: null });
      turn.back.resolve();
      turn.back = null;
    }
    if (!this.#ownership.holds || Object.values(room).every(({ left }) => left <= 0)) return [];
    const found = await queries.findDue(db, {
      now: clock.now(),
      shards: this.#ownership.shards,
      lanes: lanes.map((lane) =>
        [...this.#types.values()].filter((type) => nameOf(type) === lane).map(({ name }) => name),
      ),
      under_way: [...this.#turns.keys()],
    });
    const own = found.filter(({ uuid }) => this.#ownership.owns(uuid) && !this.#ownership.isLeaving(uuid));
    return this.#ownership.holds && !this.#stopping.signal.aborted
      ? chooseTurns(own, this.#served, laneOf)
      : [];
  }

  #begin(due: Due): void {
    this.#served.delete(due.owner_uuid);
    this.#served.set(due.owner_uuid, ++this.#turn);
    // Owners served longest ago are forgotten: they come first in any case.
    if (this.#served.size > 1000) this.#served.delete(this.#served.keys().next().value!);
    const turn: Turn = {
      due,
      ended: Promise.resolve(),
      waits_since_ms: null,
      isAway: false,
      patience: undefined,
      back: null,
    };
    this.#turns.set(due.uuid, turn);
    turn.ended = this.#working
      .run(() => this.#makeTurn(due, this.#placeOf(turn)))
      .then(async (made) => {
        // The database did not take the failure of a step: the job comes again at once otherwise.
        if (made === null) await delay(RETRY_PAUSE_MS);
        clearTimeout(turn.patience);
        this.#turns.delete(due.uuid);
        this.wake();
      });
  }

  #placeOf(turn: Turn): Place {
    return {
      leave: () => {
        if (turn.isAway) return;
        clearTimeout(turn.patience);
        turn.waits_since_ms = performance.now();
        turn.patience = setTimeout(() => this.wake(), PATIENCE_MS + 1).unref();
      },
      take: () => {
        clearTimeout(turn.patience);
        if (!turn.isAway || this.#stopping.signal.aborted) {
          turn.waits_since_ms = null;
          return Promise.resolve();
        }
        turn.back = Promise.withResolvers();
        this.wake();
        return turn.back.promise;
      },
    };
  }

  async #makeTurn({ uuid, type: name, worker_uuid: begun_by }: Due, place: Place): Promise<true> {
    const { worker_uuid } = this.#ownership;
    const type = this.#types.get(name)!;
    const until_ms = performance.now() + TURN_MS;
    for (let hasBegun = begun_by === worker_uuid; ; hasBegun = true) {
      const started_ms = performance.now();
      const of = { stopping: this.#stopping.signal, place };
      const end = await makeStep(this.#core, type, { uuid, worker_uuid }, hasBegun, of);
      this.#core.jobMetrics.stepped(name, end, (performance.now() - started_ms) / 1000);
      if (end !== 'next' || this.#stopping.signal.aborted || performance.now() > until_ms) return true;
      if (!this.#ownership.holds || this.#ownership.isLeaving(uuid)) return true;
    }
  }
}
