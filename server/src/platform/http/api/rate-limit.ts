import { setCapped } from '../../limits/capped-map.ts';
import type { Clock } from '../../time/clock.ts';

/** RAPPORT_RATE_LIMIT requests are allowed in this time. */
const RATE_LIMIT_WINDOW_S = 10;

type RateDecision = {
  allowed: boolean;
  /**
   * `RateLimit-Policy`, `RateLimit`, and for a refusal `Retry-After`
   * (draft-ietf-httpapi-ratelimit-headers).
   */
  headers: Record<string, string>;
};

/**
 * Token buckets, one for each caller. A bucket holds `limit` requests and refills evenly within the
 * window, so a short burst passes and a flood does not. Buckets are in the process, so each process
 * allows the limit by itself.
 *
 * A bucket counts in small units, so that all numbers are whole: a request takes `window_ms` units,
 * and each millisecond adds `limit`. With fractions, a caller that waited exactly as long as we
 * said could still be refused because of rounding.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #window_ms: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { drops: number; at_ms: number }>();
  #sweep_at_ms = 0;

  constructor(limit: number, clock: Clock, window_s = RATE_LIMIT_WINDOW_S) {
    this.#limit = limit;
    this.#window_ms = window_s * 1000;
    this.#clock = clock;
  }

  /**
   * Takes one request out of the bucket of `key`, which holds `times` the limit. With a limit of 0
   * everything is allowed.
   */
  take(key: string, times = 1): RateDecision {
    const limit = this.#limit * times;
    if (limit === 0) return { allowed: true, headers: {} };
    const now_ms = this.#clock.now().getTime();
    this.#forgetFullBuckets(now_ms);
    const full = limit * this.#window_ms;
    const bucket = this.#buckets.get(key) ?? { drops: full, at_ms: now_ms };
    bucket.drops = Math.min(full, bucket.drops + Math.max(0, now_ms - bucket.at_ms) * limit);
    bucket.at_ms = now_ms;
    const allowed = bucket.drops >= this.#window_ms;
    if (allowed) bucket.drops -= this.#window_ms;
    setCapped(this.#buckets, key, bucket);
    const untilNext_s = Math.ceil((this.#window_ms - bucket.drops) / limit / 1000);
    const untilFull_s = Math.ceil((full - bucket.drops) / limit / 1000);
    return {
      allowed,
      headers: {
        'ratelimit-policy': `"default";q=${limit};w=${this.#window_ms / 1000}`,
        ratelimit: `"default";r=${Math.floor(bucket.drops / this.#window_ms)};t=${untilFull_s}`,
        ...(allowed ? {} : { 'retry-after': String(untilNext_s) }),
      },
    };
  }

  /** Deletes buckets that nobody has used for a whole window: they are full again. */
  #forgetFullBuckets(now_ms: number): void {
    if (now_ms < this.#sweep_at_ms) return;
    this.#sweep_at_ms = now_ms + this.#window_ms;
    for (const [key, { at_ms }] of this.#buckets) {
      if (at_ms + this.#window_ms <= now_ms) this.#buckets.delete(key);
    }
  }
}
