import type { EndpointState } from './breaker.ts';

/** First attempts of one receiver that are kept in memory; later ones stay in the table alone. */
export const KEPT_MAX = 32;

/** A receiver with fewer first attempts in memory than these has more of them read. */
const REFILL_BELOW = 8;

/** Retries of one receiver that are read at once. */
export const RETRIES_MAX = 64;

/** Deliveries of a disabled receiver that are ended at once. */
const ENDS_MAX = 256;

/** One turn in this many goes to a retry first; the others go to first attempts. */
const RETRY_TURN = 4;

/** The uuids before and after all others: the table still has the whole backlog, or none of it. */
export const ALL_IN_TABLE = '00000000-0000-0000-0000-000000000000';
const NONE_IN_TABLE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A receiver's state in a worker. Disabling it, or a User's change, makes a new version. */
export type KnownEndpoint = EndpointState & {
  subscription_uuid: string;
  url: string;
  disabled: boolean;
  /** A delivery sent again by hand during a failure: it gets the next attempt, even in a pause. */
  probe_uuid: string | null;
  version: string;
};

type Row = { uuid: string; due_at: string | null };

/** The deliveries that one read finds: the first attempts behind `after`, and retries. */
type Refill = { after: string; first: Row[]; retries: Row[] };

/** A receiver, and those of its deliveries that come next. No I/O, and no clock of its own. */
export class Receiver {
  endpoint: KnownEndpoint;
  /** First attempts in the order of their events, complete up to the uuid `after`. */
  #first: string[] = [];
  #after = ALL_IN_TABLE;
  /** Retries whose time has come. */
  #retries: string[] = [];
  /** When to ask the table for retries. */
  #retry_at_ms = 0;
  #turns = 0;
  /** Deliveries that were taken and are not settled yet. */
  readonly #taken = new Set<string>();
  /** How many of the taken deliveries have an attempt that has not ended. */
  sending = 0;
  /** When the receiver last became ready for a turn. It shows how far the worker is behind. */
  ready_since_ms = 0;

  constructor(endpoint: KnownEndpoint) {
    this.endpoint = endpoint;
  }

  get uuid(): string {
    return this.endpoint.subscription_uuid;
  }

  /** True when the receiver has nothing under way and, as far as is known, nothing that waits. */
  get isIdle(): boolean {
    return (
      this.#after === NONE_IN_TABLE &&
      this.#first.length + this.#retries.length + this.#taken.size === 0 &&
      this.#retry_at_ms === Number.POSITIVE_INFINITY &&
      this.endpoint.probe_uuid === null
    );
  }

  get hasTaken(): boolean {
    return this.#taken.size > 0;
  }

  /** Forgets the deliveries that wait, so that they are read from the table again. */
  reload(): void {
    this.#first = [];
    this.#retries = [];
    this.#after = ALL_IN_TABLE;
    this.#retry_at_ms = 0;
  }

