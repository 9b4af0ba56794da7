import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from './condition.ts';
import { walkedPage, walkOf } from './declared-page.ts';
import { declaredColumn, foundByValue, type Values, valuesAlone } from './declared-sql.ts';
import { namesCurrency } from './filter-amounts.ts';
import { matching } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { type Source, VALUES_MAX } from './list-source.ts';
import { LIST_TYPES } from './list-types.ts';
import { beyond, keysOf, orderBy, orderOfKeys } from './order-sql.ts';
import { soughtPage } from './sought-page.ts';
import { surely, type Way } from './way.ts';

/** The ways to a page of a list. The cost of each does not grow with the number of records. */
export function waysTo(definition: ListDefinition, list: ListRequest, source: Source): Way[] {
  const walk = walkOf(definition, list);
  if (walk) return walkedPage(definition, list, source, walk);
  if (isInOrder(definition, list)) return [surely(pageInOrder(definition, list, source))];
  const values = valuesAlone(definition, list);
  if (values && list.sort.every(({ field }) => field === 'created_at')) {
    return [surely(pageOfValues(definition, list, source, values))];
  }
  return soughtPage(definition, list, source, values);
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
  const isEqual = operator === 'eq' && isByCreation(field, fields[field]!);
  return conditions.length === 1 && isEqual && first === 'created_at';
}

/** True when the index of the field has the records of one value in the order of their creation. */
function isByCreation(name: string, field: ListField): boolean {
  const { isByCreation = false, isShared } = LIST_TYPES[field.type];
  if (isByCreation) return name !== 'uuid';
  // A domain may be kept in two spellings, and a name has an index of its own.
  const isAlone = !field.distinct && !field.numbered && !field.domain && !field.within;
  return isShared === true && field.sortable === true && isAlone;
}

/** Counts the records of the whole list, up to `limit` if given. */
export function listTotal(
  definition: ListDefinition,
  list: ListRequest,
  source: Pick<Source, 'table' | 'account_uuids' | 'where'>,
  limit: number | null,
): Sql {
  return sql`SELECT count(*) AS total FROM (${listMatches(definition, list, source, empty, limit)}) AS found`;
}

/** These columns of all records of the list, in no order, up to `limit` if given. */
export function listMatches(
  definition: ListDefinition,
  list: ListRequest,
  { table, account_uuids, where }: Pick<Source, 'table' | 'account_uuids' | 'where'>,
  columns: Sql,
  limit: number | null,
): Sql {
  return sql`
    SELECT ${columns} FROM ${raw(table)}
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND ${where} ${matching(definition, list, account_uuids)}
    LIMIT ${limit}`;
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
