import { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import type { Clock } from '../../platform/time/clock.ts';

/**
 * Limits the mails that requests cause, so that nobody uses us to fill other people's mailboxes.
 */
export type ProfileMailLimits = { resetsByHost: RateLimiter; emailChangesByUser: RateLimiter };

const HOUR_S = 60 * 60;

/** Enough for a whole office after a holiday, and for a User who mistypes an address. */
export function profileMailLimits(clock: Clock): ProfileMailLimits {
  return {
    resetsByHost: new RateLimiter(20, clock, HOUR_S),
    emailChangesByUser: new RateLimiter(5, clock, 24 * HOUR_S),
  };
}
