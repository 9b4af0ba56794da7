import type { Clock } from '../time/clock.ts';

/**
 * The longest sleep. A lost connection may lose a notification, so workers also look after this
 * time.
 */
export const POLL_INTERVAL_MS = 1_000;

/**
 * A flag that one side raises and one other side waits for. When it is raised while nobody waits,
 * the next wait ends at once.
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
   * Each call replaces the former promise. Racing one long-lived promise with timers for days would
   * leak memory.
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
