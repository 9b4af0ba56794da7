import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isAlive } from '../alive.ts';
import type { Queryable } from '../database/database.ts';
import { FailureLog } from '../process/failure-log.ts';
import * as queries from './ownership-queries.ts';

/** The interval at which a worker renews its lease and looks for other workers. */
const RENEW_INTERVAL_MS = 1_000;

/**
 * Attempts begin only within this time after a renewal, so each (15 s) ends before the lease (20
 * s). Otherwise two workers could give one receiver more than eight attempts at a time. A frozen
 * worker cannot close its requests, so these come on top of the eight.
 */
const BEGIN_WITHIN_MS = 4_000;

/** What a worker does with its shards, such as sending to the receivers in them. */
type OwnedWork = {
  /** How many attempts are under way, and how far the worker is behind, for the operator. */
  report?: () => { sending: number; lag_ms: number };
  /** True when something of such a uuid is under way, so that its shard cannot be given back. */
  isBusy: (isOfThem: (uuid: string) => boolean) => boolean;
  /** Called when the lease has been renewed. */
  onRenewed: () => void;
  /** Called when the shards change. If `lost`, nothing that is under way may be written. */
  onChange: (lost: boolean) => void;
};

type OwnershipOptions = {
  db: Queryable;
  log: FastifyBaseLogger;
  /** Called for each worker that is gone, with the number of attempts that it had under way. */
  onTakeOver: (attempts: number) => void;
};

/**
 * Keeps a worker's shards by a lease. A shard is a part of all uuids: of receivers and of jobs.
 * Newcomers get the worker's surplus; it takes free shards.
 */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #works: OwnedWork[] = [];
  /** The worker's name in the database and its right to write. A lost lease ends both. */
  worker_uuid: string = randomUUID();
  #isRegistered = false;
  #shards = new Set<number>();
  #leaving = new Set<number>();
  #renewed = { monotonic_ms: 0, wall_ms: 0 };

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /** Adds work that goes by these shards. Call it before the first renewal. */
  serve(work: OwnedWork): void {
    this.#works.push(work);
  }

  get shards(): number[] {
    return [...this.#shards];
  }

  owns(uuid: string): boolean {
    return this.#shards.has(queries.shardOf(uuid));
  }

  /** True when the shard is to go to another worker, so nothing new of it is begun. */
  isLeaving(uuid: string): boolean {
    return this.#leaving.has(queries.shardOf(uuid));
  }

  /** True when attempts may begin. Two clocks are asked: a sleeping machine stops one of them. */
  get holds(): boolean {
    if (!this.#isRegistered) return false;
    const { monotonic_ms, wall_ms } = this.#renewed;
    const since_ms = Math.max(performance.now() - monotonic_ms, Date.now() - wall_ms);
    return since_ms < BEGIN_WITHIN_MS;
  }

  /** Renews the lease again and again until `stopping` is aborted. */
  async keep(stopping: AbortSignal): Promise<void> {
    const keeping = new FailureLog(this.#options.log, 'keep the receivers and jobs of this worker');
    while (!stopping.aborted) {
      await delay(RENEW_INTERVAL_MS, null, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return;
      await keeping.run(() => this.renew());
    }
  }

  /** Renews the lease, deletes workers that are gone, and shares the shards fairly. */
  async renew(): Promise<void> {
    const { db, log } = this.#options;
    const renewed = { monotonic_ms: performance.now(), wall_ms: Date.now() };
    if (this.#isRegistered && !(await queries.renewLease(db, this.worker_uuid, this.#report()))) {
      log.warn('another worker has taken over the work of this one, which was not heard of for too long');
      this.lose();
    }
    if (!this.#isRegistered) {
      await queries.insertWorker(db, { uuid: this.worker_uuid, machine: MACHINE, process_id: process.pid });
      this.#isRegistered = true;
    }
    this.#renewed = renewed;
    await this.#share(await this.#giveUpGone());
    for (const work of this.#works) work.onRenewed();
  }

  /** Gives up the shards, which another worker owns now: nothing under way may be written. */
  lose(): void {
    this.worker_uuid = randomUUID();
    this.#isRegistered = false;
    this.#shards = new Set();
    this.#leaving = new Set();
    this.#changed(true);
  }

  /** Frees all shards of this worker for the others. */
  async leave(): Promise<void> {
    await queries.deleteWorker(this.#options.db, this.worker_uuid, { only_over: false });
    this.#isRegistered = false;
  }

  /** Deletes the workers that are gone; returns how many still run. */
  async #giveUpGone(): Promise<number> {
    const { db, log, onTakeOver } = this.#options;
    let running = 0;
    for (const worker of await queries.listWorkers(db)) {
      const isGone = worker.is_over || isProcessGone(worker);
      if (worker.uuid === this.worker_uuid || !isGone) running += 1;
      else {
        const attempts = await queries.deleteWorker(db, worker.uuid, { only_over: worker.is_over });
        if (attempts === null) continue;
        log.warn({ deliveries: attempts }, 'took over the work of a worker that is gone');
        onTakeOver(attempts);
      }
    }
    return running;
  }

  async #share(workers: number): Promise<void> {
    const { db } = this.#options;
    const fair = Math.ceil(queries.SHARDS / Math.max(workers, 1));
    const own = await queries.listShards(db, this.worker_uuid);
    const surplus = own.slice(fair);
    const staysAfterAll = this.#leaving.size > 0 && surplus.length === 0;
    this.#leaving = new Set(surplus);
    const isOfThem = (uuid: string) => this.isLeaving(uuid);
    if (surplus.length > 0 && !this.#works.some(({ isBusy }) => isBusy(isOfThem))) {
      await queries.giveBackShards(db, this.worker_uuid, surplus);
      own.length = fair;
    }
    if (own.length < fair) own.push(...(await queries.takeShards(db, this.worker_uuid, fair - own.length)));
    const before = this.#shards;
    this.#shards = new Set(own);
    if (staysAfterAll || before.symmetricDifference(this.#shards).size > 0) this.#changed(false);
  }

  #changed(lost: boolean): void {
    for (const work of this.#works) work.onChange(lost);
  }

  #report(): { sending: number; lag_ms: number } {
    const work = this.#works.find(({ report }) => report);
    return work?.report?.() ?? { sending: 0, lag_ms: 0 };
  }
}

/** This boot of this machine, with the container's namespace of process ids; null if unknown. */
const MACHINE = machineOf();

function machineOf(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Unknown outside Linux. There the end of the lease shows that a worker is gone.
    return null;
  }
}

/** True when the worker's process ran on this machine and has ended, with its attempts. */
function isProcessGone({ machine, process_id }: queries.WorkerRow): boolean {
  return machine !== null && machine === MACHINE && !isAlive(process_id);
}
