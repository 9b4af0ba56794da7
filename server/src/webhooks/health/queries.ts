import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Hour } from './rules.ts';

/** Returns the hours of a caller's subscription from `since` on, the earliest first. */
export function listHours(db: Queryable, subscription_uuid: string, since: Date): Promise<Hour[]> {
  return db.query(sql`
    SELECT hour, succeeded, failed, duration_ms, duration_max_ms FROM webhook_attempt_hours
    WHERE subscription_uuid = ${subscription_uuid} AND hour >= ${since} ORDER BY hour`);
}
