/** The most attempts under way at a time in one worker, not counting those that take long. */
export const IN_FLIGHT_MAX = 256;

/** The most deliveries that a worker has taken: under way, or with their outcome being written. */
export const TAKEN_MAX = 16 * IN_FLIGHT_MAX;

/**
 * The most bytes of bodies under way, beyond which nothing more is taken: 4,096 large events of 256
 * KiB would take a gigabyte. One User, with eight attempts at each of a hundred receivers, cannot
 * fill it.
 */
export const BODIES_MAX_BYTES = 256 * 1024 * 1024;

/** The pause of a worker without a file descriptor for an attempt. */
const SHORTAGE_PAUSE_MS = 1_000;

/**
 * A slower attempt costs a socket and its share of a body, but keeps no other delivery from being
 * sent. Some 500 receivers that hang with all eight slots fill a worker (decision 0043).
 */
const SLOW_AFTER_MS = 50;

/** Attempts that began together. `sent`: one has ended; `settled`: its outcome is written. */
export type Batch = { sent(): void; settled(body: Buffer | null): void };

/** Counts what a worker has under way. Calls `onRoom` when it may take more. */
export class InFlight {
  readonly #onRoom: () => void;
  #sending = 0;
  #taken = 0;
  /** How many deliveries hold each body. */
  readonly #holders = new Map<Buffer, number>();
  #bodies_bytes = 0;
  #isPaused = false;

  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  get room(): number {
    if (this.#isPaused || this.#bodies_bytes >= BODIES_MAX_BYTES) return 0;
    return Math.min(IN_FLIGHT_MAX - this.#sending, TAKEN_MAX - this.#taken);
  }

  /** Counts a batch by the bodies of its deliveries; null for one that is not sent. */
  add(bodies: (Buffer | null)[]): Batch {
    let sending = bodies.length;
    let leftOut = 0;
    this.#sending += bodies.length;
    this.#taken += bodies.length;
    for (const body of bodies) this.#hold(body, 1);
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
      settled: (body) => {
        this.#hold(body, -1);
        this.#free(0, 1);
      },
    };
  }

  /** Leaves no room for a moment: this machine has nothing left to make attempts with. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    setTimeout(() => {
      this.#isPaused = false;
      this.#onRoom();
    }, SHORTAGE_PAUSE_MS).unref();
  }

  #hold(body: Buffer | null, by: 1 | -1): void {
    if (body === null) return;
    const before = this.#holders.get(body) ?? 0;
    const after = before + by;
    if (before === 0) this.#bodies_bytes += body.length;
    if (after > 0) return void this.#holders.set(body, after);
    this.#holders.delete(body);
    this.#bodies_bytes -= body.length;
  }

  #free(sending: number, taken: number): void {
    this.#sending -= sending;
    this.#taken -= taken;
    this.#onRoom();
  }
}
