import type { Clock } from '../../platform/time/clock.ts';
import { type KnownEndpoint, Receiver } from './receiver.ts';

/** A receiver with the delivery whose turn has come. */
export type Turn = { receiver: Receiver; uuid: string };

/** The receivers of a worker for which something waits. They take turns, one delivery each. */
export class Receivers {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #all = new Map<string, Receiver>();
  /** Receivers with something to take, the next one first. */
  readonly #queue = new Set<Receiver>();
  readonly #hungry = new Set<Receiver>();
  /** Receivers that wait for the clock, each with the time at which it has something to do. */
  readonly #timed = new Map<Receiver, number>();
  next_ms = Number.POSITIVE_INFINITY;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  get now_ms(): number {
    return this.#clock.now().getTime();
  }

  get(uuid: string): Receiver | undefined {
    return this.#all.get(uuid);
  }

  all(): Iterable<Receiver> {
    return this.#all.values();
  }

  has(receiver: Receiver): boolean {
    return this.#all.get(receiver.uuid) === receiver;
  }

  /** Adds a receiver, or brings a known one up to date. */
  put(endpoint: KnownEndpoint): void {
    const known = this.#all.get(endpoint.subscription_uuid);
    const receiver = known ?? new Receiver(endpoint);
    if (!known) this.#all.set(receiver.uuid, receiver);
    else if (known.endpoint.version !== endpoint.version) {
      known.endpoint = endpoint;
      known.reload();
    }
    this.place(receiver);
  }

  drop(receiver: Receiver): void {
    this.#all.delete(receiver.uuid);
    this.#queue.delete(receiver);
    this.#hungry.delete(receiver);
    this.#timed.delete(receiver);
  }

  /** Sorts a changed receiver: ready, hungry, or waiting for the clock. */
  place(receiver: Receiver): void {
    if (!this.has(receiver)) return;
    const { now_ms } = this;
    if (receiver.canTake(now_ms) && !this.#queue.has(receiver)) {
      receiver.ready_since_ms = now_ms;
      this.#queue.add(receiver);
    }
    if (receiver.isHungry(now_ms)) this.#hungry.add(receiver);
    const at_ms = receiver.wakesAt_ms(now_ms);
    if (at_ms === Number.POSITIVE_INFINITY) this.#timed.delete(receiver);
    else {
      this.#timed.set(receiver, at_ms);
      this.next_ms = Math.min(this.next_ms, at_ms);
    }
  }

  /** Places the receivers whose time has come. */
  wake(): void {
    const { now_ms } = this;
    if (now_ms < this.next_ms) return;
    this.next_ms = Number.POSITIVE_INFINITY;
    for (const [receiver, at_ms] of this.#timed) {
      if (at_ms <= now_ms) this.place(receiver);
      else this.next_ms = Math.min(this.next_ms, at_ms);
    }
  }

  /** Takes up to `limit` deliveries: one of each receiver, then a second. Leaving ones get none. */
  take(limit: number, isLeaving: (uuid: string) => boolean = () => false): Turn[] {
    const turns: Turn[] = [];
    // A receiver put back during the loop comes again at its end.
    for (const receiver of this.#queue) {
      this.#queue.delete(receiver);
      const uuid = isLeaving(receiver.uuid) ? null : receiver.take(this.now_ms);
      if (uuid !== null) {
        turns.push({ receiver, uuid });
        this.place(receiver);
      }
      if (turns.length === limit) break;
    }
    return turns;
  }

  get isReady(): boolean {
    return this.#queue.size > 0;
  }

  get isHungry(): boolean {
    return this.#hungry.size > 0;
  }

  /** Takes up to `limit` receivers whose next deliveries should be read. */
  takeHungry(limit: number): Receiver[] {
    const taken: Receiver[] = [];
    for (const receiver of this.#hungry) {
      if (taken.length === limit) break;
      this.#hungry.delete(receiver);
      if (receiver.isHungry(this.now_ms)) taken.push(receiver);
    }
    return taken;
  }

  /** How long the first ready receiver without attempts has waited; 0 when there is none. */
  get lag_ms(): number {
    for (const { sending, ready_since_ms } of this.#queue)
      if (sending === 0) return Math.max(this.now_ms - ready_since_ms, 0);
    return 0;
  }
}
