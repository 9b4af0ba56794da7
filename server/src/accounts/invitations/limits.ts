import { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** More than a business invites in a day, and too few to make us a useful mail relay. */
const INVITATIONS_MAX_PER_DAY = 100;

/** Limits the invitations of a User, over all their tokens and Accounts. */
export function invitationLimiter(clock: Clock): RateLimiter {
  return new RateLimiter(INVITATIONS_MAX_PER_DAY, clock, 24 * 60 * 60);
}
