import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { behind, behindNothing, IN_VALUES, orderOf, pageValue, type Walk } from './declared-order.ts';
import {
  castOf,
  foundByValue,
  isByValue,
  ofValue,
  ownField,
  type Values,
  valuesAlone,
} from './declared-sql.ts';
import { matching } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { FEW_MAX, IN_ORDER, LONG, nameOf, SHORT, type Source, VALUES_MAX } from './list-source.ts';
import { firstOf, ofEach } from './order-sql.ts';
import { isWalkable } from './sought-page.ts';
import { ifFull, surely, unlessCut, type Way } from './way.ts';

/** So many values take less time to pass than 200 matches to look up. */
const PASSED_MAX = 4_000;

/** The walk that gives the matches in the order of the list; null when no declared field does. */
export function walkOf(definition: ListDefinition, { conditions, q, sort }: ListRequest): Walk | null {
  const [key] = sort as [ListRequest['sort'][number]];
  const first = definition.fields[key.field]!;
  if (first.declared) {
    const own = conditions.filter((one) => one.field === key.field && isByValue(one));
    return { field: first, conditions: own, by: 'value', descending: key.descending };
  }
  const [condition, ...others] = conditions;
  const field = condition && definition.fields[condition.field]!;
  const isAlone = others.length === 0 && q === null && condition?.operator === 'eq';
  if (!field?.declared || !isAlone || key.field !== 'created_at') return null;
  return { field, conditions, by: 'created_at', descending: key.descending };
}

