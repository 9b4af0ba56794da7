import type { ListDefinition } from '@rapport/contract/list-definition';
import type { Deal } from '@rapport/contract/records/deals';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';
import type { Condition } from '../../platform/lists/condition.ts';
import { matching } from '../../platform/lists/filter-sql.ts';
import type { Owner } from '../../records/kind.ts';
import type { AccountStages } from './rules.ts';

/** The stages of the Account's pipelines, without those of deleted pipelines. */
export function findStages(db: Queryable, account: Owner): Promise<AccountStages> {
  const statement = frequent(sql`
    SELECT stages.uuid, pipeline_uuid
    FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid
    WHERE stages.account_uuid = ${account} AND pipelines.account_uuid = stages.account_uuid
      AND pipelines.deleted_at IS NULL
    ORDER BY archived_at IS NOT NULL, pipelines.position NULLS LAST, pipelines.created_at, pipelines.uuid, stages.position`);
  return db.query(statement);
}

type Pipeline = { uuid: string; account_uuid: string };

/** The number of open Deals in each stage, and their sums by currency. */
export function sumStages(
  db: Queryable,
  pipeline: Pipeline,
  list: ListDefinition,
  conditions: Condition[],
): Promise<{ stage_uuid: string; currency: string | null; count: number; amount: string | null }[]> {
  return db.query(sql`
    SELECT stage_uuid, currency, count(*) AS count, sum(amount)::text AS amount FROM deals
    WHERE ${areOpen(pipeline, list, conditions)} GROUP BY stage_uuid, currency ORDER BY currency`);
}

/**
 * Open Deals of each stage, the last that entered it first: the first `limit`, or those behind the
 * card `after`.
 */
export function listCards(
  db: Queryable,
  pipeline: Pipeline,
  stage_uuids: string[],
  columns: string,
  list: ListDefinition,
  conditions: Condition[],
  limit: number,
  after: CardPlace | null,
): Promise<Deal[]> {
  const behind = after
    ? sql`AND (${ENTERED_AT}, uuid) < (${after.entered_at}::timestamptz, ${after.uuid}::uuid)`
    : empty;
  return db.query<Deal>(sql`
    SELECT card.* FROM unnest(${stage_uuids}::uuid[]) AS stage (uuid)
    CROSS JOIN LATERAL (
      SELECT ${raw(columns)} FROM deals
      WHERE ${areOpen(pipeline, list, conditions)} AND stage_uuid = stage.uuid ${behind}
      ORDER BY ${ENTERED_AT} DESC, uuid DESC LIMIT ${limit}::int
    ) AS card`);
}

/** The place of a card in its stage. */
export type CardPlace = { entered_at: string; uuid: string };

const ENTERED_AT = raw('coalesce(stage_entered_at, created_at)');

function areOpen({ uuid, account_uuid }: Pipeline, list: ListDefinition, conditions: Condition[]): Sql {
  return sql`account_uuid = ${account_uuid} AND pipeline_uuid = ${uuid} AND status = 'open' AND deleted_at IS NULL
    ${matching(list, { conditions, q: null })}`;
}
