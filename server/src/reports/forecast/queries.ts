import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** Open Deals of one currency that are expected in one month. */
export type ExpectedSum = {
  /** The place of the month, from 1; 0 for earlier, one behind all for later, null for no day. */
  month: number | null;
  currency: string | null;
  count: number;
  amount: string;
  weighted: string;
};

/** The sums of open Deals by month. `days` are the beginnings of the months. */
export function sumExpected(db: Queryable, scope: Scope, deals: Sql, days: string[]): Promise<ExpectedSum[]> {
  return db.query<ExpectedSum>(sql`
    WITH parts AS (
      SELECT width_bucket(expected_close_on, ${days}::date[]) AS month, currency, stage_uuid, probability,
        count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM ${deals} WHERE status = 'open' AND ${ofDeals(scope)}
      GROUP BY month, currency, stage_uuid, probability
    )
    SELECT month, currency, sum(count)::bigint AS count, sum(amount)::text AS amount,
      sum(amount * coalesce(parts.probability, stages.probability, 0) / 100)::text AS weighted
    FROM parts LEFT JOIN stages ON ${within(scope.reach, 'stages')} AND stages.uuid = parts.stage_uuid
    GROUP BY month, currency`);
}
