import type { User } from '@rapport/contract/accounts';

/** How long an ID token may be accepted: it is read once, right after sign-in. */
export const ID_TOKEN_LIFETIME_S = 60 * 60;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new key this often, so that a key that leaked unnoticed does not serve for ever. */
const KEY_LIFETIME_MS = 90 * DAY_MS;

/**
 * A key is published this long before it is used, and stays this long after: nobody keeps a copy of
 * the key set for longer.
 */
const KEY_OVERLAP_MS = DAY_MS;

type Times = { uuid: string; used_from: string };

/**
 * The key to sign with: the newest whose time has come. `keys` are of one algorithm, the newest
 * first.
 */
export function currentKey<Key extends Times>(keys: Key[], now: Date): Key | undefined {
  return keys.find((key) => Date.parse(key.used_from) <= now.getTime());
}

/** When a new key should begin to be used; null: not yet needed. The first is needed at once. */
export function nextKeyFrom(keys: Times[], now: Date): Date | null {
  const newest = keys[0];
  if (newest === undefined) return now;
  const due_ms = Date.parse(newest.used_from) + KEY_LIFETIME_MS - KEY_OVERLAP_MS;
  return now.getTime() < due_ms ? null : new Date(now.getTime() + KEY_OVERLAP_MS);
}

/**
 * The keys that nobody needs: every ID token that they signed has expired since a later key took
 * over.
 */
export function outlivedKeys(keys: Times[], now: Date): string[] {
  const replaced = keys.findIndex((key) => Date.parse(key.used_from) + KEY_OVERLAP_MS <= now.getTime());
  return replaced === -1 ? [] : keys.slice(replaced + 1).map((key) => key.uuid);
}

/**
 * What a scope tells about the User (OpenID Connect Core §5.4). `sub` is the uuid, which is never
 * given to anybody else.
 */
export function claimsOf(user: User, email_verified: boolean, scope: string[]): Record<string, unknown> {
  return {
    sub: user.uuid,
    ...(scope.includes('profile') && {
      name: user.name,
      updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
    }),
    ...(scope.includes('email') && { email: user.email, email_verified }),
  };
}
