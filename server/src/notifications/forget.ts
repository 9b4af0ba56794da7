import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { forgetting } from '../platform/database/delete-before.ts';

/** How long notifications are kept. */
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes what tells of records that are gone for good. */
export async function forgetNotificationsAbout(db: Queryable, subject_uuids: string[]): Promise<void> {
  await db.query(sql`DELETE FROM notifications WHERE subject_uuid = ANY (${subject_uuids}::uuid[])`);
}

/** Deletes a batch of old notifications; returns how many. */
export const forgetOldNotifications = forgetting('notifications', 'created_at', LIFETIME_MS);
