/** Attempts under way at a time in one worker, not counting those that take long. */
export const IN_FLIGHT_MAX = 256;

/** All deliveries that a worker holds leases on: under way, however long, or with their outcome just being written. */
export const LEASED_MAX = 16 * IN_FLIGHT_MAX;

/**
 * An attempt that takes longer waits for its receiver, at the price of a socket and its share of a body: it keeps no other delivery from
 * being sent. It takes some 500 receivers that hang with all their slots to fill a worker (decision 0043).
 */
const SLOW_AFTER_MS = 50;

/** Counts what a worker has under way, to know how much more it may claim. `onRoom` is called when that becomes more. */
export class InFlight {
  readonly #onRoom: () => void;
  #sending = 0;
  #leased = 0;

  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  get room(): number {
    return Math.min(IN_FLIGHT_MAX - this.#sending, LEASED_MAX - this.#leased);
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
    }, SLOW_AFTER_MS).unref();
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