  /** Notes a delivery that waits for its first attempt. */
  add(uuid: string): void {
    if (this.#taken.has(uuid) || uuid > this.#after) return;
    let place = this.#first.length;
    while (place > 0 && this.#first[place - 1]! > uuid) place -= 1;
    if (this.#first[place - 1] === uuid) return;
    this.#first.splice(place, 0, uuid);
    if (this.#first.length <= KEPT_MAX) return;
    this.#first.pop();
    this.#after = this.#first.at(-1)!;
  }

  /** Notes that a retry is due at `due_at_ms`, to be read from the table then. */
  addRetry(due_at_ms: number): void {
    this.#retry_at_ms = Math.min(this.#retry_at_ms, due_at_ms);
  }

  /** Returns how many deliveries may be taken now. */
  #free(now_ms: number): number {
    const { disabled, disabled_reason, slots, paused_until, probe_uuid } = this.endpoint;
    if (disabled) return ENDS_MAX - this.sending;
    // About to be disabled: it gets no attempts until the database knows.
    if (disabled_reason !== null) return 0;
    const isPaused = paused_until !== null && paused_until.getTime() > now_ms;
    return isPaused && probe_uuid === null ? 0 : slots - this.sending;
  }

  canTake(now_ms: number): boolean {
    if (this.#free(now_ms) <= 0) return false;
    return this.#byHand === null
      ? this.#first.length + this.#retries.length > 0
      : !this.#taken.has(this.#byHand);
  }

  /** A delivery sent again by hand. Until it is settled, the receiver gets no other. */
  get #byHand(): string | null {
    return this.endpoint.disabled ? null : this.endpoint.probe_uuid;
  }

  /** Takes the delivery whose turn it is; null when there is none. */
  take(now_ms: number): string | null {
    if (!this.canTake(now_ms)) return null;
    const uuid = this.#byHand ?? this.#next();
    if (uuid === null) return null;
    this.#taken.add(uuid);
    this.sending += 1;
    return uuid;
  }

  #next(): string | null {
    this.#turns += 1;
    const lists = [this.#first, this.#retries];
    if (this.#turns % RETRY_TURN === 0) lists.reverse();
    for (const list of lists) {
      while (list.length > 0) {
        const uuid = list.shift()!;
        if (!this.#taken.has(uuid)) return uuid;
      }
    }
    return null;
  }

  /** Frees the slot of a taken delivery, whose attempt has ended. */
  attempted(): void {
    this.sending -= 1;
  }

  /** Forgets a taken delivery that is settled, or that is no longer in the table. */
  settled(uuid: string): void {
    this.#taken.delete(uuid);
    if (this.endpoint.probe_uuid === uuid) this.endpoint.probe_uuid = null;
  }

  /** Has a taken delivery wait again. */
  putBack({ uuid, schedule_step, due_at }: { uuid: string; schedule_step: number; due_at: string }): void {
    this.#taken.delete(uuid);
    if (schedule_step > 0) this.addRetry(Date.parse(due_at));
    else this.add(uuid);
  }

  /** Gives up a taken delivery that was not attempted: it is read from the table again. */
  cancel(uuid: string): void {
    this.#taken.delete(uuid);
    this.attempted();
    this.reload();
  }

  /** True when more deliveries of the receiver should be read now. */
  isHungry(now_ms: number): boolean {
    if (this.#free(now_ms) <= 0 || this.#byHand !== null) return false;
    const retriesWait = this.endpoint.disabled
      ? this.#retry_at_ms < Number.POSITIVE_INFINITY
      : this.#retry_at_ms <= now_ms;
    return (
      (this.#after !== NONE_IN_TABLE && this.#first.length < REFILL_BELOW) ||
      (retriesWait && this.#retries.length === 0)
    );
  }

  /** Returns where the read goes on. A retry postponed during the read sets the next one's time. */
  beginRefill(): string {
    this.#retry_at_ms = Number.POSITIVE_INFINITY;
    return this.#after;
  }

  refill({ after, first, retries }: Refill, now_ms: number): void {
    if (this.#after === after) {
      for (const { uuid } of first)
        if (!this.#taken.has(uuid) && !this.#first.includes(uuid)) this.#first.push(uuid);
      this.#after = first.length < KEPT_MAX ? NONE_IN_TABLE : first.at(-1)!.uuid;
    }
    const due = retries.filter(({ due_at }) => this.endpoint.disabled || Date.parse(due_at!) <= now_ms);
    this.#retries = due.map(({ uuid }) => uuid).filter((uuid) => !this.#taken.has(uuid));
    const next = retries[due.length];
    if (next) this.addRetry(Date.parse(next.due_at!));
    else if (retries.length === RETRIES_MAX) this.addRetry(now_ms);
  }

  /** Has the deliveries read again, because their read failed. */
  cancelRefill(): void {
    this.#retry_at_ms = 0;
  }

  /** Returns when the clock brings the receiver work: its pause ends, or a retry is due. */
  wakesAt_ms(now_ms: number): number {
    const { paused_until, slots, disabled } = this.endpoint;
    if (slots === 0 && !disabled) return Number.POSITIVE_INFINITY;
    const paused_until_ms = paused_until?.getTime() ?? 0;
    if (paused_until_ms > now_ms) return paused_until_ms;
    return this.#retry_at_ms > now_ms ? this.#retry_at_ms : Number.POSITIVE_INFINITY;
  }
}
