import type { Clock } from '../clock.ts';

/** Seconds over which RAPPORT_RATE_LIMIT requests are allowed. */
export const RATE_LIMIT_WINDOW_S = 10;

export type RateDecision = {
  allowed: boolean;
  /** `RateLimit-Policy`, `RateLimit`, and `Retry-After` when refused (draft-ietf-httpapi-ratelimit-headers). */
  headers: Record<string, string>;
};

/** A bucket no one has drawn from for this long is full again and is forgotten. */
const FORGET_AFTER_MS = RATE_LIMIT_WINDOW_S * 1000;

/**
 * Token buckets, one a caller: a bucket holds `limit` requests and refills evenly within the window, so a burst is
 * welcome and a flood is not. They live in the process: with several nodes each allows the limit for itself.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { left: number; at_ms: number }>();
  #sweep_at_ms = 0;

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes one request out of the bucket of `key`. A limit of 0 allows everything. */
  take(key: string): RateDecision {
    if (this.#limit === 0) return { allowed: true, headers: {} };
    const now_ms = this.#clock.now().getTime();
    this.#forgetFullBuckets(now_ms);
    const perMs = this.#limit / (RATE_LIMIT_WINDOW_S * 1000);
    const bucket = this.#buckets.get(key) ?? { left: this.#limit, at_ms: now_ms };
    bucket.left = Math.min(this.#limit, bucket.left + Math.max(0, now_ms - bucket.at_ms) * perMs);
    bucket.at_ms = now_ms;
    const allowed = bucket.left >= 1;
    if (allowed) bucket.left -= 1;
    this.#buckets.set(key, bucket);
    const untilNext_s = Math.ceil(Math.max(0, 1 - bucket.left) / perMs / 1000);
    const untilFull_s = Math.ceil((this.#limit - bucket.left) / perMs / 1000);
    return {
      allowed,
      headers: {
        'ratelimit-policy': `"default";q=${this.#limit};w=${RATE_LIMIT_WINDOW_S}`,
        ratelimit: `"default";r=${Math.floor(bucket.left)};t=${untilFull_s}`,
        ...(allowed ? {} : { 'retry-after': String(untilNext_s) }),
      },
    };
  }

  #forgetFullBuckets(now_ms: number): void {
    if (now_ms < this.#sweep_at_ms) return;
    this.#sweep_at_ms = now_ms + FORGET_AFTER_MS;
    for (const [key, bucket] of this.#buckets)
      if (bucket.at_ms + FORGET_AFTER_MS <= now_ms) this.#buckets.delete(key);
  }
}
