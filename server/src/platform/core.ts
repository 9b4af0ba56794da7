import type { Queryable } from './database/database.ts';
import type { SecretKey } from './secrets/secret-key.ts';
import type { Clock } from './time/clock.ts';

/**
 * The dependencies of actions, passed explicitly. `db` may be a transaction that the caller opened.
 * `base_url` is the address under which others reach us, without a slash at its end.
 */
export type Core = { db: Queryable; clock: Clock; secretKey: SecretKey; base_url: string };
