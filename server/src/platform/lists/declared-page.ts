import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { boundedWalk, IN_ORDER, isWalkable } from './bounded-walk.ts';
import {
  castOf,
  declaredText,
  declaredValue,
  foundByValue,
  isByValue,
  ofValue,
  ownField,
  valuesAlone,
} from './declared-sql.ts';
import { matching } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { FEW_MAX, type Source, VALUES_MAX } from './list-source.ts';

/** So many values take less time to pass than 200 matches to look up. */
const PASSED_MAX = 4_000;

/** A list that reads the values of one declared field along their index. */
type Walk = {
  field: ListField;
  /** The conditions that the index of the field answers. */
  conditions: ListRequest['conditions'];
  /** The columns of the order, of `v` and of a record. */
  by: 'value' | 'created_at';
  descending: boolean;
};

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

/** A page of a list along a walk, as one statement. */
export function walkedPage(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const isAll = list.q === null && list.conditions.every((one) => walk.conditions.includes(one));
  return isAll ? pageAlong(definition, list, source, walk) : soughtAlong(definition, list, source, walk);
}

/** A page of all records that the walk finds. */
function pageAlong(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const { table, columns, where } = source;
  const first = raw(String(list.limit + 1));
  const valued = sql`
    SELECT one.* FROM (${valuesInOrder(list, walk, IN_ORDER, empty)}) AS v CROSS JOIN LATERAL (
      SELECT ${raw(columns)} FROM ${raw(table)}
      WHERE uuid = v.uuid AND account_uuid = owner.account_uuid AND ${where}
    ) AS one
    ORDER BY ${orderOf(walk, ...IN_VALUES, false)} LIMIT ${first}`;
  return sql`SELECT page.* FROM (${withValueless(definition, list, source, walk, valued, empty)}) AS page
    ORDER BY ${orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'))} LIMIT ${first}`;
}

/**
 * A page of records that the walk finds and other filters narrow. Where matches are frequent, the
 * walk soon has the page. Else the few matches are found and sorted; and where even so there are
 * many, the walk goes to its end.
 */
function soughtAlong(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const { table, columns, account_uuids, where } = source;
  const first = raw(String(list.limit + 1));
  const tried =
    isWalkable(definition, list) && list.after?.[0] !== ''
      ? walkedFirst(definition, list, source, walk)
      : null;
  // Behind the records with a value come those without one, which the first walk does not reach.
  const isShort = walk.conditions.length > 0 ? empty : sql`OR (SELECT count(*) FROM walked) < ${first}`;
  const isOpen = tried ? sql`(EXISTS (SELECT FROM walked WHERE is_cut) ${isShort})` : raw('true');
  const values = valuesAlone(definition, list);
  const most = values ? VALUES_MAX : FEW_MAX;
  const isMany = sql`(SELECT count(*) FROM few) > ${most}`;
  const few = values
    ? sql`SELECT * FROM (${foundByValue(values, account_uuids, most + 1)}) AS found WHERE ${isOpen}`
    : sql`SELECT uuid, created_at FROM ${raw(table)}
      WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} AND ${isOpen} ${matching(definition, list, account_uuids)}
      LIMIT ${most + 1}`;
  // Only `in` finds a record by two of its values.
  const distinct = raw(list.conditions.some(({ operator }) => operator === 'in') ? 'DISTINCT' : '');
  const others = besides(list, walk);
  const matches = sql`true ${matching(definition, others, account_uuids, 'each')}`;
  const near = values ? nearest(definition, list, source, walk, sql`AND ${isOpen} AND NOT ${isMany}`) : null;
  const isFar = near ? sql`AND (SELECT count(*) FROM near) < ${first}` : empty;
  const along = sql`
    SELECT uuid FROM (${valuesInOrder(list, walk, IN_ORDER, sql`AND ${isMany}`)}) AS v
    WHERE ${isShown(definition, others, source, matches)} LIMIT ${first}`;
  const uuids = { ...source, columns: 'uuid' };
  const rest = withValueless(definition, list, uuids, walk, along, sql`AND ${isMany}`);
  return sql`
    WITH ${tried ? sql`walked AS MATERIALIZED (${tried}),` : empty}
    few AS MATERIALIZED (${few}), ${near ? sql`near AS MATERIALIZED (${near}),` : empty}
    sorted AS MATERIALIZED (
      SELECT * FROM (SELECT ${distinct} uuid, created_at, ${pageValue(walk)} AS value FROM few) AS valued
      WHERE NOT ${isMany} ${isFar} ${behind(list, walk, raw('value'), raw('created_at'), raw('uuid'))}
      ORDER BY ${orderOf(walk, raw('value'), raw('created_at'), raw('uuid'))}
    )
    SELECT ${raw(columns)} FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND uuid = ANY(ARRAY(
      ${tried ? sql`SELECT uuid FROM walked WHERE NOT ${isOpen} UNION ALL` : empty}
      ${near ? sql`SELECT uuid FROM near UNION ALL` : empty}
      (SELECT s.uuid FROM sorted AS s CROSS JOIN LATERAL (
        SELECT FROM ${raw(table)} WHERE uuid = s.uuid AND account_uuid = ANY(${account_uuids}::uuid[]) AND ${where}
      ) AS one
      ORDER BY ${orderOf(walk, raw('s.value'), raw('s.created_at'), raw('s.uuid'))} LIMIT ${first})
      UNION ALL (${rest})))
    ORDER BY ${orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'))} LIMIT ${first}`;
}

