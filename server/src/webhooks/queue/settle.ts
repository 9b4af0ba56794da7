import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import { afterAttempt } from './breaker.ts';
import { readEndpoints } from './read-queries.ts';
import type { Receiver } from './receiver.ts';
import type { Receivers } from './receivers.ts';
import * as queries from './settle-queries.ts';
import { type SentDelivery, toSettlement, wasSentElsewhere } from './settlement.ts';

type SettlerOptions = {
  db: Queryable;
  clock: Clock;
  ownership: Ownership;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  deliveryMetrics: { notSettled(deliveries: number): void };
  /** Called when receivers may have something to take again. */
  onChange: () => void;
};

/** The pause before an outcome is written once more, when the database did not take it. */
const RETRY_PAUSE_MS = 250;

/** Settles in batches: outcomes that come during one batch make up the next. */
export class Settler {
  readonly #options: SettlerOptions;
  readonly #receivers: Receivers;
  readonly #settling: FailureLog;
  /** The right to settle of this object. A worker that loses it makes another object. */
  readonly #worker_uuid: string;
  #waiting: Entry[] = [];
  /** Receivers to write to the database, each with its delivery sent again by hand, or null. */
  #changed = new Map<Receiver, string | null>();
  #isWriting = false;

  constructor(options: SettlerOptions, receivers: Receivers) {
    this.#options = options;
    this.#receivers = receivers;
    this.#settling = new FailureLog(options.log, 'settle deliveries');
    this.#worker_uuid = options.ownership.worker_uuid;
  }

  /** Resolves when the outcome is durable, or when it is no longer this worker's to write. */
  settle(sent: SentDelivery): Promise<void> {
    sent.receiver.attempted();
    this.#judge(sent);
    this.#place(sent.receiver);
    return new Promise((done) => {
      this.#waiting.push({ ...sent, done });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Updates the receiver by an attempt, unless that went to another URL or it is disabled. */
  #judge(sent: SentDelivery): void {
    const { delivery, result, receiver, probe } = sent;
    const { endpoint } = receiver;
    if (endpoint.probe_uuid === delivery.uuid) this.#changed.set(receiver, delivery.uuid);
    if ('not_sent_reason' in result || endpoint.disabled || endpoint.disabled_reason !== null) return;
    if (wasSentElsewhere(sent)) return;
    const { clock, schedule_ms } = this.#options;
    const after = afterAttempt(endpoint, result, probe, schedule_ms, clock.now(), Math.random());
    if (after === endpoint) return;
    receiver.endpoint = { ...endpoint, ...after };
    if (endpoint.paused_until === null && after.paused_until !== null) receiver.reload();
    this.#changed.set(receiver, this.#changed.get(receiver) ?? null);
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const left = await this.#write(this.#waiting.splice(0));
      this.#waiting.unshift(...left);
    }
    this.#isWriting = false;
  }

  /** Writes a batch. Returns the unsettled rest: a User changed it, or the database is silent. */
  async #write(batch: Entry[]): Promise<Entry[]> {
    let open = batch;
    try {
      await this.#keepEndpoints();
      open = await this.#settle(batch);
      this.#settling.worked();
      return open.length > 0 ? await this.#refresh(open) : [];
    } catch (err) {
      if (isRefusal(err as Error)) return this.#writeApart(open, err as Error);
      this.#settling.failed(err as Error, { deliveries: open.length });
      this.#options.deliveryMetrics.notSettled(open.length);
      await delay(RETRY_PAUSE_MS);
      return open;
    }
  }

