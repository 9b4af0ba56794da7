import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
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
import { FEW_MAX, type Source } from './list-source.ts';

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
  const order = orderOf(walk, pageValue(walk), raw('created_at'), raw('uuid'));
  const first = raw(String(list.limit + 1));
  if (isAll) {
    return sql`SELECT page.* FROM (${inOrder(definition, list, source, walk, empty)}) AS page
      ORDER BY ${order} LIMIT ${first}`;
  }
  const { table, columns, account_uuids, where } = source;
  const isMany = sql`(SELECT count(*) FROM few) > ${FEW_MAX}`;
  const values = valuesAlone(definition, list);
  const few = values
    ? foundByValue(values, account_uuids, FEW_MAX + 1)
    : sql`SELECT uuid, created_at FROM ${raw(table)}
      WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} ${matching(definition, list, account_uuids)}
      LIMIT ${FEW_MAX + 1}`;
  return sql`
    WITH few AS MATERIALIZED (${few}), sorted AS MATERIALIZED (
      SELECT * FROM (SELECT DISTINCT uuid, created_at, ${pageValue(walk)} AS value FROM few) AS valued
      WHERE NOT ${isMany} ${behind(list, walk, raw('value'), raw('created_at'), raw('uuid'))}
      ORDER BY ${orderOf(walk, raw('value'), raw('created_at'), raw('uuid'))}
    )
    SELECT page.* FROM (
      (SELECT one.* FROM sorted AS s CROSS JOIN LATERAL (
        SELECT ${raw(columns)} FROM ${raw(table)}
        WHERE uuid = s.uuid AND account_uuid = ANY(${account_uuids}::uuid[]) AND ${where}
      ) AS one
      ORDER BY ${orderOf(walk, raw('s.value'), raw('s.created_at'), raw('s.uuid'))} LIMIT ${first})
      UNION ALL (${inOrder(definition, list, source, walk, sql`AND ${isMany}`)})
    ) AS page
    ORDER BY ${order} LIMIT ${first}`;
}

/**
 * Reads the records along the index of the field, Account by Account, then those without a value.
 * The second part runs only when the first does not fill the page.
 */
function inOrder(
  definition: ListDefinition,
  list: ListRequest,
  { table, columns, account_uuids, where }: Source,
  walk: Walk,
  only: Sql,
): Sql {
  const [first, from] = [raw(String(list.limit + 1)), raw(table)];
  const value = raw(`v.${castOf(walk.field).column}`);
  const others = matching(
    definition,
    { ...list, conditions: list.conditions.filter((one) => !walk.conditions.includes(one)) },
    account_uuids,
  );
  const orders = [value, raw('v.created_at'), raw('v.record_uuid')] as const;
  const valued = sql`
    SELECT found.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (
      SELECT one.* FROM custom_values AS v CROSS JOIN LATERAL (
        SELECT ${raw(columns)} FROM ${from}
        WHERE uuid = v.record_uuid AND account_uuid = owner.account_uuid AND ${where} ${others}
      ) AS one
      WHERE v.field_uuid = ${ownField(walk.field)} AND ${value} IS NOT NULL ${ofValue(walk.field, walk.conditions)}
        ${behind(list, walk, ...orders, false)} ${only}
      ORDER BY ${orderOf(walk, ...orders, false)} LIMIT ${first}
    ) AS found`;
  // A condition on the value leaves out all records without one.
  if (walk.by === 'created_at' || walk.conditions.length > 0) return valued;
  const rest = [raw('created_at'), raw('uuid')] as const;
  const way = raw(walk.descending ? 'DESC' : 'ASC');
  return sql`
    WITH valued AS MATERIALIZED (${valued})
    SELECT * FROM valued UNION ALL (
      SELECT found.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
      CROSS JOIN LATERAL (
        SELECT ${raw(columns)} FROM ${from}
        WHERE account_uuid = owner.account_uuid AND ${where} ${others} ${only}
          AND NOT EXISTS (SELECT FROM custom_values AS v WHERE v.record_uuid = uuid AND v.field_uuid = ${ownField(walk.field)})
          ${behindNothing(list, walk)}
        ORDER BY ${rest[0]} ${way}, ${rest[1]} ${way}
        LIMIT greatest(0, ${list.limit + 1} - (SELECT count(*) FROM valued))
      ) AS found)`;
}

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
