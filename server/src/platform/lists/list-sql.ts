import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { boundedWalk, IN_ORDER, isWalkable } from './bounded-walk.ts';
import type { Condition } from './condition.ts';
import type { SortKey } from './cursor.ts';
import { walkedPage, walkOf } from './declared-page.ts';
import { declaredColumn, foundByValue, type Values, valuesAlone } from './declared-sql.ts';
import { namesCurrency } from './filter-amounts.ts';
import { filterColumn, matching, sortColumn } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { FEW_MAX, type Source, VALUES_MAX } from './list-source.ts';
import { LIST_TYPES } from './list-types.ts';

/** A page of a list as one statement, whose cost does not grow with the number of records. */
export function listPage(definition: ListDefinition, list: ListRequest, source: Source): Sql {
  const walk = walkOf(definition, list);
  if (walk) return walkedPage(definition, list, source, walk);
  if (isInOrder(definition, list)) return pageInOrder(definition, list, source);
  const values = valuesAlone(definition, list);
  if (values && list.sort.every(({ field }) => field === 'created_at')) {
    return pageOfValues(definition, list, source, values);
  }
  return soughtPage(definition, list, source, values);
}

/**
 * A page of filtered records in another order than an index has them. Where matches are frequent,
 * a walk in the order of the list soon has the page. Else the few matches are found and sorted; and
 * where even so there are many, the list is read in its order to its end.
 */
function soughtPage(
  definition: ListDefinition,
  list: ListRequest,
  source: Source,
  values: Values | null,
): Sql {
  const { table, columns, account_uuids, where } = source;
  const keys = keysOf(definition, list.sort);
  const walk = isWalkable(definition, list) ? walkedFirst(definition, list, source, keys) : null;
  const isOpen = raw(walk ? 'EXISTS (SELECT FROM walked WHERE is_cut)' : 'true');
  const found = values && foundByValue(values, account_uuids, FEW_MAX + 1);
  const isMany = sql`(SELECT count(*) FROM ${raw(found ? 'found' : 'few')}) > ${FEW_MAX}`;
  const few = found
    ? sql`AND uuid = ANY(ARRAY(SELECT uuid FROM found)) AND NOT ${isMany}`
    : matching(definition, list, account_uuids);
  const fewOf = (account: Sql) => sql`
    SELECT uuid, ${join(keys)} FROM ${raw(table)}
    WHERE account_uuid = ${account} AND ${where} AND ${isOpen} ${few} ${beyond(definition, list)}
    ${alongIndex(definition, list)} LIMIT ${FEW_MAX + 1}`;
  return sql`
    WITH ${walk ? sql`walked AS MATERIALIZED (${walk}),` : empty}
    ${found ? sql`found AS MATERIALIZED (SELECT * FROM (${found}) AS found WHERE ${isOpen}),` : empty}
    few AS MATERIALIZED (${ofEach(account_uuids, fewOf)} LIMIT ${FEW_MAX + 1}),
    sorted AS MATERIALIZED (
      SELECT uuid FROM few WHERE NOT ${isMany} ORDER BY ${orderOfKeys(list.sort)} LIMIT ${list.limit + 1}
    )
    SELECT ${raw(columns)} FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND uuid = ANY(ARRAY(
      ${walk ? sql`SELECT uuid FROM walked WHERE NOT ${isOpen} UNION ALL` : empty}
      SELECT uuid FROM sorted UNION ALL (${ofEach(
        account_uuids,
        (account) => sql`
        SELECT uuid FROM (
          SELECT * FROM ${raw(table)} WHERE account_uuid = ${account} AND ${where} AND ${isMany} ${beyond(definition, list)}
          ORDER BY ${orderBy(definition, list.sort)} ${IN_ORDER}
        ) AS seen WHERE true ${matching(definition, list, account_uuids, 'each')}
        LIMIT ${raw(String(list.limit + 1))}`,
      )})))
    ORDER BY ${orderBy(definition, list.sort)} LIMIT ${list.limit + 1}`;
}

/** The first matches of all Accounts in the order of the list, as `boundedWalk` finds them. */
function walkedFirst(definition: ListDefinition, list: ListRequest, source: Source, keys: Sql[]): Sql {
  const { table, account_uuids, where } = source;
  const ofAccount = (account: Sql) => {
    const rows = (matches: Sql, limit: Sql) => sql`
      SELECT uuid, ${join(keys)}, ${matches} AS is_match FROM ${raw(table)}
      WHERE account_uuid = ${account} AND ${where} ${beyond(definition, list)}
      ORDER BY ${orderBy(definition, list.sort)} LIMIT ${limit}`;
    return boundedWalk(definition, list, account_uuids, false, rows);
  };
  const merged = sql`ORDER BY ${orderOfKeys(list.sort)} LIMIT ${raw(String(list.limit + 1))}`;
  return sql`${ofEach(account_uuids, ofAccount)} ${account_uuids.length === 1 ? empty : merged}`;
}

