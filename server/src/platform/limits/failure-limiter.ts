import type { Clock } from '../time/clock.ts';
import { setCapped } from './capped-map.ts';

/**
 * Slows down guessing: after `limit` failures within `window_ms`, a key is refused until one of
 * them is older than that. The counts are in the process, so each process allows the limit by
 * itself.
 */
export class FailureLimiter {
  readonly #limit: number;
  readonly #window_ms: number;
  readonly #clock: Clock;
  readonly #failures = new Map<string, number[]>();
  #sweep_at_ms = 0;

  constructor(limit: number, window_ms: number, clock: Clock) {
    this.#limit = limit;
    this.#window_ms = window_ms;
    this.#clock = clock;
  }

  /** The seconds until the key may try again; 0: now. */
  wait_s(key: string): number {
    const now_ms = this.#clock.now().getTime();
    const recent = this.#recent(key, now_ms);
    if (recent.length < this.#limit) return 0;
    return Math.max(1, Math.ceil((recent.at(-this.#limit)! + this.#window_ms - now_ms) / 1000));
  }

  noteFailure(key: string): void {
    const now_ms = this.#clock.now().getTime();
    this.#forget(now_ms);
    setCapped(this.#failures, key, [...this.#recent(key, now_ms), now_ms].slice(-this.#limit));
  }

  /** Takes the last failure back when it turns out to be none. */
  takeBack(key: string): void {
    this.#failures.get(key)?.pop();
  }

  /** Forgets all failures of the key. */
  forgive(key: string): void {
    this.#failures.delete(key);
  }

  #recent(key: string, now_ms: number): number[] {
    return (this.#failures.get(key) ?? []).filter((at_ms) => at_ms + this.#window_ms > now_ms);
  }

  #forget(now_ms: number): void {
    if (now_ms < this.#sweep_at_ms) return;
    this.#sweep_at_ms = now_ms + this.#window_ms;
    for (const key of this.#failures.keys())
      if (this.#recent(key, now_ms).length === 0) this.#failures.delete(key);
  }
}
