import type { Clock } from '../time/clock.ts';

/**
 * The longest sleep: a notification may be lost with its connection, so we look by ourselves now
 * and then.
 */
export const POLL_INTERVAL_MS = 1_000;

/**
 * A flag that one side raises and one other waits for. If nobody waits at that moment, the next
 * wait ends at once.
 */
export class Signal {
  #up = false;
  #resolve: (() => void) | null = null;

  raise(): void {
    this.#up = true;
    this.#resolve?.();
  }

  lower(): void {
    this.#up = false;
  }

  /**
   * Makes a new promise each time and keeps only the last, so that racing it with timers for days
   * leaks no memory.
   */
  raised(): Promise<void> {
    if (this.#up) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}

/** Resolves when `wake` is raised, and at the latest at `moment`. */
export async function sleepUntil(clock: Clock, moment: Date, wake: Signal): Promise<void> {
  const awake = new AbortController();
  await Promise.race([clock.waitUntil(moment, awake.signal), wake.raised()]);
  awake.abort();
}
