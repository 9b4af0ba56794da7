import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import * as queries from './ownership-queries.ts';

/** So often a worker renews its lease, and looks who else runs. */
const RENEW_INTERVAL_MS = 1_000;

/**
 * No attempt begins later than this after a renewal, so each (15 s) ends before the lease (20 s).
 * Otherwise two workers could give one receiver more than eight attempts at a time.
 */
const BEGIN_WITHIN_MS = 4_000;

type OwnershipOptions = {
  db: Queryable;
  log: FastifyBaseLogger;
  /** How many attempts are under way, and how far the worker is behind, for the operator. */
  report: () => { sending: number; lag_ms: number };
  /** Whether anything of certain receivers is under way, so that they cannot be given back yet. */
  isBusy: (isOfThem: (subscription_uuid: string) => boolean) => boolean;
  /** The lease is renewed. */
  onRenewed: () => void;
  /** The owned shards have changed. `lost`: attempts under way are no longer ours to settle. */
  onChange: (lost: boolean) => void;
  /** Called when others were gone, with the number of their attempts under way. */
  onTakeOver: (attempts: number) => void;
};

/** The shards of a worker, by a lease. Newcomers get its surplus, and it takes what is free. */
export class Ownership {
  readonly #options: OwnershipOptions;
  /** Names the worker in the database, and its right to settle; another one after each loss. */
  worker_uuid: string = randomUUID();
  #isRegistered = false;
  #shards = new Set<number>();
  #leaving = new Set<number>();
  #renewed = { monotonic_ms: 0, wall_ms: 0 };

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  get shards(): number[] {
    return [...this.#shards];
  }

  owns(subscription_uuid: string): boolean {
    return this.#shards.has(queries.shardOf(subscription_uuid));
  }

  /** Whether nothing new is to be begun for a receiver, because another worker is to have it. */
  isLeaving(subscription_uuid: string): boolean {
    return this.#leaving.has(queries.shardOf(subscription_uuid));
  }

  /** Whether attempts may begin. Each of the two clocks may stand still while the machine does. */
  get holds(): boolean {
    if (!this.#isRegistered) return false;
    const { monotonic_ms, wall_ms } = this.#renewed;
    const since_ms = Math.max(performance.now() - monotonic_ms, Date.now() - wall_ms);
    return since_ms < BEGIN_WITHIN_MS;
  }

  /** Renews the lease again and again until `stopping` is aborted. */
  async keep(stopping: AbortSignal): Promise<void> {
    const keeping = new FailureLog(this.#options.log, 'keep the receivers of this worker');
    while (!stopping.aborted) {
      await delay(RENEW_INTERVAL_MS, null, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return;
      await keeping.run(() => this.renew());
    }
  }

  /** Renews the lease, deletes workers that are gone, and shares the shards fairly. */
  async renew(): Promise<void> {
    const { db, log, report, onRenewed } = this.#options;
    const renewed = { monotonic_ms: performance.now(), wall_ms: Date.now() };
    if (this.#isRegistered && !(await queries.renewLease(db, this.worker_uuid, report()))) {
      log.warn(
        'another worker has taken over the receivers of this one, which was not heard of for too long',
      );
      this.lose();
    }
    if (!this.#isRegistered) {
      await queries.insertWorker(db, { uuid: this.worker_uuid, machine: MACHINE, process_id: process.pid });
      this.#isRegistered = true;
    }
    this.#renewed = renewed;
    await this.#share(await this.#giveUpGone());
    onRenewed();
  }

  /** Another worker owns these shards now: no attempt under way may be settled. */
  lose(): void {
    this.worker_uuid = randomUUID();
    this.#isRegistered = false;
    this.#shards = new Set();
    this.#leaving = new Set();
    this.#options.onChange(true);
  }

  /** Leaves all to the others. */
  async leave(): Promise<void> {
    await queries.deleteWorker(this.#options.db, this.worker_uuid, { only_over: false });
    this.#isRegistered = false;
  }

  /** Returns how many workers run. */
  async #giveUpGone(): Promise<number> {
    const { db, log, onTakeOver } = this.#options;
    let running = 0;
    for (const worker of await queries.listWorkers(db)) {
      const isGone = worker.is_over || isProcessGone(worker);
      if (worker.uuid === this.worker_uuid || !isGone) running += 1;
      else {
        const attempts = await queries.deleteWorker(db, worker.uuid, { only_over: worker.is_over });
        if (attempts === null) continue;
        log.warn({ deliveries: attempts }, 'took over the receivers of a worker that is gone');
        onTakeOver(attempts);
      }
    }
    return running;
  }

  async #share(workers: number): Promise<void> {
    const { db, isBusy, onChange } = this.#options;
    const fair = Math.ceil(queries.SHARDS / Math.max(workers, 1));
    const own = await queries.listShards(db, this.worker_uuid);
    const surplus = own.slice(fair);
    const staysAfterAll = this.#leaving.size > 0 && surplus.length === 0;
    this.#leaving = new Set(surplus);
    if (surplus.length > 0 && !isBusy((subscription_uuid) => this.isLeaving(subscription_uuid))) {
      await queries.giveBackShards(db, this.worker_uuid, surplus);
      own.length = fair;
    }
    if (own.length < fair) own.push(...(await queries.takeShards(db, this.worker_uuid, fair - own.length)));
    const before = this.#shards;
    this.#shards = new Set(own);
    if (staysAfterAll || before.symmetricDifference(this.#shards).size > 0) onChange(false);
  }
}

/** This machine since its start, with its namespace of process ids: containers count their own. */
const MACHINE = machineOf();

function machineOf(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Not Linux: a worker that is gone is waited out by its lease.
    return null;
  }
}

/** Whether a process of this very machine has ended, with everything that it had under way. */
function isProcessGone({ machine, process_id }: queries.WorkerRow): boolean {
  if (machine === null || machine !== MACHINE) return false;
  try {
    process.kill(process_id, 0);
    return false;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
