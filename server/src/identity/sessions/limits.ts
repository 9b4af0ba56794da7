import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
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

/** A try that was let through, under each of the names it counts for. */
export type Try = { byNameAndHost: Limit; byName: Limit; byHost: Limit };

type Limit = { limiter: FailureLimiter; key: string };

/** Counted before the password is checked, so that tries made at once do not slip through. `rate_limited` when there were too many. */
export async function countTry(
  core: Core & { signInLimits: SignInLimits },
  name: queries.PersonName,
  address: string,
): Promise<Try | Problem> {
  const tried = await tryOf(core, name, address);
  const { byNameAndHost, byName, byHost } = tried;
  const isStrange = wait_s(byName) > 0 && !(await isKnownHost(core, name, address));
  // No waiting between the next line and the count.
  const longest_s = Math.max(wait_s(byNameAndHost), isStrange ? wait_s(byName) : 0, wait_s(byHost));
  if (longest_s > 0) {
    const detail = `There were too many tries to sign in. Wait ${Math.ceil(longest_s / 60)} minutes, then try again.`;
    return new Problem('rate_limited', detail, { headers: { 'retry-after': String(longest_s) } });
  }
  for (const { limiter, key } of [byNameAndHost, byName, byHost]) limiter.noteFailure(key);
  return tried;
}

/** For a host only this try is taken back: whoever has a password of their own could otherwise guess others for ever. */
export function forgiveTry({ byNameAndHost, byName, byHost }: Try): void {
  byNameAndHost.limiter.forgive(byNameAndHost.key);
  byName.limiter.forgive(byName.key);
  byHost.limiter.takeBack(byHost.key);
}

/**
 * For a User who has proved by a mailed link who they are: their tries here and those of strangers under their name count no more. Those of
 * other hosts do, and those of this host under other names.
 */
export async function forgiveUser(
  core: Core & { signInLimits: SignInLimits },
  user: { uuid: string; email: string },
  address: string,
): Promise<void> {
  // A password that is asked for again is counted under the uuid.
  for (const name of [{ email: user.email }, { user_uuid: user.uuid }]) {
    const { byNameAndHost, byName } = await tryOf(core, name, address);
    byNameAndHost.limiter.forgive(byNameAndHost.key);
    byName.limiter.forgive(byName.key);
  }
}

async function tryOf(
  { db, signInLimits }: Core & { signInLimits: SignInLimits },
  name: queries.PersonName,
  address: string,
): Promise<Try> {
  const key = 'email' in name ? await keyOfEmail(db, name.email) : `user ${name.user_uuid}`;
  const host = hostOf(address);
  return {
    byNameAndHost: { limiter: signInLimits.byNameAndHost, key: `${key} ${host}` },
    byName: { limiter: signInLimits.byName, key },
    byHost: { limiter: signInLimits.byHost, key: host },
  };
}

function wait_s({ limiter, key }: Limit): number {
  return limiter.wait_s(key);
}

async function keyOfEmail(db: Queryable, email: string): Promise<string> {
  // No address is longer: nobody fills our memory with names.
  return `email ${await queries.foldEmail(db, email.slice(0, EMAIL_MAX_LENGTH))}`;
}

function isKnownHost({ db, clock }: Core, name: queries.PersonName, address: string): Promise<boolean> {
  const since = toApiTime(new Date(clock.now().getTime() - KNOWN_HOST_MS));
  return queries.isKnownHost(db, name, hostOf(address), since);
}
