import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { afterAttempt, SLOTS_MAX } from './breaker.ts';
import type { Ownership } from './ownership.ts';
import { readEndpoints } from './read-queries.ts';
import type { Receiver } from './receiver.ts';
import type { Receivers } from './receivers.ts';
import * as queries from './settle-queries.ts';
import { differ, type SentDelivery, type SentOutcome, toSettlement, wasSentElsewhere } from './settlement.ts';

type SettlerOptions = {
  db: Queryable;
  clock: Clock;
  ownership: Ownership;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  deliveryMetrics: { notSettled(deliveries: number): void };
  /** Told when receivers may have something to take again. */
  onChange: () => void;
};

/** The pause before an outcome is written once more, when the database did not take it. */
const RETRY_PAUSE_MS = 250;

/** Settles in batches: outcomes that come during one batch make up the next. */
export class Settler {
  readonly #options: SettlerOptions;
  readonly #receivers: Receivers;
  readonly #settling: FailureLog;
  #waiting: Entry[] = [];
  /**
   * Receivers of which more is known than the database knows, each with the delivery that its User
   * had sent again.
   */
  #changed = new Map<Receiver, string | null>();
  #isWriting = false;

  constructor(options: SettlerOptions, receivers: Receivers) {
    this.#options = options;
    this.#receivers = receivers;
    this.#settling = new FailureLog(options.log, 'settle deliveries');
  }

  /** Resolves when the outcome is durable, or when it is no longer this worker's to write. */
  settle(sent: SentDelivery): Promise<void> {
    const { receiver, delivery } = sent;
    receiver.attempted();
    if ('shortage' in sent.result) {
      receiver.putBack(delivery.uuid, delivery.schedule_step > 0, this.#now_ms());
      this.#place(receiver);
      return Promise.resolve();
    }
    this.#judge(sent);
    this.#place(receiver);
    return new Promise((done) => {
      this.#waiting.push({ sent, done });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /**
   * What an attempt tells of its receiver. It tells nothing of another URL, or of a disabled
   * receiver.
   */
  #judge({ delivery, result, receiver, probe }: SentDelivery): void {
    const { endpoint } = receiver;
    if (endpoint.probe_uuid === delivery.uuid) this.#changed.set(receiver, delivery.uuid);
    if (!('started_at' in result) || endpoint.disabled || wasSentElsewhere(delivery, receiver)) return;
    if (endpoint.disabled_reason !== null) return;
    const { clock, schedule_ms } = this.#options;
    const after = afterAttempt(endpoint, result, probe, schedule_ms, clock.now(), Math.random());
    if (!differ(endpoint, after)) return;
    const wasPaused = endpoint.paused_until !== null;
    // A receiver about to be disabled gets no attempts until the database knows.
    const slots = after.disabled_reason === null ? after.slots : 0;
    receiver.endpoint = { ...endpoint, ...after, slots };
    if (!wasPaused && after.paused_until !== null) receiver.reload();
    this.#changed.set(receiver, this.#changed.get(receiver) ?? null);
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const left = await this.#write(batch);
      this.#waiting.unshift(...left);
    }
    this.#isWriting = false;
  }

  /**
   * Returns what could not be settled yet: a User has changed something, or the database does not
   * answer.
   */
  async #write(batch: Entry[]): Promise<Entry[]> {
    let open = batch;
    try {
      const { ownership } = this.#options;
      const [ours, lost] = partition(batch, ({ sent }) => sent.worker_uuid === ownership.worker_uuid);
      for (const { done } of lost) done();
      open = ours;
      await this.#keepEndpoints();
      const settled = await this.#settle(open);
      this.#settling.worked();
      open = open.filter(({ sent }) => !settled.has(sent.delivery.uuid));
      return open.length > 0 ? await this.#refresh(open) : [];
    } catch (err) {
      if (isRefusal(err as Error)) return this.#writeApart(open, err as Error);
      this.#settling.failed(err as Error, { deliveries: open.length });
      this.#options.deliveryMetrics.notSettled(open.length);
      await delay(RETRY_PAUSE_MS);
      return open;
    }
  }

  /** Writes down what is known of receivers by now. What a User has changed is read again. */
  async #keepEndpoints(): Promise<void> {
    const { db, clock, ownership } = this.#options;
    const changed = [...this.#changed].filter(([receiver]) => this.#receivers.has(receiver));
    this.#changed = new Map();
    if (changed.length === 0) return;
    const changes = changed.map(([{ endpoint }, probed]) => ({
      ...endpoint,
      slots: endpoint.disabled_reason === null ? endpoint.slots : SLOTS_MAX,
      probed,
    }));
    try {
      const { is_owner, settled } = await queries.keepEndpoints(
        db,
        ownership.worker_uuid,
        changes,
        clock.now(),
      );
      if (!is_owner) return;
      const kept = new Set(settled);
      const [done, refused] = partition(changed, ([receiver]) => kept.has(receiver.uuid));
      for (const [receiver] of done) this.#noteDisabled(receiver);
      await this.#read(refused.map(([receiver]) => receiver));
    } catch (err) {
      for (const [receiver, probed] of changed) this.#changed.set(receiver, probed);
      throw err;
    }
  }

  #noteDisabled(receiver: Receiver): void {
    if (receiver.endpoint.disabled_reason === null) return;
    receiver.endpoint = { ...receiver.endpoint, disabled_reason: null, disabled: true, slots: SLOTS_MAX };
    receiver.reload();
    this.#place(receiver);
  }