/** The ways to a page of a list along a walk. */
export function walkedPage(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Way[] {
  const isAll = list.q === null && list.conditions.every((one) => walk.conditions.includes(one));
  if (isAll) return [surely(pageAlong(definition, list, source, walk))];
  const first = list.limit + 1;
  const along = (length: number) => ifFull(walked(definition, list, source, walk, first * length), first);
  // Behind the records with a value come those without one, which only the last ways reach.
  const isWalked = isWalkable(definition, list) && list.after?.[0] !== '';
  const values = valuesAlone(definition, list);
  return [
    ...(isWalked ? [along(SHORT)] : []),
    ...(values && isWalked ? [ifFull(nearest(list, source, walk, values), first)] : []),
    ...(!values && isWalked ? [along(LONG.looked_up)] : []),
    unlessCut(sorted(definition, list, source, walk, values)),
    surely(readAlong(definition, list, source, walk)),
  ];
}

/** A page of all records that the walk finds. */
function pageAlong(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const { table, columns, where } = source;
  const first = firstOf(list);
  const valuedOf = (account: Sql) => sql`
    SELECT one.* FROM (${valuesInOrder(list, walk, IN_ORDER)}) AS v CROSS JOIN LATERAL (
      SELECT ${raw(columns)} FROM ${raw(table)}
      WHERE uuid = v.uuid AND account_uuid = ${account} AND ${where}
    ) AS one
    ORDER BY ${orderOf(walk, ...IN_VALUES, false)} LIMIT ${first}`;
  return sql`SELECT page.* FROM (${withValueless(definition, list, source, walk, valuedOf)}) AS page
    ORDER BY ${orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'))} LIMIT ${first}`;
}

/** The matches among the first `length` values of the walk. */
function walked(
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  walk: Walk,
  length: number,
): Sql {
  const limit = raw(`LIMIT ${length}`);
  const values = ofEach(source.account_uuids, () => valuesInOrder(list, walk, limit));
  const others = besides(list, walk);
  const matches = matching(definition, others, source.account_uuids, 'each');
  // Values are compared without the record, which is read for the matches only.
  const isBefore = isOfValues(definition, others);
  const wanted = isBefore
    ? sql`SELECT * FROM (${firstValues(walk, values, limit)}) AS v WHERE true ${matches}
        ORDER BY ${orderOf(walk, ...IN_VALUES, false)} OFFSET 0`
    : firstValues(walk, values, limit);
  return pageOf(list, source, walk, wanted, isBefore ? empty : matches);
}

/**
 * The first of the few matches along the walk. That a record is among them is told without a look
 * into the tables, so many values are passed. It gives up where matches are many.
 */
function nearest(list: ListRequest, source: Source, walk: Walk, values: Values): Sql {
  const limit = raw(`LIMIT ${PASSED_MAX}`);
  const passed = ofEach(source.account_uuids, () => valuesInOrder(list, walk, limit));
  const isMany = sql`(SELECT count(*) FROM few) > ${raw(String(VALUES_MAX))}`;
  // CASE keeps it from being a join, after which the order would be unknown.
  const near = sql`
    SELECT * FROM (${firstValues(walk, passed, limit)}) AS v
    WHERE NOT ${isMany} AND CASE WHEN v.uuid IN (SELECT uuid FROM few) THEN true ELSE false END
    ORDER BY ${orderOf(walk, ...IN_VALUES, false)} OFFSET 0`;
  return sql`
    WITH few AS MATERIALIZED (${foundByValue(values, source.account_uuids, VALUES_MAX + 1)})
    ${pageOf(list, source, walk, near, empty)}`;
}

/** The first of values that stand in the order in each Account. */
function firstValues(walk: Walk, values: Sql, limit: Sql): Sql {
  return sql`SELECT * FROM (${values}) AS v ORDER BY ${orderOf(walk, ...IN_VALUES, false)} ${limit}`;
}

/** The records of the first of `values` that the list shows and that match. */
function pageOf({ limit }: ListRequest, source: Source, walk: Walk, values: Sql, matches: Sql): Sql {
  const { table, columns, account_uuids, where } = source;
  const order = orderOf(walk, raw('walked_value'), raw('walked_at'), raw('uuid'), false);
  return sql`
    SELECT ${raw(columns)} FROM (
      SELECT one.*, v.value AS walked_value, v.created_at AS walked_at FROM (${values}) AS v
      CROSS JOIN LATERAL (
        SELECT * FROM ${raw(table)}
        WHERE uuid = v.uuid AND account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} ${matches}
      ) AS one
      ORDER BY ${orderOf(walk, ...IN_VALUES, false)} LIMIT ${limit + 1}
    ) AS ${nameOf(source)} ORDER BY ${order}`;
}

/** The few matches, sorted. It gives up where they are many. */
function sorted(
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  walk: Walk,
  values: Values | null,
): Sql {
  const { table, columns, account_uuids, where } = source;
  const first = firstOf(list);
  const most = values ? VALUES_MAX : FEW_MAX;
  const isMany = raw('(SELECT is_many FROM counted)');
  const few = values
    ? foundByValue(values, account_uuids, most + 1)
    : sql`SELECT uuid, created_at FROM ${raw(table)}
      WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} ${matching(definition, list, account_uuids)}
      LIMIT ${most + 1}`;
  // Only `in` finds a record by two of its values.
  const distinct = raw(list.conditions.some(({ operator }) => operator === 'in') ? 'DISTINCT' : '');
  const order = orderOf(walk, raw('value'), raw('created_at'), raw('uuid'));
  return sql`
    WITH few AS MATERIALIZED (${few}),
    counted AS MATERIALIZED (SELECT count(*) > ${raw(String(most))} AS is_many FROM few), sorted AS MATERIALIZED (
      SELECT * FROM (SELECT ${distinct} uuid, created_at, ${pageValue(walk)} AS value FROM few) AS valued
      WHERE NOT ${isMany} ${behind(list, walk, raw('value'), raw('created_at'), raw('uuid'))}
      ORDER BY ${order}
    )
    SELECT ${raw(columns)}, ${isMany} AS is_cut FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND uuid = ANY(ARRAY(
      (SELECT uuid FROM few WHERE ${isMany} LIMIT 1) UNION ALL
      (SELECT s.uuid FROM sorted AS s CROSS JOIN LATERAL (
        SELECT FROM ${raw(table)} WHERE uuid = s.uuid AND account_uuid = ANY(${account_uuids}::uuid[]) AND ${where}
      ) AS one
      ORDER BY ${orderOf(walk, raw('s.value'), raw('s.created_at'), raw('s.uuid'))} LIMIT ${first})))
    ORDER BY ${orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'))} LIMIT ${first}`;
}

/** The page of a walk that goes on to its end. */
function readAlong(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const { table, columns, account_uuids } = source;
  const first = firstOf(list);
  const others = besides(list, walk);
  const matches = sql`true ${matching(definition, others, account_uuids, 'each')}`;
  const along = (account: Sql) => sql`
    SELECT uuid FROM (${valuesInOrder(list, walk, IN_ORDER)}) AS v
    WHERE ${isShown(definition, others, source, account, matches)} LIMIT ${first}`;
  const page = withValueless(definition, list, { ...source, columns: 'uuid' }, walk, along);
  return sql`
    SELECT ${raw(columns)} FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND uuid = ANY(ARRAY(${page}))
    ORDER BY ${orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'))} LIMIT ${first}`;
}

/**
 * The rows of `valued` of each Account, then the records without a value. The second part runs only
 * when the first does not fill the page.
 */
function withValueless(
  definition: ListDefinition,
  list: ListRequest,
  { table, columns, account_uuids, where }: Source,
  walk: Walk,
  valuedOf: (account: Sql) => Sql,
): Sql {
  const valued = ofEach(account_uuids, valuedOf);
  const others = matching(definition, besides(list, walk), account_uuids, 'each');
  // A condition on the value leaves out all records without one.
  if (walk.by === 'created_at' || walk.conditions.length > 0) return valued;
  const rest = [raw('created_at'), raw('uuid')] as const;
  const way = raw(walk.descending ? 'DESC' : 'ASC');
  const valuelessOf = (account: Sql) => sql`
    SELECT ${raw(columns)} FROM ${raw(table)}
    WHERE account_uuid = ${account} AND ${where} ${others}
      AND NOT EXISTS (SELECT FROM custom_values AS v WHERE v.record_uuid = uuid AND v.field_uuid = ${ownField(walk.field)})
      ${behindNothing(list, walk)}
    ORDER BY ${rest[0]} ${way}, ${rest[1]} ${way}
    LIMIT greatest(0, ${list.limit + 1} - (SELECT count(*) FROM valued))`;
  return sql`
    WITH valued AS MATERIALIZED (${valued})
    SELECT * FROM valued UNION ALL (${ofEach(account_uuids, valuelessOf)})`;
}

/**
 * The condition that the list shows the record of the value `v`, and that it matches. Declared
 * fields are compared without the record, which is read for the matches only.
 */
function isShown(
  definition: ListDefinition,
  list: ListRequest,
  { table, where }: Source,
  account: Sql,
  matches: Sql,
): Sql {
  const shown = (holds: Sql) => sql`coalesce((
    SELECT ${holds} FROM ${raw(table)}
    WHERE uuid = v.uuid AND account_uuid = ${account} AND ${where}
  ), false)`;
  if (!isOfValues(definition, list)) return shown(matches);
  // PostgreSQL evaluates the parts of an AND in any order.
  return sql`CASE WHEN ${matches} THEN ${shown(raw('true'))} ELSE false END`;
}

/** True when all conditions are on values of declared fields: they need no record. */
function isOfValues({ fields }: ListDefinition, { conditions, q }: ListRequest): boolean {
  return q === null && conditions.every(({ field }) => fields[field]!.declared);
}

/** The list without the conditions that the walk answers. */
function besides(list: ListRequest, { conditions }: Walk): ListRequest {
  return { ...list, conditions: list.conditions.filter((one) => !conditions.includes(one)) };
}

/** The values of the field in the Account, in the order of the list behind its cursor. */
function valuesInOrder(list: ListRequest, walk: Walk, limit: Sql, only = empty): Sql {
  const value = raw(`v.${castOf(walk.field).column}`);
  const orders = [value, raw('v.created_at'), raw('v.record_uuid')] as const;
  return sql`
    SELECT v.record_uuid AS uuid, ${value} AS value, v.created_at FROM custom_values AS v
    WHERE v.field_uuid = ${ownField(walk.field)} AND ${value} IS NOT NULL ${ofValue(walk.field, walk.conditions)}
      ${behind(list, walk, ...orders, false)} ${only}
    ORDER BY ${orderOf(walk, ...orders, false)} ${limit}`;
}
