import type { DealChange } from '@rapport/contract/reports';
import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Scope } from '../scope.ts';

/** Deals of one currency to which the same happened: what they were worth, and are. */
export type ChangeSum = {
  change: DealChange;
  currency: string | null;
  count: number;
  before: string;
  now: string;
};

/** What happened to the Deals of the scope since the end of the past day, by currency. */
export function sumChanges(db: Queryable, scope: Scope): Promise<ChangeSum[]> {
  return db.query<ChangeSum>(sql`
    SELECT change, currency, count(*) AS count, coalesce(sum(amount_before), 0)::text AS before,
      coalesce(sum(amount_now), 0)::text AS now
    FROM (${changedDeals(scope)}) AS changed GROUP BY change, currency`);
}

/**
 * A row for each Deal and each thing that happened to it. Only Deals whose state of that day has
 * ended, or whose last one began after it, are looked at. The scope holds for the former state,
 * and for new Deals for the last one.
 */
export function changedDeals(scope: Scope): Sql {
  const { at } = scope.as_of!;
  return sql`
    WITH before AS (
      SELECT * FROM deal_states
      WHERE ${within(scope.reach)} AND since < ${at} AND until >= ${at} AND until < 'infinity'
    ), now AS (
      SELECT * FROM deal_states WHERE ${within(scope.reach)} AND since >= ${at} AND until = 'infinity'
    ), pairs AS (
      SELECT coalesce(before.deal_uuid, now.deal_uuid) AS deal_uuid,
        before.status AS status_before, now.status AS status_now,
        before.stage_uuid AS stage_before, now.stage_uuid AS stage_now,
        before.amount AS amount_before, now.amount AS amount_now,
        before.expected_close_on AS close_before, now.expected_close_on AS close_now,
        CASE WHEN before.status IS NULL THEN now.currency ELSE before.currency END AS currency,
        before.currency IS NOT DISTINCT FROM now.currency AS is_same_currency,
        CASE WHEN before.status IS NULL THEN now.pipeline_uuid ELSE before.pipeline_uuid END AS pipeline_uuid,
        CASE WHEN before.status IS NULL THEN now.owner_uuid ELSE before.owner_uuid END AS owner_uuid
      FROM before FULL JOIN now USING (deal_uuid)
    )
    SELECT deal_uuid, currency, amount_before,
      CASE WHEN is_same_currency OR status_before IS NULL THEN amount_now END AS amount_now,
      unnest(array_remove(ARRAY[
        CASE WHEN status_before IS NULL AND status_now = 'open' THEN 'new' END,
        CASE WHEN status_before = 'open' AND status_now = 'open' AND stage_before IS DISTINCT FROM stage_now THEN 'moved' END,
        CASE WHEN status_before = 'open' AND status_now = 'open' AND is_same_currency AND coalesce(amount_now, 0) > coalesce(amount_before, 0) THEN 'grew' END,
        CASE WHEN status_before = 'open' AND status_now = 'open' AND is_same_currency AND coalesce(amount_now, 0) < coalesce(amount_before, 0) THEN 'shrank' END,
        CASE WHEN status_before = 'open' AND status_now = 'open' AND close_now > close_before THEN 'slipped' END,
        CASE WHEN status_before = 'open' AND status_now = 'open' AND close_now < close_before THEN 'sooner' END,
        CASE WHEN status_before = 'open' AND status_now = 'won' THEN 'won' END,
        CASE WHEN status_before = 'open' AND status_now = 'lost' THEN 'lost' END,
        CASE WHEN status_before IN ('won', 'lost') AND status_now = 'open' THEN 'reopened' END,
        CASE WHEN status_before = 'open' AND status_now IS NULL THEN 'deleted' END
      ], NULL)) AS change
    FROM pairs
    WHERE (${scope.pipeline_uuid}::uuid IS NULL OR pipeline_uuid = ${scope.pipeline_uuid})
      AND (${scope.owner_uuid}::uuid IS NULL OR owner_uuid = ${scope.owner_uuid})`;
}
