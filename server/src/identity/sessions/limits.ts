import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import { FailureLimiter } from '../../platform/http/failure-limiter.ts';
import { hostOf } from '../../platform/http/origin.ts';
import { Problem } from '../../platform/problem.ts';
import * as queries from './queries.ts';

/** How many tries to sign in are let through before they must wait. */
export type SignInLimits = {
  byNameAndHost: FailureLimiter;
  byName: FailureLimiter;
  byHost: FailureLimiter;
};

/** From where a User has signed in within this time, they can although others have used up the tries under their name. */
export const KNOWN_HOST_MS = 90 * 24 * 60 * 60 * 1000;

/** Ten tries for somebody who has forgotten; more for a whole office, or for a User whom others try to lock out. */
export function signInLimits(clock: Clock): SignInLimits {
  const window_ms = 15 * 60 * 1000;
  return {
    byNameAndHost: new FailureLimiter(10, window_ms, clock),
    byName: new FailureLimiter(50, window_ms, clock),
    byHost: new FailureLimiter(100, window_ms, clock),
  };
}

/** Counted before the password is checked, so that tries made at once do not slip through. `rate_limited` when there were too many. */
export async function countTry(
  core: Core & { signInLimits: SignInLimits },
  email: string,
  address: string,
): Promise<Problem | null> {
  const limits = core.signInLimits;
  const [byNameAndHost, byName, byHost] = keysOf(limits, email, address);
  const isStrange = wait_s(byName) > 0 && !(await isKnownHost(core, email, address));
  // No waiting between the next line and the count.
  const longest_s = Math.max(wait_s(byNameAndHost), isStrange ? wait_s(byName) : 0, wait_s(byHost));
  if (longest_s > 0) {
    const detail = `There were too many tries to sign in. Wait ${Math.ceil(longest_s / 60)} minutes, then try again.`;
    return new Problem('rate_limited', detail, { headers: { 'retry-after': String(longest_s) } });
  }
  for (const [limiter, key] of [byNameAndHost, byName, byHost]) limiter.noteFailure(key);
  return null;
}

/** For a host only this try is taken back: whoever has a password of their own could otherwise guess others for ever. */
export function forgiveTries(limits: SignInLimits, email: string, address: string): void {
  const [[byNameAndHost, both], [byName, name], [byHost, host]] = keysOf(limits, email, address);
  byNameAndHost.forgive(both);
  byName.forgive(name);
  byHost.takeBack(host);
}

/**
 * For a User who has proved by a mailed link who they are: their tries here and those of strangers under their name count no more. Those of
 * other hosts do, and those of this host under other names.
 */
export function forgiveUser(
  limits: SignInLimits,
  user: { uuid: string; email: string },
  address: string,
): void {
  // A password that is asked for again is counted under the uuid.
  for (const name of [user.email, user.uuid]) {
    const [[byNameAndHost, both], [byName, key]] = keysOf(limits, name, address);
    byNameAndHost.forgive(both);
    byName.forgive(key);
  }
}

type Limit = [limiter: FailureLimiter, key: string];

function keysOf(limits: SignInLimits, email: string, address: string): [Limit, Limit, Limit] {
  // No address is longer: nobody fills our memory with names.
  const name = email.toLowerCase().slice(0, EMAIL_MAX_LENGTH);
  const host = hostOf(address);
  return [
    [limits.byNameAndHost, `${name} ${host}`],
    [limits.byName, name],
    [limits.byHost, host],
  ];
}

function wait_s([limiter, key]: Limit): number {
  return limiter.wait_s(key);
}

function isKnownHost({ db, clock }: Core, email: string, address: string): Promise<boolean> {
  const since = toApiTime(new Date(clock.now().getTime() - KNOWN_HOST_MS));
  return queries.isKnownHost(db, email, hostOf(address), since);
}
