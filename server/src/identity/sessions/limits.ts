import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import { hostOf } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { foldEmail, isKnownHost, type PersonName } from './queries.ts';
import { waitFor_s } from './rules.ts';
import * as queries from './tries-queries.ts';

/**
 * A User who signed in from a host within this time can always try there, even when others have
 * used up the tries for their name.
 */
export const KNOWN_HOST_MS = 90 * 24 * 60 * 60 * 1000;

/** The time for which a wrong password counts. */
const WINDOW_MS = 15 * 60 * 1000;

/**
 * Tries in that time. Ten for a User who has forgotten the password. More for a name and for a
 * host: others may try to lock the User out, and a whole office may share one host.
 */
const LIMITS = { byNameAndHost: 10, byName: 50, byHost: 100 };

/**
 * The limits for codes. Only a person who has given the password can guess codes, so this page
 * needs no separate limit for strangers. At any time three of a million codes are right.
 */
const CODE_LIMITS = { ...LIMITS, byName: 10 };

/**
 * The subject of a try: the name given with a password, or the User whose second factor is asked
 * for.
 */
type TryName = PersonName | { second_factor_of: string };

/**
 * The keys that a try counts under, one for each limit. They are hashes, so that the table holds no
 * addresses.
 */
type Keys = Record<keyof typeof LIMITS, Buffer>;

/** A try that the limits allowed. */
export type Try = { uuid: string; keys: Keys };

/**
 * Counts a try in the database before the password is checked, so that tries at the same time or at
 * other processes count as well. `rate_limited` when there were too many.
 */
export async function countTry(core: Core, name: TryName, address: string): Promise<Try | Problem> {
  const keys = await keysOf(core.db, name, address);
  const limits = 'second_factor_of' in name ? CODE_LIMITS : LIMITS;
  return core.db.transaction(async (tx) => {
    const now = core.clock.now();
    const since = new Date(now.getTime() - WINDOW_MS);
    const [, tries] = await Promise.all([
      queries.lockKeys(tx, Object.values(keys)),
      queries.listTries(tx, Object.values(keys), since),
    ]);
    const waitOf_s = (kind: keyof Keys) => {
      const at = tries
        .filter(({ key }) => key.equals(keys[kind]))
        .map(({ tried_at }) => Date.parse(tried_at));
      return waitFor_s(at, limits[kind], WINDOW_MS, now.getTime());
    };
    const byName_s = waitOf_s('byName');
    const isStrange = byName_s > 0 && !(await isHostKnown(tx, now, name, address));
    const longest_s = Math.max(waitOf_s('byNameAndHost'), isStrange ? byName_s : 0, waitOf_s('byHost'));
    if (longest_s > 0) return tooMany(longest_s);
    const uuid = newUuid(now);
    queries.insertTry(tx, uuid, Object.values(keys), toApiTime(now));
    return { uuid, keys };
  });
}

/**
 * Takes a successful try back: all tries under the name, but only this one of the host. Otherwise a
 * User could guess other passwords for ever by giving their own in between.
 */
export function forgiveTry({ db }: Core, { uuid, keys }: Try): Promise<void> {
  return queries.deleteTries(db, [keys.byNameAndHost, keys.byName], uuid);
}

/** As `forgiveTry`, in the transaction that the try led to. */
export function forgiveTryIn(tx: Transaction, { uuid, keys }: Try): void {
  queries.sendDeletion(tx, [keys.byNameAndHost, keys.byName], uuid);
}

/**
 * Clears the tries of a User who has opened a mailed link: their own from this host, and all under
 * their name. Tries of other hosts, and those of this host under other names, still count.
 */
export async function forgiveUser(
  { db }: Core,
  user: { uuid: string; email: string },
  address: string,
): Promise<void> {
  // A repeated password check counts under the User's uuid instead of the address.
  for (const name of [{ email: user.email }, { user_uuid: user.uuid }]) {
    const { byNameAndHost, byName } = await keysOf(db, name, address);
    await queries.deleteTries(db, [byNameAndHost, byName], null);
  }
}

/** Deletes one batch of tries that no longer count; returns their number. */
export const forgetOldTries = forgetting('sign_in_tries', 'tried_at', WINDOW_MS);

function tooMany(wait_s: number): Problem {
  const detail = `Too many sign-ins failed. Wait ${Math.ceil(wait_s / 60)} minutes, then try again.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(wait_s) } });
}

async function keysOf(db: Queryable, name: TryName, address: string): Promise<Keys> {
  const person = await personOf(db, name);
  const host = hostOf(address);
  return {
    byNameAndHost: hashToken(`${person} from ${host}`),
    byName: hashToken(person),
    byHost: hashToken(`host ${host}`),
  };
}

async function personOf(db: Queryable, name: TryName): Promise<string> {
  if ('second_factor_of' in name) return `second factor of ${name.second_factor_of}`;
  if ('user_uuid' in name) return `user ${name.user_uuid}`;
  return `email ${await foldEmail(db, name.email.slice(0, EMAIL_MAX_LENGTH))}`;
}

async function isHostKnown(tx: Queryable, now: Date, name: TryName, address: string): Promise<boolean> {
  if ('second_factor_of' in name) return false;
  const since = toApiTime(new Date(now.getTime() - KNOWN_HOST_MS));
  return isKnownHost(tx, name, hostOf(address), since);
}
