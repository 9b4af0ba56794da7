import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** Deals of one currency that were won or lost: those of a month, or those lost for one reason. */
export type ClosedSum = {
  /** The place of the month, from 1; null in a row about a reason. */
  month: number | null;
  status: 'won' | 'lost';
  reason: string | null;
  currency: string | null;
  count: number;
  amount: string;
};

/** The sums by month, and those of lost Deals by reason. `bounds` are the beginnings of months. */
export function sumClosed(db: Queryable, scope: Scope, bounds: Date[]): Promise<ClosedSum[]> {
  return db.query<ClosedSum>(sql`
    WITH closed AS (
      SELECT width_bucket(closed_at, ${bounds}::timestamptz[]) AS month, status, currency, amount,
        CASE WHEN status = 'lost' THEN coalesce(lost_reason, '') END AS reason
      FROM deals
      WHERE status IN ('won', 'lost') AND ${ofDeals(scope)}
        AND coalesce(closed_at, '-infinity'::timestamptz) >= ${bounds[0]}
        AND coalesce(closed_at, '-infinity'::timestamptz) < ${bounds.at(-1)}
    ), parts AS (
      SELECT month, status, currency, reason, count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM closed GROUP BY month, status, currency, reason
    )
    SELECT month, status, NULL AS reason, currency, sum(count)::bigint AS count, sum(amount)::text AS amount
    FROM parts GROUP BY month, status, currency
    UNION ALL
    SELECT NULL, status, min(reason), currency, sum(count)::bigint, sum(amount)::text
    FROM parts WHERE status = 'lost' GROUP BY status, currency, folded(reason)
    ORDER BY 1, 5 DESC, 3`);
}
