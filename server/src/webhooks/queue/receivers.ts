import { type KnownEndpoint, Receiver } from './receiver.ts';

/** A receiver with the delivery whose turn has come. */
export type Turn = { receiver: Receiver; uuid: string };

/** The receivers of a worker for which something waits. They take turns, one delivery each. */
export class Receivers {
  readonly #all = new Map<string, Receiver>();
  /** Receivers with something to take, the next one first. */
  readonly #queue = new Set<Receiver>();
  readonly #hungry = new Set<Receiver>();
  /** Receivers that wait for the clock, and the earliest of their moments. */
  readonly #timed = new Map<Receiver, number>();
  #next_ms = Number.POSITIVE_INFINITY;

  get(uuid: string): Receiver | undefined {
    return this.#all.get(uuid);
  }

  all(): Iterable<Receiver> {
    return this.#all.values();
  }

  has(receiver: Receiver): boolean {
    return this.#all.get(receiver.uuid) === receiver;
  }

  /** Takes up a receiver, or what is now known of it. */
  put(endpoint: KnownEndpoint, now_ms: number): void {
    const known = this.#all.get(endpoint.subscription_uuid);
    const receiver = known ?? new Receiver(endpoint);
    if (!known) this.#all.set(receiver.uuid, receiver);
    else if (known.endpoint.version !== endpoint.version) {
      known.endpoint = endpoint;
      known.reload();
    }
    this.place(receiver, now_ms);
  }

  drop(receiver: Receiver): void {
    this.#all.delete(receiver.uuid);
    this.#queue.delete(receiver);
    this.#hungry.delete(receiver);
    this.#timed.delete(receiver);
  }

  /** Notes what a receiver can do after it has changed. */
  place(receiver: Receiver, now_ms: number): void {
    if (!this.has(receiver)) return;
    if (receiver.canTake(now_ms) && !this.#queue.has(receiver)) {
      receiver.ready_since_ms = now_ms;
      this.#queue.add(receiver);
    }
    if (receiver.isHungry(now_ms)) this.#hungry.add(receiver);
    const at_ms = receiver.wakesAt_ms(now_ms);
    if (at_ms === Number.POSITIVE_INFINITY) this.#timed.delete(receiver);
    else {
      this.#timed.set(receiver, at_ms);
      this.#next_ms = Math.min(this.#next_ms, at_ms);
    }
  }

  /** Places those whose moment has come; returns the next such moment. */
  wake(now_ms: number): number {
    if (now_ms < this.#next_ms) return this.#next_ms;
    this.#next_ms = Number.POSITIVE_INFINITY;
    for (const [receiver, at_ms] of this.#timed) {
      if (at_ms <= now_ms) this.place(receiver, now_ms);
      else this.#next_ms = Math.min(this.#next_ms, at_ms);
    }
    return this.#next_ms;
  }

  /** Up to `limit` deliveries, one of each receiver, then a second; none of one that is leaving. */
  take(limit: number, now_ms: number, isLeaving: (uuid: string) => boolean = () => false): Turn[] {
    const turns: Turn[] = [];
    // A receiver put back during the loop comes again at its end.
    for (const receiver of this.#queue) {
      this.#queue.delete(receiver);
      const uuid = isLeaving(receiver.uuid) ? null : receiver.take(now_ms);
      if (uuid !== null) {
        turns.push({ receiver, uuid });
        this.place(receiver, now_ms);
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

  /** Up to `limit` receivers whose rows should be read. */
  takeHungry(limit: number, now_ms: number): Receiver[] {
    const taken: Receiver[] = [];
    for (const receiver of this.#hungry) {
      if (taken.length === limit) break;
      this.#hungry.delete(receiver);
      if (receiver.isHungry(now_ms)) taken.push(receiver);
    }
    return taken;
  }

  /** Since when the first receiver waits that has nothing under way; null when there is none. */
  get waiting_since_ms(): number | null {
    for (const receiver of this.#queue) if (receiver.sending === 0) return receiver.ready_since_ms;
    return null;
  }
}