  async #read(receivers: Receiver[]): Promise<void> {
    if (receivers.length === 0) return;
    const endpoints = await readEndpoints(
      this.#options.db,
      receivers.map(({ uuid }) => uuid),
    );
    for (const endpoint of endpoints) this.#receivers.put(endpoint, this.#now_ms());
    this.#options.onChange();
  }

  /** Returns the uuids of deliveries that are settled, or no longer ours to settle. */
  async #settle(batch: Entry[]): Promise<Set<string>> {
    const { db, clock, ownership, schedule_ms } = this.#options;
    const worker_uuid = ownership.worker_uuid;
    const settlements = batch.map((entry) => toSettlement(entry, schedule_ms, clock.now()));
    const [again, ended] = partition(settlements, ({ state }) => state === 'waiting');
    const [end, putOff] = await Promise.all([
      ended.length > 0 ? queries.endDeliveries(db, worker_uuid, ended) : null,
      again.length > 0 ? queries.putOffDeliveries(db, worker_uuid, again) : null,
    ]);
    const isLost = end?.is_owner === false || putOff?.is_owner === false;
    if (isLost && worker_uuid === ownership.worker_uuid) ownership.lose();
    const entries = new Map(batch.map((entry) => [entry.sent.delivery.uuid, entry]));
    for (const { uuid, schedule_step, due_at } of putOff?.settled ?? []) {
      const { receiver } = entries.get(uuid)!.sent;
      receiver.settled(uuid);
      if (schedule_step === 0) receiver.add(uuid);
      else receiver.addRetry(Date.parse(due_at));
    }
    for (const uuid of end?.settled ?? []) entries.get(uuid)!.sent.receiver.settled(uuid);
    const done = isLost
      ? [...entries.keys()]
      : [...(end?.settled ?? []), ...(putOff?.settled ?? []).map(({ uuid }) => uuid)];
    for (const uuid of done) {
      const { sent, done } = entries.get(uuid)!;
      this.#place(sent.receiver);
      done();
    }
    return new Set(done);
  }

  /**
   * Finds out what Users have changed meanwhile, and judges again by that. Deliveries that are gone
   * are settled.
   */
  async #refresh(entries: Entry[]): Promise<Entry[]> {
    const { db } = this.#options;
    const versions = await queries.readVersions(
      db,
      entries.map(({ sent }) => sent.delivery),
    );
    const [open, gone] = partition(entries, ({ sent }) => versions.has(sent.delivery.uuid));
    for (const { sent, done } of gone) {
      sent.receiver.settled(sent.delivery.uuid);
      done();
    }
    await this.#read([...new Set(open.map(({ sent }) => sent.receiver))]);
    for (const { sent } of open) this.#judge(sent);
    return open.map(({ sent, done }) => {
      const isSentAgain = versions.get(sent.delivery.uuid) !== sent.delivery.version;
      return { sent, done, isSentAgain };
    });
  }

  /**
   * The database refuses bad data each time anew. Halving the batch finds the bad outcome, so that
   * it holds up no other; alone, it waits for the next scan.
   */
  async #writeApart(batch: Entry[], err: Error): Promise<Entry[]> {
    if (batch.length <= 1) {
      for (const { sent, done } of batch) {
        const { uuid, subscription_uuid } = sent.delivery;
        const line = { err, delivery_uuid: uuid, subscription_uuid };
        this.#options.log.error(line, 'the database refuses the outcome of a delivery; it is made again');
        this.#options.deliveryMetrics.notSettled(1);
        sent.receiver.settled(uuid);
        done();
      }
      return [];
    }
    const half = Math.ceil(batch.length / 2);
    const left = await this.#write(batch.slice(0, half));
    return [...left, ...(await this.#write(batch.slice(half)))];
  }

  #place(receiver: Receiver): void {
    this.#receivers.place(receiver, this.#now_ms());
    this.#options.onChange();
  }

  #now_ms(): number {
    return this.#options.clock.now().getTime();
  }
}

type Entry = SentOutcome & { done: () => void };

/**
 * SQLSTATE classes 22 (a value that does not fit) and 23 (a constraint): the fault of one outcome,
 * not of the database.
 */
function isRefusal({ code = '' }: Error & { code?: string }): boolean {
  return /^2[23]/.test(code);
}

function partition<T>(list: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const { true: first = [], false: second = [] } = Object.groupBy(list, (item) => `${isFirst(item)}`);
  return [first, second];
}
