import type { AuditCause } from '../../audit/actions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { revokeGrant } from '../grants/actions.ts';
import * as queries from './queries.ts';

/** A batch is small, so that its locks disturb nobody. */
const BATCH = 1000;

/**
 * Revoked grants are kept for this time, so that questions about an ended connection can be
 * answered.
 */
const REVOKED_GRANT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

const SERVICE: AuditCause = {
  actor: { type: 'service', uuid: null, name: 'housekeeping' },
  request_id: 'housekeeping',
  address: null,
};

/**
 * Deletes one batch of expired rows; returns their number, 0 when nothing is left. Rows that refer
 * to others go first.
 */
export async function cleanUpOAuth(db: Queryable, clock: Clock): Promise<number> {
  for (const cleanUp of [
    forgetUnusedCodes,
    forgetExpiredPairs,
    forgetEmptyAuthorizations,
    endEmptyGrants,
    forgetRevokedGrants,
  ]) {
    const deleted = await cleanUp(db, clock);
    if (deleted > 0) return deleted;
  }
  return 0;
}

function forgetUnusedCodes(db: Queryable, clock: Clock): Promise<number> {
  return queries.deleteUnusedCodes(db, clock.now(), BATCH);
}

/** Used refresh tokens stay until they expire, because their reuse must be noticed. */
const forgetExpiredPairs = forgetting('oauth_token_pairs', 'refresh_token_expires_at');

function forgetEmptyAuthorizations(db: Queryable): Promise<number> {
  return queries.deleteEmptyAuthorizations(db, BATCH);
}

/**
 * Ends grants without a code or token: the code was never redeemed, or the application was not used
 * for six months. The subscriptions made under them stop as well.
 */
async function endEmptyGrants(db: Queryable, clock: Clock): Promise<number> {
  const found = await queries.findEmptyGrants(db, BATCH);
  let ended = 0;
  for (const { uuid } of found) {
    await db.transaction(async (tx) => {
      if (!(await queries.lockEmptyGrant(tx, uuid))) return;
      if (await revokeGrant({ clock }, tx, SERVICE, uuid, 'expired')) ended++;
    });
  }
  return ended;
}

/** Deletes what belongs to the grants as well, by cascade. */
const forgetRevokedGrants = forgetting('oauth_grants', 'revoked_at', REVOKED_GRANT_LIFETIME_MS);