/**
 * The rows of each Account, one after the other. Nearly every caller has one Account, whose rows
 * PostgreSQL finds more surely when it knows which Account it is.
 */
function ofEach(account_uuids: string[], ofAccount: (account: Sql) => Sql): Sql {
  if (account_uuids.length === 1) return sql`SELECT * FROM (${ofAccount(sql`${account_uuids[0]}`)}) AS own`;
  return sql`
    SELECT own.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (${ofAccount(raw('owner.account_uuid'))}) AS own`;
}

/**
 * A page in the order of creation. The index of the values has that time, so only the records of
 * the page are read, and more matches count as few. Exactly the records that lists show have
 * values, so the first of them are the page.
 */
function pageOfValues(definition: ListDefinition, list: ListRequest, source: Source, values: Values): Sql {
  const { table, columns, account_uuids, where } = source;
  const found = foundByValue(values, account_uuids, VALUES_MAX);
  const isMany = raw('(SELECT is_many FROM counted)');
  const [first, order] = [raw(String(list.limit + 1)), orderBy(definition, list.sort)];
  // Only `in` finds a record by two of its values.
  const distinct = raw(list.conditions.some(({ operator }) => operator === 'in') ? 'DISTINCT' : '');
  return sql`
    WITH counted AS MATERIALIZED (
      SELECT EXISTS (${foundByValue(values, account_uuids, 1, VALUES_MAX)}) AS is_many
    ), sorted AS MATERIALIZED (
      SELECT ${distinct} uuid, created_at FROM (${found}) AS found WHERE NOT ${isMany} ${beyond(definition, list)}
      ORDER BY ${order} LIMIT ${first}
    )
    SELECT page.* FROM (
      (SELECT ${raw(columns)} FROM ${raw(table)}
      WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} AND uuid = ANY(ARRAY(SELECT uuid FROM sorted)))
      UNION ALL (${pageInOrder(definition, list, { ...source, where: sql`${where} AND ${isMany}` })})
    ) AS page
    ORDER BY ${order} LIMIT ${first}`;
}

/**
 * Reads the first records of each Account from that Account's own index, then merges them. So the
 * cost hardly grows with the number of Accounts.
 */
function pageInOrder(definition: ListDefinition, list: ListRequest, source: Source): Sql {
  const { table, columns, account_uuids, where } = source;
  const order = orderBy(definition, list.sort);
  const first = raw(String(list.limit + 1));
  const ofAccount = (account: Sql, selected: Sql) => sql`
      SELECT ${selected} FROM ${raw(table)}
      WHERE account_uuid = ${account} AND ${where}
        ${matching(definition, list, account_uuids)} ${beyond(definition, list)}
      ORDER BY ${order} LIMIT ${first}`;
  // Nearly every caller has one Account, for which PostgreSQL plans this form in half the time.
  if (account_uuids.length === 1) return ofAccount(sql`${account_uuids[0]}`, raw(columns));
  const keys = keysOf(definition, list.sort);
  return sql`
    SELECT ${raw(columns)} FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} AND uuid = ANY(ARRAY(
      SELECT own.uuid FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
      CROSS JOIN LATERAL (${ofAccount(raw('owner.account_uuid'), sql`uuid, ${join(keys)}`)}) AS own
      ORDER BY ${orderOfKeys(list.sort)} LIMIT ${first}))
    ORDER BY ${order} LIMIT ${first}`;
}

/**
 * True when one index gives the matches in the order of the list: the index of that order, or the
 * index of a choice or reference together with the creation time.
 */
