import sql, { type Sql } from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { changedDeals } from '../changes/queries.ts';
import { dealsOf, ofDeals } from '../deals-sql.ts';
import type { Scope } from '../scope.ts';
import { exitsOf, stagesOfThePast } from '../stages/queries.ts';

/** A Deal behind a figure, and the instant before which it was so. */
export type Found = { deal_uuid: string; at: string; total: number };

/** The place of a Deal in the list: one may have left a stage several times. */
export type Place = { deal_uuid: string; at: string };

/** What is asked for: `undefined` is not asked, null is without a value. */
export type Asked = {
  change?: string | undefined;
  exit?: string | undefined;
  stage_uuid?: string | null | undefined;
  currency?: string | null | undefined;
  /** Days between which they were expected; null for those without a day. */
  expected?: { from: string | null; until: string | null } | null | undefined;
};

/** A page of the Deals behind a figure about the past, and how many there are. */
export function listPast(
  db: Queryable,
  scope: Scope,
  asked: Asked,
  bounds: Date[],
  after: Place | null,
  limit: number,
): Promise<Found[]> {
  return db.query<Found>(sql`
    WITH found AS (${foundBy(scope, asked, bounds)}),
    total AS (SELECT count(*) AS total FROM found)
    SELECT deal_uuid, at, total FROM found CROSS JOIN total
    WHERE ${after === null ? sql`true` : sql`(deal_uuid, at) > (${after.deal_uuid}::uuid, ${after.at}::timestamptz)`}
    ORDER BY deal_uuid, at LIMIT ${limit}`);
}

function foundBy(scope: Scope, { change, exit, stage_uuid, currency, expected }: Asked, bounds: Date[]): Sql {
  const ofStage = is('stage_uuid', stage_uuid, 'uuid');
  const ofCurrency = is('currency', currency, 'text');
  if (exit !== undefined) {
    const all = exit === 'left' ? sql`true` : sql`exit = ${exit}`;
    return sql`WITH ${stagesOfThePast(scope)}
      SELECT deal_uuid, at FROM (${exitsOf(scope, bounds)}) AS exits WHERE ${all} AND ${ofStage}`;
  }
  const { at } = scope.as_of!;
  if (change !== undefined) {
    return sql`SELECT deal_uuid, ${at}::timestamptz AS at FROM (${changedDeals(scope)}) AS changed
      WHERE change = ${change} AND ${ofCurrency}`;
  }
  const ofDay =
    expected === undefined
      ? sql`true`
      : expected === null
        ? sql`expected_close_on IS NULL`
        : sql`expected_close_on IS NOT NULL
          AND (${expected.from}::date IS NULL OR expected_close_on >= ${expected.from})
          AND (${expected.until}::date IS NULL OR expected_close_on < ${expected.until})`;
  return sql`SELECT deal_uuid, ${at}::timestamptz AS at FROM ${dealsOf(scope)}
    WHERE ${ofDeals(scope)} AND status = 'open' AND ${ofStage} AND ${ofCurrency} AND ${ofDay}`;
}

function is(column: 'stage_uuid' | 'currency', value: string | null | undefined, type: 'uuid' | 'text'): Sql {
  if (value === undefined) return sql`true`;
  const name = column === 'currency' ? sql`currency` : sql`stage_uuid`;
  if (value === null) return sql`${name} IS NULL`;
  return type === 'uuid' ? sql`${name} = ${value}::uuid` : sql`${name} = ${value}::text`;
}

/** Since when there is a history of Deals; null without Deals. */
export async function findHistoryStart(db: Queryable, { reach }: Scope): Promise<string | null> {
  const [row] = await db.query<{ since: string }>(sql`
    SELECT since FROM deal_states WHERE ${within(reach)} ORDER BY account_uuid, since LIMIT 1`);
  return row?.since ?? null;
}
