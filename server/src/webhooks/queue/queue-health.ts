import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { SLOTS_MAX } from './breaker.ts';
import { workersSeenSince } from './share.ts';

/** How the deliveries of all Users stand, for the operator. */
export type DeliveryHealth = {
  /** By state: `new`, `waiting`, `sending`. */
  open: Record<'new' | 'waiting' | 'sending', number>;
  /**
   * How long the delivery or backlog that has waited longest could have been taken by a worker; 0 when none waits for one. What is new for a
   * receiver that has attempts under way waits for that, not for a worker.
   */
  lag_ms: number;
  /** Deliveries whose lease ran out and that nobody took over yet. */
  lost: number;
  /** Workers that run. */
  workers: number;
  /** Receivers that get one probe at a time, and those that come back and do not have all their slots yet. */
  failing_receivers: number;
  recovering_receivers: number;
};

/** Looks at the queue. The cost grows with what is on its way, not with the log. */
export async function deliveryHealth(db: Queryable, clock: Clock): Promise<DeliveryHealth> {
  const now = clock.now();
  const [row] = await db.query<HealthRow>(sql`
    SELECT
      fresh.count AS new,
      (SELECT count(*) FROM webhook_open_deliveries WHERE state = 'waiting' AND schedule_step = 0)
        + (SELECT count(*) FROM webhook_open_deliveries WHERE state = 'waiting' AND schedule_step > 0) AS waiting,
      (SELECT count(*) FROM webhook_open_deliveries WHERE state = 'sending') AS sending,
      (SELECT count(*) FROM webhook_open_deliveries WHERE state = 'sending' AND due_at < ${now}) AS lost,
      least(fresh.oldest,
        (SELECT min(claim_at) FROM webhook_endpoints WHERE claim_at <= ${now})) AS oldest,
      (SELECT count(*) FROM webhook_workers WHERE seen_at > ${workersSeenSince(now)}) AS workers,
      (SELECT count(*) FROM webhook_endpoints WHERE paused_until IS NOT NULL) AS failing_receivers,
      (SELECT count(*) FROM webhook_endpoints WHERE paused_until IS NULL AND consecutive_failures = 0
        AND slots BETWEEN 1 AND ${SLOTS_MAX - 1}) AS recovering_receivers
    FROM (
      SELECT count(*), min(due_at) FILTER (WHERE (in_flight > 0 OR slots = 0 OR paused_until > ${now}) IS NOT TRUE) AS oldest
      FROM webhook_open_deliveries LEFT JOIN webhook_endpoints USING (subscription_uuid) WHERE state = 'new'
    ) AS fresh`);
  const { new: fresh, waiting, sending, oldest, ...rest } = row!;
  const lag_ms = oldest === null ? 0 : Math.max(now.getTime() - Date.parse(oldest), 0);
  return { open: { new: fresh, waiting, sending }, lag_ms, ...rest };
}

type HealthRow = Omit<DeliveryHealth, 'open' | 'lag_ms'> & DeliveryHealth['open'] & { oldest: string | null };