function isInOrder({ fields }: ListDefinition, { conditions, q, sort }: ListRequest): boolean {
  const first = sort[0]!.field;
  if (q !== null) return false;
  // A filter compares texts, and not the numbers in them.
  if (fields[first]?.numbered && conditions.length > 0) return false;
  const isOfIndex = (one: Condition) => one.field === first && one.operator !== 'ne' && !namesCurrency(one);
  if (conditions.every(isOfIndex)) return true;
  const [{ field, operator }] = conditions as [Condition];
  const isEqual = operator === 'eq' && LIST_TYPES[fields[field]!.type].isByCreation && field !== 'uuid';
  return conditions.length === 1 && isEqual === true && first === 'created_at';
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

/** The values by which a list is sorted, named for `orderOfKeys`. */
function keysOf(definition: ListDefinition, sort: SortKey[]): Sql[] {
  return sort.map(({ field }, index) => sql`${sortColumn(definition, field)} AS ${raw(`key${index}`)}`);
}

function orderOfKeys(sort: SortKey[]): Sql {
  const [last] = sort.slice(-1);
  const keys = sort.map(({ descending }, index) => `key${index} ${descending ? 'DESC' : 'ASC'}`);
  return raw([...keys, `uuid ${last!.descending ? 'DESC' : 'ASC'}`].join(', '));
}

/** Counts the records of the whole list, up to `limit` if given. */
export function listTotal(
  definition: ListDefinition,
  list: ListRequest,
  source: Pick<Source, 'table' | 'account_uuids' | 'where'>,
  limit: number | null,
): Sql {
  return sql`
    SELECT count(*) AS total FROM (
      SELECT FROM ${raw(source.table)}
      WHERE account_uuid = ANY(${source.account_uuids}::uuid[]) AND ${source.where} ${matching(definition, list, source.account_uuids)}
      LIMIT ${limit}
    ) AS found`;
}

/** Counts the records of the whole list and adds up their amounts, with a row for each currency. */
export function listAmounts(
  definition: ListDefinition,
  list: ListRequest,
  source: Pick<Source, 'table' | 'account_uuids' | 'where'>,
  { field, currency }: NonNullable<ListDefinition['amount']>,
  limit: number,
): Sql {
  return sql`
    SELECT currency, count(*) AS count, sum(amount)::text AS amount FROM (
      SELECT ${amountColumns(definition, field, currency)} FROM ${raw(source.table)}
      WHERE account_uuid = ANY(${source.account_uuids}::uuid[]) AND ${source.where} ${matching(definition, list, source.account_uuids)}
      LIMIT ${limit}
    ) AS found
    GROUP BY currency ORDER BY currency`;
}

function amountColumns({ fields }: ListDefinition, field: string, currency: string | null): Sql {
  const declared = fields[field]?.declared ? fields[field] : null;
  if (!declared) return sql`${raw(currency ?? 'NULL::text')} AS currency, ${raw(field)} AS amount`;
  return sql`${declaredColumn(declared, 'currency')} AS currency, ${declaredColumn(declared, 'number_value')} AS amount`;
}

/** The condition for records after the cursor in the list's order. */
function beyond(definition: ListDefinition, list: ListRequest): Sql {
  if (list.after === null) return empty;
  const keys = [...list.sort, { field: 'uuid', descending: list.sort.at(-1)!.descending }];
  const columns = keys.map((key) => sortColumn(definition, key.field));
  const values = keys.map((key, index) => sortValue(definition, key.field, list.after![index]!));
  const uniform = keys.every((key) => key.descending === keys[0]!.descending);
  if (uniform) {
    // A row comparison is one range of the index.
    return sql`AND (${join(columns)}) ${raw(keys[0]!.descending ? '<' : '>')} (${join(values)})`;
  }
  const branches = keys.map((key, index) => {
    const equal = columns.slice(0, index).map((column, i) => sql`${column} = ${values[i]}`);
    return sql`(${join([...equal, sql`${columns[index]} ${raw(key.descending ? '<' : '>')} ${values[index]}`], ' AND ')})`;
  });
  return sql`AND (${join(branches, ' OR ')})`;
}

function orderBy(definition: ListDefinition, sort: SortKey[]): Sql {
  const last = sort.at(-1)!;
  const keys = [...sort, { field: 'uuid', descending: last.descending }];
  return join(
    keys.map((key) => sql`${sortColumn(definition, key.field)} ${raw(key.descending ? 'DESC' : 'ASC')}`),
  );
}

function sortValue(definition: ListDefinition, field: string, value: string): Sql {
  const { nullable, folded, numbered, type = 'text' } = definition.fields[field] ?? { type: 'uuid' as const };
  const { nothing, isNothingAValue, ...of } = LIST_TYPES[type];
  const cast = raw(of.cast);
  if (folded) return sql`${raw(numbered ? 'numbered' : 'folded')}(${value}${cast})`;
  if (!nullable || isNothingAValue) return sql`${value}${cast}`;
  return sql`coalesce(nullif(${value}, '')${cast}, ${raw(nothing)})`;
}