/**
 * The first of the few matches along the walk. That a record is among them is told without a look
 * into the tables, so many more values are passed than by `walkedFirst`.
 */
function nearest(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk, only: Sql): Sql {
  const first = raw(String(list.limit + 1));
  const isFew = raw('v.uuid IN (SELECT uuid FROM few)');
  return sql`
    SELECT own.* FROM unnest(${source.account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (
      SELECT * FROM (${valuesInOrder(list, walk, raw(`LIMIT ${PASSED_MAX}`), only)}) AS v
      WHERE ${isShown(definition, besides(list, walk), source, isFew)} LIMIT ${first}
    ) AS own
    ORDER BY ${orderOf(walk, raw('value'), raw('created_at'), raw('uuid'), false)} LIMIT ${first}`;
}

/** The first matches of all Accounts along the walk, as `boundedWalk` finds them. */
function walkedFirst(definition: ListDefinition, list: ListRequest, source: Source, walk: Walk): Sql {
  const { account_uuids } = source;
  const others = besides(list, walk);
  // A record that the list does not show counts as read, so that the walk ends. Without OFFSET each
  // would be looked up twice.
  const rows = (matches: Sql, limit: Sql) => sql`
    SELECT *, ${isShown(definition, others, source, matches)} AS is_match
    FROM (${valuesInOrder(list, walk, sql`LIMIT ${limit}`, empty)}) AS v OFFSET 0`;
  return sql`
    SELECT own.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (
      ${boundedWalk(definition, others, account_uuids, true, rows)}
    ) AS own
    ORDER BY ${orderOf(walk, raw('value'), raw('created_at'), raw('uuid'), false)} LIMIT ${raw(String(list.limit + 1))}`;
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
  valuedOf: Sql,
  only: Sql,
): Sql {
  const valued = sql`
    SELECT found.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (${valuedOf}) AS found`;
  const others = matching(definition, besides(list, walk), account_uuids, 'each');
  // A condition on the value leaves out all records without one.
  if (walk.by === 'created_at' || walk.conditions.length > 0) return valued;
  const rest = [raw('created_at'), raw('uuid')] as const;
  const way = raw(walk.descending ? 'DESC' : 'ASC');
  return sql`
    WITH valued AS MATERIALIZED (${valued})
    SELECT * FROM valued UNION ALL (
      SELECT found.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
      CROSS JOIN LATERAL (
        SELECT ${raw(columns)} FROM ${raw(table)}
        WHERE account_uuid = owner.account_uuid AND ${where} ${others} ${only}
          AND NOT EXISTS (SELECT FROM custom_values AS v WHERE v.record_uuid = uuid AND v.field_uuid = ${ownField(walk.field)})
          ${behindNothing(list, walk)}
        ORDER BY ${rest[0]} ${way}, ${rest[1]} ${way}
        LIMIT greatest(0, ${list.limit + 1} - (SELECT count(*) FROM valued))
      ) AS found)`;
}

