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

/**
 * The memory in which PostgreSQL joins the states of a million Deals. With its usual 4 MB they go
 * through files, which takes a sixth of the time.
 */
const JOIN_MEMORY = '16MB';

/**
 * What happened to the Deals of the scope since the end of the past day, by currency. All to which
 * the same happened are added up first, as there may be a million.
 */
export function sumChanges(db: Queryable, scope: Scope): Promise<ChangeSum[]> {
  return db.transaction(async (tx) => {
    tx.send(sql`
      SELECT set_config('work_mem', ${JOIN_MEMORY}, true)
      WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes(${JOIN_MEMORY})`);
    return await tx.query<ChangeSum>(sumsOf(scope));
  });
}

function sumsOf(scope: Scope): Sql {
  return sql`
    SELECT change, currency, sum(count)::bigint AS count, coalesce(sum(before), 0)::text AS before,
      coalesce(sum(now), 0)::text AS now
    FROM (
      SELECT currency, changes, count(*) AS count, sum(amount_before) AS before, sum(amount_now) AS now
      FROM (${changesOf(scope)}) AS deals GROUP BY currency, changes
    ) AS same JOIN ${EACH} ON changes & bit <> 0 GROUP BY change, currency`;
}

/** A row for each Deal and each thing that happened to it. */
export function changedDeals(scope: Scope): Sql {
  return sql`
    SELECT deal_uuid, currency, amount_before, amount_now, change
    FROM (${changesOf(scope)}) AS deals JOIN ${EACH} ON changes & bit <> 0`;
}

/** What can happen, each as a bit of `changes`. */
const EACH = sql`(VALUES (1, 'new'), (2, 'moved'), (4, 'grew'), (8, 'shrank'), (16, 'slipped'), (32, 'sooner'),
  (64, 'won'), (128, 'lost'), (256, 'reopened'), (512, 'deleted')) AS each (bit, change)`;

/**
 * A row for each Deal to which something happened. Only Deals whose state of that day has ended, or
 * whose last one began after it, are looked at. The scope holds for the former state, and for new
 * Deals for the last one.
 */
function changesOf(scope: Scope): Sql {
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
      WHERE before.status = 'open' OR now.status = 'open'
    )
    SELECT deal_uuid, currency, amount_before,
      CASE WHEN is_same_currency OR status_before IS NULL THEN amount_now END AS amount_now,
      CASE
        WHEN status_before IS NULL THEN 1
        WHEN status_before <> 'open' THEN 256
        WHEN status_now IS NULL THEN 512
        WHEN status_now = 'won' THEN 64
        WHEN status_now = 'lost' THEN 128
        ELSE CASE WHEN stage_before IS DISTINCT FROM stage_now THEN 2 ELSE 0 END
          + CASE
              WHEN NOT is_same_currency OR amount_now IS NOT DISTINCT FROM amount_before THEN 0
              WHEN coalesce(amount_now, 0) > coalesce(amount_before, 0) THEN 4
              WHEN coalesce(amount_now, 0) < coalesce(amount_before, 0) THEN 8
              ELSE 0
            END
          + CASE WHEN close_now > close_before THEN 16 WHEN close_now < close_before THEN 32 ELSE 0 END
      END AS changes
    FROM pairs
    WHERE (${scope.pipeline_uuid}::uuid IS NULL OR pipeline_uuid = ${scope.pipeline_uuid})
      AND (${scope.owner_uuid}::uuid IS NULL OR owner_uuid = ${scope.owner_uuid})`;
}
