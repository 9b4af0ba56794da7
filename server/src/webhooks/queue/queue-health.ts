import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { SHARDS } from '../../platform/workers/ownership-queries.ts';
import { SLOTS_MAX } from './breaker.ts';

/** The state of the deliveries of all Users, for the operator. */
export type DeliveryHealth = {
  /** `new`: not attempted yet; `sending`: under way; `waiting`: for a later attempt. */
  open: Record<'new' | 'waiting' | 'sending', number>;
  /** The longest wait of a ready receiver without attempts, or of a due delivery without worker. */
  lag_ms: number;
  workers: number;
  /** Receivers that get one probe at a time, and those that are back without all their slots. */
  failing_receivers: number;
  recovering_receivers: number;
};

/** Looks at the queue. The cost grows with what is on its way, not with the log. */
export async function deliveryHealth(db: Queryable, clock: Clock): Promise<DeliveryHealth> {
  const now = clock.now();
  const [row] = await db.query<HealthRow>(sql`
    WITH worker AS MATERIALIZED (SELECT * FROM workers WHERE lease_until > clock_timestamp()),
    orphan AS (
      SELECT min(due_at) AS since
      FROM webhook_open_deliveries LEFT JOIN webhook_endpoints USING (subscription_uuid)
      WHERE due_at <= ${now} AND (slots = 0 OR paused_until > ${now}) IS NOT TRUE
        AND get_byte(uuid_send(subscription_uuid), 15) % ${SHARDS} IN (
          SELECT shard FROM worker_shards LEFT JOIN worker ON uuid = worker_uuid WHERE uuid IS NULL)
    )
    SELECT count(*) FILTER (WHERE attempt_count = 0) AS new, count(*) FILTER (WHERE attempt_count > 0) AS waiting,
      (SELECT coalesce(sum(sending), 0) FROM worker) AS sending,
      (SELECT coalesce(max(lag_ms), 0) FROM worker) AS worker_lag_ms,
      (SELECT since FROM orphan) AS orphaned_since,
      (SELECT count(*) FROM worker) AS workers,
      (SELECT count(*) FROM webhook_endpoints WHERE paused_until IS NOT NULL) AS failing_receivers,
      (SELECT count(*) FROM webhook_endpoints WHERE paused_until IS NULL AND consecutive_failures = 0
        AND slots BETWEEN 1 AND ${SLOTS_MAX - 1}) AS recovering_receivers
    FROM webhook_open_deliveries`);
  const { new: fresh, waiting, sending, worker_lag_ms, orphaned_since, ...rest } = row!;
  const orphaned_ms = orphaned_since === null ? 0 : now.getTime() - Date.parse(orphaned_since);
  // Deliveries under way are among the open ones, most of them new.
  const open = { new: Math.max(fresh - sending, 0), waiting, sending };
  return { open, lag_ms: Math.max(orphaned_ms, worker_lag_ms, 0), ...rest };
}

type HealthRow = Omit<DeliveryHealth, 'open' | 'lag_ms'> &
  DeliveryHealth['open'] & { worker_lag_ms: number; orphaned_since: string | null };
