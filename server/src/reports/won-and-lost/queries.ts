import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** Deals of one currency that were won or lost: of a month, of a person, or lost for one reason. */
export type ClosedSum = {
  by: 'month' | 'reason' | 'person';
  /** The place of the month, from 1; null in a row about something else. */
  month: number | null;
  status: 'won' | 'lost';
  reason: string | null;
  user_uuid: string | null;
  user: string | null;
  currency: string | null;
  count: number;
  amount: string;
};

/**
 * The sums by month and by owner, and those of lost Deals by reason. `bounds` are the beginnings of
 * months.
 */
export function sumClosed(db: Queryable, scope: Scope, bounds: Date[]): Promise<ClosedSum[]> {
  return db.query<ClosedSum>(sql`
    WITH closed AS (
      SELECT width_bucket(closed_at, ${bounds}::timestamptz[]) AS month, status, currency, amount, owner_uuid,
        CASE WHEN status = 'lost' THEN coalesce(lost_reason, '') END AS reason
      FROM deals
      WHERE status IN ('won', 'lost') AND ${ofDeals(scope)}
        AND coalesce(closed_at, '-infinity'::timestamptz) >= ${bounds[0]}
        AND coalesce(closed_at, '-infinity'::timestamptz) < ${bounds.at(-1)}
    ), parts AS (
      SELECT month, status, currency, reason, owner_uuid,
        count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM closed GROUP BY month, status, currency, reason, owner_uuid
    ), sums AS (
      SELECT 'month' AS by, month, status, NULL AS reason, NULL::uuid AS user_uuid, currency,
        sum(count)::bigint AS count, sum(amount)::text AS amount
      FROM parts GROUP BY month, status, currency
      UNION ALL
      SELECT 'reason', NULL, status, min(reason), NULL, currency, sum(count)::bigint, sum(amount)::text
      FROM parts WHERE status = 'lost' GROUP BY status, currency, folded(reason)
      UNION ALL
      SELECT 'person', NULL, status, NULL, owner_uuid, currency, sum(count)::bigint, sum(amount)::text
      FROM parts GROUP BY status, currency, owner_uuid
    )
    SELECT sums.*, users.name AS "user" FROM sums LEFT JOIN users ON users.uuid = user_uuid
    ORDER BY month, count DESC, reason, user_uuid`);
}