/**
 * The condition that the list shows the record of the value `v`, and that it matches. Declared
 * fields are compared without the record, which is read for the matches only.
 */
function isShown(definition: ListDefinition, list: ListRequest, { table, where }: Source, matches: Sql): Sql {
  const shown = (holds: Sql) => sql`coalesce((
    SELECT ${holds} FROM ${raw(table)}
    WHERE uuid = v.uuid AND account_uuid = owner.account_uuid AND ${where}
  ), false)`;
  const isDeclared = list.conditions.every(({ field }) => definition.fields[field]!.declared);
  if (!isDeclared || list.q !== null) return shown(matches);
  // PostgreSQL evaluates the parts of an AND in any order.
  return sql`CASE WHEN ${matches} THEN ${shown(raw('true'))} ELSE false END`;
}

/** The list without the conditions that the walk answers. */
function besides(list: ListRequest, { conditions }: Walk): ListRequest {
  return { ...list, conditions: list.conditions.filter((one) => !conditions.includes(one)) };
}

/** The values of the field in the Account `owner`, in the order of the list behind its cursor. */
function valuesInOrder(list: ListRequest, walk: Walk, limit: Sql, only: Sql): Sql {
  const value = raw(`v.${castOf(walk.field).column}`);
  const orders = [value, raw('v.created_at'), raw('v.record_uuid')] as const;
  return sql`
    SELECT v.record_uuid AS uuid, ${value} AS value, v.created_at FROM custom_values AS v
    WHERE v.field_uuid = ${ownField(walk.field)} AND ${value} IS NOT NULL ${ofValue(walk.field, walk.conditions)}
      ${behind(list, walk, ...orders, false)} ${only}
    ORDER BY ${orderOf(walk, ...orders, false)} ${limit}`;
}

const IN_VALUES = [raw('v.value'), raw('v.created_at'), raw('v.uuid')] as const;

/** The value of a row of a page in the order. */
function pageValue({ field, by }: Walk): Sql {
  return by === 'created_at' ? raw('NULL::text') : declaredValue(field);
}

/** The order. Records without a value come last, whichever way it goes. */
function orderOf({ by, descending }: Walk, value: Sql, created_at: Sql, uuid: Sql, hasNulls = true): Sql {
  const way = raw(descending ? 'DESC' : 'ASC');
  const rest = sql`${created_at} ${way}, ${uuid} ${way}`;
  // PostgreSQL reads an index backwards only in its own order of null.
  return by === 'created_at' ? rest : sql`${value} ${way} ${raw(hasNulls ? 'NULLS LAST' : '')}, ${rest}`;
}

/** The condition for records behind the cursor. `value` is null for one without a value. */
function behind(
  { after }: ListRequest,
  { field, by, descending }: Walk,
  value: Sql,
  created_at: Sql,
  uuid: Sql,
  hasNulls = true,
): Sql {
  if (after === null) return empty;
  const way = raw(descending ? '<' : '>');
  const [last = '', at = '', id = ''] = by === 'value' ? after : ['', ...after];
  const rest = sql`(${created_at}, ${uuid}) ${way} (${at}::timestamptz, ${id}::uuid)`;
  if (by === 'created_at') return sql`AND ${rest}`;
  if (last === '') return sql`AND ${value} IS NULL AND ${rest}`;
  const kept = sql`${declaredText(field, last)}${raw(castOf(field).cast)}`;
  const next = sql`(${value}, ${created_at}, ${uuid}) ${way} (${kept}, ${at}::timestamptz, ${id}::uuid)`;
  return hasNulls ? sql`AND (${next} OR ${value} IS NULL)` : sql`AND ${next}`;
}

function behindNothing({ after }: ListRequest, { descending }: Walk): Sql {
  if (after === null || after[0] !== '') return empty;
  const [, at = '', id = ''] = after;
  return sql`AND (created_at, uuid) ${raw(descending ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`;
}
