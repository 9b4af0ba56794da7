import { isMergeable } from '@rapport/contract/records/merges';
import { eraseEvents } from '../events/look-ups.ts';
import { forgetNotificationsAbout } from '../notifications/forget.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { keptSince } from '../platform/time/deleted-lifetime.ts';
import type { AnyKind } from './kind.ts';
import { forgetMergesInto } from './merge/queries.ts';
import { purgeRecords } from './queries.ts';

const BATCH = 1000;

/**
 * Deletes one batch of records whose time to be restored is over. Returns how many, so that the
 * caller knows whether to go on.
 */
export function purgeRecordsOf(kind: AnyKind, db: Queryable, clock: Clock): Promise<number> {
  return db.transaction(async (tx) => {
    const purged = await purgeRecords(tx, kind, keptSince(clock), BATCH);
    await eraseEvents(tx, purged);
    await forgetNotificationsAbout(tx, purged);
    if (purged.length > 0 && isMergeable(kind.definition)) await forgetMergesInto(tx, purged);
    return purged.length;
  });
}
