import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { deleteBefore } from '../platform/database/delete-before.ts';
import type { Clock } from '../platform/time/clock.ts';

/** How long notifications are kept. */
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes what tells of records that are gone for good. */
export async function forgetNotificationsAbout(db: Queryable, subject_uuids: string[]): Promise<void> {
  await db.query(sql`DELETE FROM notifications WHERE subject_uuid = ANY (${subject_uuids}::uuid[])`);
}

/** Deletes a batch of old notifications; returns how many. */
export function forgetOldNotifications(db: Queryable, clock: Clock): Promise<number> {
  return deleteBefore(db, 'notifications', 'created_at', new Date(clock.now().getTime() - LIFETIME_MS));
}
