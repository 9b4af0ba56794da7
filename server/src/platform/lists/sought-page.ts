import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { COMPARISONS } from './comparisons.ts';
import type { Condition } from './condition.ts';
import { foundByValue, type Values } from './declared-sql.ts';
import { filterColumn, matching } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { FEW, FEW_MAX, IN_ORDER, LONG, nameOf, SHORT, type Source } from './list-source.ts';
import { LIST_TYPES } from './list-types.ts';
import { beyond, firstOf, keysOf, ofEach, orderBy, orderOfKeys } from './order-sql.ts';
import { ifFull, surely, unlessCut, type Way } from './way.ts';

/**
 * The ways to a page of filtered records in another order than an index has them. Where matches are
 * frequent, they are soon met in the order of the list. Else the few matches are found and sorted;
 * and where even so there are many, the list is read in its order to its end.
 */
export function soughtPage(
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  values: Values | null,
): Way[] {
  const first = list.limit + 1;
  const walk = (length: number) =>
    ifFull(walked(definition, list, source, raw(String(first * length))), first);
  const sorted = (most: number) => unlessCut(found(definition, list, source, values, most));
  const last = [sorted(FEW_MAX), surely(readInOrder(definition, list, source))];
  if (!isWalkable(definition, list)) return last;
  // People seldom search for the same words again, so less is tried.
  if (list.q !== null) return [walk(LONG.looked_up), ...last];
  const isLookedUp = list.conditions.some(({ field }) => definition.fields[field]!.declared);
  const isMerged = source.account_uuids.length <= MERGED_MAX;
  const long = isMerged ? [walk(isLookedUp ? LONG.looked_up : LONG.records)] : [];
  const few = isFound(definition, list) ? [sorted(FEW)] : [];
  return [walk(SHORT), ...few, ...long, ...last];
}

/** So many Accounts are read as one, each along its own index. More take a statement too long. */
const MERGED_MAX = 4;

/** True when a record can be compared with each filter alone. Links are looked up all at once. */
export function isWalkable(
  { fields }: ListDefinition,
  { conditions }: Pick<ListRequest, 'conditions'>,
): boolean {
  return conditions.every(
    ({ field, operator }) => fields[field]!.type !== 'links' && (field !== 'uuid' || operator === 'ne'),
  );
}

/**
 * True when an index gives the matches of a filter one by one. That of tags gives all of them at
 * once.
 */
function isFound({ fields }: ListDefinition, { conditions }: ListRequest): boolean {
  const isOne = ({ field: name, operator }: Condition) => {
    const { type, sortable, declared, within } = fields[name]!;
    const hasIndex = sortable || declared || (LIST_TYPES[type].isByCreation && !within);
    return hasIndex && operator in COMPARISONS;
  };
  return conditions.some(isOne);
}

/** The matches among the first `limit` records in the order of the list. */
function walked(definition: ListDefinition, list: ListRequest, source: Source, limit: Sql): Sql {
  const { table, account_uuids, where } = source;
  const recordsOf = (account: Sql) => sql`
    SELECT *, ${join(keysOf(definition, list.sort))} FROM ${raw(table)}
    WHERE account_uuid = ${account} AND ${where} ${beyond(definition, list)}
    ORDER BY ${orderBy(definition, list.sort)} LIMIT ${limit}`;
  const each = account_uuids.map((uuid) => sql`(${recordsOf(sql`${uuid}`)})`);
  const isMerged = each.length > 1 && each.length <= MERGED_MAX;
  const all = isMerged ? join(each, ' UNION ALL ') : ofEach(account_uuids, recordsOf);
  const records = each.length === 1 ? all : sql`${all} ORDER BY ${orderOfKeys(list.sort)} LIMIT ${limit}`;
  const matches = matching(definition, list, account_uuids, 'each');
  return pageOf(
    list,
    source,
    sql`SELECT * FROM (${records}) AS seen WHERE true ${matches} LIMIT ${firstOf(list)}`,
  );
}

/** The page of a list that is read in its order until it is full. */
function readInOrder(definition: ListDefinition, list: ListRequest, source: Source): Sql {
  const { table, account_uuids, where } = source;
  const ofAccount = (account: Sql) => sql`
    SELECT * FROM (
      SELECT *, ${join(keysOf(definition, list.sort))} FROM ${raw(table)}
      WHERE account_uuid = ${account} AND ${where} ${beyond(definition, list)}
      ORDER BY ${orderBy(definition, list.sort)} ${IN_ORDER}
    ) AS seen WHERE true ${matching(definition, list, account_uuids, 'each')}
    LIMIT ${firstOf(list)}`;
  return pageOf(list, source, ofEach(account_uuids, ofAccount));
}

/** The first of `rows`, which have the columns of the table and the keys of the order. */
function pageOf(list: ListRequest, source: Source, rows: Sql): Sql {
  return sql`
    SELECT ${raw(source.columns)} FROM (${rows}) AS ${nameOf(source)}
    ORDER BY ${orderOfKeys(list.sort)} LIMIT ${firstOf(list)}`;
}

/** The matches, sorted. It gives up when there are more than `most`. */
function found(
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  values: Values | null,
  most: number,
): Sql {
  const { table, columns, account_uuids, where } = source;
  const [first, limit] = [firstOf(list), raw(String(most + 1))];
  const byValue = values && foundByValue(values, account_uuids, most + 1);
  const counted = raw(byValue ? 'found' : 'few');
  const isMany = raw('(SELECT is_many FROM counted)');
  const counting = sql`counted AS MATERIALIZED (SELECT count(*) > ${raw(String(most))} AS is_many FROM ${counted})`;
  const few = byValue
    ? sql`AND uuid = ANY(ARRAY(SELECT uuid FROM found)) AND NOT ${isMany}`
    : matching(definition, list, account_uuids);
  const fewOf = (account: Sql) => sql`
    SELECT uuid, ${join(keysOf(definition, list.sort))} FROM ${raw(table)}
    WHERE account_uuid = ${account} AND ${where} ${few} ${beyond(definition, list)}
    ${alongIndex(definition, list)} LIMIT ${limit}`;
  return sql`
    WITH ${byValue ? sql`found AS MATERIALIZED (${byValue}), ${counting},` : empty}
    few AS MATERIALIZED (${ofEach(account_uuids, fewOf)} LIMIT ${limit}), ${byValue ? empty : sql`${counting},`}
    sorted AS MATERIALIZED (
      SELECT uuid FROM few WHERE NOT ${isMany} ORDER BY ${orderOfKeys(list.sort)} LIMIT ${first}
    )
    SELECT ${raw(columns)}, ${isMany} AS is_cut FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND uuid = ANY(ARRAY(
      SELECT uuid FROM sorted UNION ALL (SELECT uuid FROM ${counted} WHERE ${isMany} LIMIT 1)))
    ORDER BY ${orderBy(definition, list.sort)} LIMIT ${first}`;
}

/**
 * Orders a range by its field, so that PostgreSQL reads only the range of the field's index.
 * Otherwise it might read another index to its end.
 */
function alongIndex(definition: ListDefinition, { conditions, q }: ListRequest): Sql {
  const [condition, ...others] = conditions;
  if (!condition || others.length > 0 || q !== null) return empty;
  const { sortable, declared } = definition.fields[condition.field]!;
  const isRange = ['lt', 'lte', 'gt', 'gte', 'is_null'].includes(condition.operator);
  return sortable && !declared && isRange
    ? sql`ORDER BY ${filterColumn(definition, condition.field)}`
    : empty;
}
