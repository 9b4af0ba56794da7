import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';

/** Open Deals of one currency: those that are expected in one month, or those of a person. */
export type ExpectedSum = {
  by: 'month' | 'person';
  /** The place of the month, from 1; 0 for earlier, one behind all for later, null for no day. */
  month: number | null;
  /** The person: their uuid and name. */
  uuid: string | null;
  name: string | null;
  currency: string | null;
  count: number;
  amount: string;
  weighted: string;
};

/** The sums of open Deals by month, and by owner. `days` are the beginnings of the months. */
export function sumExpected(db: Queryable, scope: Scope, deals: Sql, days: string[]): Promise<ExpectedSum[]> {
  return db.query<ExpectedSum>(sql`
    WITH parts AS (
      SELECT width_bucket(expected_close_on, ${days}::date[]) AS month, currency, stage_uuid, owner_uuid,
        probability, count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM ${deals} WHERE status = 'open' AND ${ofDeals(scope)}
      GROUP BY month, currency, stage_uuid, owner_uuid, probability
    ), weighed AS (
      SELECT month, owner_uuid, currency, count, amount,
        amount * coalesce(parts.probability, stages.probability, 0) / 100 AS weighted
      FROM parts LEFT JOIN stages ON ${within(scope.reach, 'stages')} AND stages.uuid = parts.stage_uuid
    ), found AS (
      SELECT 'month' AS by, month, NULL::uuid AS uuid, currency, sum(count)::bigint AS count,
        sum(amount) AS amount, sum(weighted) AS weighted
      FROM weighed GROUP BY month, currency
      UNION ALL
      SELECT 'person', NULL, owner_uuid, currency, sum(count)::bigint, sum(amount), sum(weighted)
      FROM weighed GROUP BY owner_uuid, currency
    )
    SELECT by, month, found.uuid, users.name, currency, count, amount::text, weighted::text
    FROM found LEFT JOIN users ON users.uuid = found.uuid
    ORDER BY found.amount DESC, found.uuid`);
}
