import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { HourSums } from '../queue/tally.ts';

/**
 * The hours of a subscription with attempts at `since` or later, the earliest first. The caller has
 * found the subscription to be theirs.
 */
export function listHours(
  db: Queryable,
  subscription_uuid: string,
  since: Date,
): Promise<Omit<HourSums, 'subscription_uuid' | 'called_at'>[]> {
  return db.query(sql`
    SELECT hour, succeeded, failed, duration_ms, duration_max_ms FROM webhook_attempt_hours
    WHERE subscription_uuid = ${subscription_uuid} AND hour >= ${since} ORDER BY hour`);
}