  /** Writes the state of receivers. One with another version in the database is read again. */
  async #keepEndpoints(): Promise<void> {
    const { db, clock } = this.#options;
    const changed = [...this.#changed].filter(([receiver]) => this.#receivers.has(receiver));
    this.#changed = new Map();
    try {
      const changes = changed.map(([{ endpoint }, probed]) => ({ ...endpoint, probed }));
      const { settled } = await queries.keepEndpoints(db, this.#worker_uuid, changes, clock.now());
      const kept = new Set(settled);
      const others = changed.filter(([{ uuid, endpoint }]) => !kept.has(uuid) || endpoint.disabled_reason);
      await this.#read(others.map(([receiver]) => receiver));
    } catch (err) {
      for (const [receiver, probed] of changed) this.#changed.set(receiver, probed);
      throw err;
    }
  }

  async #read(receivers: Receiver[]): Promise<void> {
    if (receivers.length === 0) return;
    const uuids = receivers.map(({ uuid }) => uuid);
    for (const endpoint of await readEndpoints(this.#options.db, uuids)) this.#receivers.put(endpoint);
    this.#options.onChange();
  }

  /** Writes deliveries. Returns those that a User's change has kept from being settled. */
  async #settle(batch: Entry[]): Promise<Entry[]> {
    const { db, clock, ownership, schedule_ms } = this.#options;
    const settlements = batch.map((entry) => toSettlement(entry, schedule_ms, clock.now()));
    const endings = settlements.filter(({ state }) => state !== 'waiting');
    const again = settlements.filter(({ state }) => state === 'waiting');
    const [end, putOff] = await Promise.all([
      queries.endDeliveries(db, this.#worker_uuid, endings),
      queries.putOffDeliveries(db, this.#worker_uuid, again),
    ]);
    if (!end.is_owner || !putOff.is_owner) {
      if (ownership.worker_uuid === this.#worker_uuid) ownership.lose();
      for (const { done } of batch) done();
      return [];
    }
    const ended = new Set(end.settled);
    const waiting = new Map(putOff.settled.map((row) => [row.uuid, row]));
    return batch.filter((entry) => {
      const { uuid } = entry.delivery;
      const again = waiting.get(uuid);
      if (!again && !ended.has(uuid)) return true;
      this.#leave(entry, again);
      return false;
    });
  }

  /**
   * Judges outcomes again after a User's changes. A delivery that is gone, or whose attempt counts
   * already, was settled: only the answer of the database was lost.
   */
  async #refresh(entries: Entry[]): Promise<Entry[]> {
    const deliveries = entries.map(({ delivery }) => delivery);
    const found = await queries.readOpen(this.#options.db, deliveries);
    const open: Entry[] = [];
    for (const entry of entries) {
      const { uuid, attempt_count, version } = entry.delivery;
      const present = found.get(uuid);
      entry.isSentAgain = present?.version !== version;
      if (present?.attempt_count === attempt_count) open.push(entry);
      else this.#leave(entry, present);
    }
    await this.#read([...new Set(open.map(({ receiver }) => receiver))]);
    for (const entry of open) this.#judge(entry);
    return open;
  }

  /** Halves a batch to find the outcome that the database refuses. That one waits for a scan. */
  async #writeApart(batch: Entry[], err: Error): Promise<Entry[]> {
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      const left = await this.#write(batch.slice(0, half));
      return [...left, ...(await this.#write(batch.slice(half)))];
    }
    for (const entry of batch) {
      const { uuid: delivery_uuid, subscription_uuid } = entry.delivery;
      const line = { err, delivery_uuid, subscription_uuid };
      this.#options.log.error(line, 'the database refuses the outcome of a delivery; it is made again');
      this.#options.deliveryMetrics.notSettled(1);
      this.#release(entry);
    }
    return [];
  }

  /** Frees the slot of a written outcome. `again` is the delivery, if it waits for a retry. */
  #leave(entry: Entry, again: queries.PutOff | undefined): void {
    this.#release(entry);
    if (again) entry.receiver.putBack(again);
    this.#place(entry.receiver);
  }

  #release({ receiver, delivery, done }: Entry): void {
    receiver.settled(delivery.uuid);
    done();
  }

  #place(receiver: Receiver): void {
    this.#receivers.place(receiver);
    this.#options.onChange();
  }
}

type Entry = SentDelivery & { done: () => void };

/** True for SQLSTATE classes 22 (unfit value) and 23 (constraint): an outcome is at fault. */
function isRefusal({ code = '' }: Error & { code?: string }): boolean {
  return /^2[23]/.test(code);
}
