/** Attempts under way at a time in one worker, not counting those that hang. */
export const IN_FLIGHT_MAX = 256;

/** The part of it, and of the leases, that is kept for receivers with nothing under way: the others, however slow they are, leave it free. */
const RESERVE = 1 / 8;

/** All deliveries that a worker holds leases on: under way, hanging, or with their outcome just being written. */
export const LEASED_MAX = 4 * IN_FLIGHT_MAX;

/**
 * A receiver that answers does so within this time, mostly. Attempts that take longer are counted as leases only, of which there may
 * be more.
 */
const HANGING_AFTER_MS = 1_000;

/** Counts what a worker has under way, to know how much more it may claim. `onRoom` is called when that becomes more. */
export class InFlight {
  readonly #onRoom: () => void;
  #sending = 0;
  #leased = 0;

  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  /** For whatever is due. */
  get room(): number {
    return this.#left(1 - RESERVE);
  }

  /** For receivers that have nothing under way. */
  get roomForIdle(): number {
    return this.#left(1);
  }

  #left(part: number): number {
    return Math.min(part * IN_FLIGHT_MAX - this.#sending, part * LEASED_MAX - this.#leased);
  }

  /** Takes up a claimed batch. `sent` is to be called after each attempt, `settled` when its outcome is written. */
  add(count: number): { sent(): void; settled(): void } {
    let sending = count;
    let leftOut = 0;
    this.#sending += count;
    this.#leased += count;
    const timer = setTimeout(() => {
      leftOut = sending;
      this.#free(leftOut, 0);
    }, HANGING_AFTER_MS).unref();
    return {
      sent: () => {
        sending -= 1;
        if (sending === 0) clearTimeout(timer);
        if (leftOut > 0) leftOut -= 1;
        else this.#free(1, 0);
      },
      settled: () => this.#free(0, 1),
    };
  }

  #free(sending: number, leased: number): void {
    this.#sending -= sending;
    this.#leased -= leased;
    this.#onRoom();
  }
}
