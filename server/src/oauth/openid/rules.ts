import type { User } from '@rapport/contract/accounts';

/** The life of an ID token. One hour is ample: it is read once, right after sign-in. */
export const ID_TOKEN_LIFETIME_S = 60 * 60;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The time for which a key signs. It bounds the damage of a key that leaked unnoticed. */
const KEY_LIFETIME_MS = 90 * DAY_MS;

/**
 * A key is published for this time before its first use, and for this time after the last. Clients
 * must not keep the key set longer.
 */
const KEY_OVERLAP_MS = DAY_MS;

type Times = { uuid: string; used_from: string };

/**
 * The key to sign with: the newest one whose first use lies in the past. `keys` are of one
 * algorithm, newest first.
 */
export function currentKey<Key extends Times>(keys: Key[], now: Date): Key | undefined {
  return keys.find((key) => Date.parse(key.used_from) <= now.getTime());
}

/** The time of first use for a new key, or null while none is needed. Without any key it is now. */
export function nextKeyFrom(keys: Times[], now: Date): Date | null {
  const newest = keys[0];
  if (newest === undefined) return now;
  const due_ms = Date.parse(newest.used_from) + KEY_LIFETIME_MS - KEY_OVERLAP_MS;
  return now.getTime() < due_ms ? null : new Date(now.getTime() + KEY_OVERLAP_MS);
}

/**
 * The uuids of the keys that are not needed: all ID tokens they signed have expired since a later
 * key took over.
 */
export function outlivedKeys(keys: Times[], now: Date): string[] {
  const replaced = keys.findIndex((key) => Date.parse(key.used_from) + KEY_OVERLAP_MS <= now.getTime());
  return replaced === -1 ? [] : keys.slice(replaced + 1).map((key) => key.uuid);
}

/**
 * The claims about the User for a scope (OpenID Connect Core §5.4). `sub` is the uuid, which never
 * passes to another User.
 */
export function claimsOf(user: User, scope: string[]): Record<string, unknown> {
  return {
    sub: user.uuid,
    ...(scope.includes('profile') && {
      name: user.name,
      updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
    }),
    ...(scope.includes('email') && { email: user.email, email_verified: user.email_verified }),
  };
}
