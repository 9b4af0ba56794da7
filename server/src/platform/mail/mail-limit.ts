import type { RateLimiter } from '../http/api/rate-limit.ts';
import { Problem } from '../problem.ts';

/** Counts one mail against the limit of `key`; 429 with the time to wait when none is left. */
export function refuseMail(limiter: RateLimiter, key: string): Problem | null {
  const { allowed, headers } = limiter.take(key);
  if (allowed) return null;
  const wait_s = headers['retry-after']!;
  const detail = `You have requested too many mails. Wait ${Math.ceil(Number(wait_s) / 60)} minutes, then try again.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': wait_s } });
}
