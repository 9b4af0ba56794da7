import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { COMPARISONS, likePattern } from './comparisons.ts';
import type { Condition } from './condition.ts';
import { byAmount } from './filter-amounts.ts';
import { LIST_TYPES } from './list-types.ts';

/**
 * Lists of records by fields that Accounts declared. Their values are rows of `custom_values`, in a
 * column for each type, with an index that begins with the field. So a filter or an order by one
 * reads a range of an index, as by a field of the kind.
 */

/**
 * Groups conditions, so that all on one declared field ask for one value: a range has two ends.
 * Each condition on several choices may hold for another choice.
 */
export function byDeclaredField({ fields }: Pick<ListDefinition, 'fields'>, conditions: Condition[]) {
  return Map.groupBy(
    conditions.filter(({ field }) => fields[field]!.declared),
    (condition) => (LIST_TYPES[fields[condition.field]!.type].isOfSeveral ? condition : condition.field),
  );
}

/** True for a condition on one value that an index finds: not for what a value is not. */
export function isByValue({ operator }: Condition): boolean {
  return operator in COMPARISONS;
}

/**
 * The condition that a record has values that satisfy all conditions on a field. The table of
 * values has no column `uuid`, so that of the record is meant.
 */
export function hasDeclared(
  field: ListField,
  conditions: Condition[],
  compared: 'all' | 'each' = 'all',
): Sql {
  const negative = conditions.filter(
    ({ operator, values }) => operator === 'ne' || (operator === 'is_null' && values[0] === 'true'),
  );
  const positive = conditions.filter((condition) => !negative.includes(condition));
  // With OFFSET a subquery is not made a join.
  const fence = raw(compared === 'each' ? 'OFFSET 0' : '');
  const has = (some: Condition[]) => sql`EXISTS (SELECT FROM custom_values AS v
    WHERE v.record_uuid = uuid AND v.field_uuid = ${anyOf(field)}${ofValue(field, some)} ${fence})`;
  const without = negative.map(
    (condition) => sql`NOT ${has(condition.operator === 'ne' ? [{ ...condition, operator: 'eq' }] : [])}`,
  );
  return join([...(positive.length > 0 ? [has(positive)] : []), ...without], ' AND ');
}

/** The conditions on the row `v` of `custom_values`, each after an AND. */
export function ofValue(field: ListField, conditions: Condition[]): Sql {
  const { column, cast } = castOf(field);
  const value = raw(`v.${column}`);
  const asKept = (text: string) => sql`${declaredText(field, text)}${raw(cast)}`;
  const holds = (condition: Condition): Sql => {
    const { operator, values, currencies } = condition;
    const [first = ''] = values;
    if (currencies) return byAmount(condition, raw('v.currency'), raw('v.account_uuid'), holds);
    if (operator === 'in') return sql`${value} IN (${join(values.map(asKept))})`;
    if (operator === 'contains' || operator === 'starts_with')
      return sql`${value} LIKE ${likePattern(operator, declaredText(field, first))}`;
    if (operator === 'is_null') return sql`${value} IS NOT NULL`;
    return sql`${value} ${raw(COMPARISONS[operator as keyof typeof COMPARISONS])} ${asKept(first)}`;
  };
  return conditions.length === 0 ? empty : sql` AND ${join(conditions.map(holds), ' AND ')}`;
}

/** A value as `custom_values` holds it: texts are folded. */
export function declaredText({ type }: Pick<ListField, 'type'>, text: string): string {
  return LIST_TYPES[type].declared?.(text) ?? text;
}

/** The value of a record, for an order; null when it has none. */
export function declaredValue(field: ListField): Sql {
  return declaredColumn(field, castOf(field).column);
}

/** A column of the declared value of a record; null when it has none. */
export function declaredColumn(field: ListField, column: string): Sql {
  return sql`(SELECT v.${raw(column)} FROM custom_values AS v
    WHERE v.record_uuid = uuid AND v.field_uuid = ${anyOf(field)} LIMIT 1)`;
}

/** Conditions by value on one declared field. */
export type Values = { field: ListField; conditions: Condition[] };

/** The conditions of a list that has none but on the value of one declared field; else null. */
export function valuesAlone(
  definition: Pick<ListDefinition, 'fields'>,
  { conditions, q }: { conditions: Condition[]; q: string | null },
): Values | null {
  const [first] = conditions;
  const field = first && definition.fields[first.field]!;
  if (!field?.declared || q !== null) return null;
  const isOne = conditions.length === 1 || !LIST_TYPES[field.type].isOfSeveral;
  const isAlone = isOne && conditions.every((one) => one.field === first!.field && isByValue(one));
  return isAlone ? { field, conditions } : null;
}

/**
 * The records that an index finds by value, at most `limit` after the first `passed`, with the time
 * of their creation. One with several values may come several times. Deleted records have no values
 * there.
 */
export function foundByValue(
  { field, conditions }: Values,
  account_uuids: string[],
  limit: number,
  passed = 0,
): Sql {
  const page = sql`LIMIT ${limit} OFFSET ${passed}`;
  const ofAccount = (own: Sql, part: Sql) => sql`
    SELECT v.record_uuid AS uuid, v.created_at FROM custom_values AS v
    WHERE v.field_uuid = ${own}${ofValue(field, conditions)}
    ORDER BY ${raw(`v.${castOf(field).column}`)} ${part}`;
  // Nearly every caller has one Account, for which PostgreSQL reads this form in half the time.
  if (account_uuids.length === 1) return ofAccount(sql`${field.declared![account_uuids[0]!]}::uuid`, page);
  return sql`SELECT own.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (${ofAccount(ownField(field), sql`LIMIT ${limit + passed}`)}) AS own ${page}`;
}

/** The uuid of a declared field in the Account `owner`. */
export function ownField({ declared }: ListField): Sql {
  const uuids = Object.values(declared!);
  if (uuids.length === 1) return sql`${uuids[0]}::uuid`;
  return sql`(${JSON.stringify(declared)}::jsonb ->> owner.account_uuid::text)::uuid`;
}

/** The uuid of a declared field, or any of those in the Accounts of the list. */
function anyOf({ declared }: ListField): Sql {
  const uuids = Object.values(declared!);
  return uuids.length === 1 ? sql`${uuids[0]}::uuid` : sql`ANY(${uuids}::uuid[])`;
}

/** The column and the cast of a declared value. */
export function castOf({ type }: ListField): { column: string; cast: string } {
  const { column, cast } = LIST_TYPES[type];
  // A choice, a yes or no and a User are texts there.
  return column === 'text_value' ? { column, cast: '::text' } : { column: column!, cast };
}
