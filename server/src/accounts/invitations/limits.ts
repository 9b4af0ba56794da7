import { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** So many are more than a business invites in a day, and too few to be of use as a mail relay. */
const INVITATIONS_MAX_PER_DAY = 100;

/** How many invitations a User may send, with all their tokens and to all their Accounts. */
export function invitationLimiter(clock: Clock): RateLimiter {
  return new RateLimiter(INVITATIONS_MAX_PER_DAY, clock, 24 * 60 * 60);
}
