import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';

/** How long notifications are kept. */
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

const CLEAN_UP_BATCH = 1000;

/** Deletes what tells of records that are gone for good. */
export async function forgetNotificationsAbout(db: Queryable, subject_uuids: string[]): Promise<void> {
  await db.query(sql`DELETE FROM notifications WHERE subject_uuid = ANY (${subject_uuids}::uuid[])`);
}

/** Deletes a batch of old notifications; returns how many. */
export async function forgetOldNotifications(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - LIFETIME_MS);
  const rows = await db.query(sql`
    DELETE FROM notifications WHERE uuid IN (
      SELECT uuid FROM notifications WHERE created_at < ${before} ORDER BY created_at LIMIT ${CLEAN_UP_BATCH})
    RETURNING 1`);
  return rows.length;
}
