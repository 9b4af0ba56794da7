import { fold } from '@rapport/contract/fold';
import type { ListDefinition, ListField, Operator } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { domainIn } from '../host-name.ts';
import { COMPARISONS, likePattern } from './comparisons.ts';
import type { Condition } from './condition.ts';
import { onDays } from './day-sql.ts';
import { byDeclaredField, hasDeclared } from './declared-sql.ts';
import { byAmount } from './filter-amounts.ts';
import type { ListRequest } from './list-query.ts';
import { LIST_TYPES } from './list-types.ts';
import { extensionIn, phoneDigits } from './phone-digits.ts';
import { searchQuery, wordsQuery } from './search-words.ts';

/** The parts of a list that its filters need. A list without `searchable` has no search column. */
type Filtered = Pick<ListDefinition, 'fields'> & { searchable?: boolean };

/**
 * The conditions of the request's filters, each after an AND. Filters by link search the links of
 * `account_uuids`. With `each`, they are for rows that are compared one by one: the planner may not
 * first read all values of a declared field.
 */
export function matching(
  definition: Filtered,
  list: Pick<ListRequest, 'conditions' | 'q'>,
  account_uuids: string[] = [],
  compared: 'all' | 'each' = 'all',
): Sql {
  const own = list.conditions.filter(({ field }) => !definition.fields[field]!.declared);
  const parts = own.map((condition) => sql`AND ${toSql(definition, condition, account_uuids)}`);
  for (const conditions of byDeclaredField(definition, list.conditions).values()) {
    parts.push(sql`AND ${hasDeclared(definition.fields[conditions[0]!.field]!, conditions, compared)}`);
  }
  if (list.q !== null) parts.push(sql`AND search @@ ${searchQuery(list.q)}::tsquery`);
  return parts.length > 0 ? join(parts, ' ') : empty;
}

function toSql(definition: Filtered, condition: Condition, account_uuids: string[]): Sql {
  const { field, operator, values } = condition;
  const { type, nullable, sortable, within } = definition.fields[field]!;
  if (within) {
    const entry = sql`entry ->> ${within.part}::text`;
    const has = (holds: Sql) =>
      sql`EXISTS (SELECT FROM jsonb_array_elements(${raw(within.column)}) AS entry WHERE ${holds})`;
    const is = insideJson(definition, condition, entry, has);
    return within.isPhone ? sql`(${is} OR ${byDigits(condition, has)})` : is;
  }
  const special = SPECIAL[type]?.(definition, condition, account_uuids);
  if (special) return special;
  const column = raw(field);
  if (condition.currencies) {
    const holds = (one: Condition) => bySortColumn(definition, one);
    return byAmount(condition, raw(definition.fields[field]!.currency!), raw('account_uuid'), holds);
  }
  const value = values[0]!;
  const cast = raw(LIST_TYPES[type].cast);
  if (condition.spans) {
    return onDays(column, raw(definition.fields[field]!.instant!), sortColumn(definition, field), condition);
  }
  if (definition.fields[field]!.folded && operator !== 'is_null') return byFolded(definition, condition);
  if (
    nullable &&
    sortable &&
    (operator in COMPARISONS || operator === 'is_null' || operator === 'not_since')
  ) {
    return bySortColumn(definition, condition);
  }
  switch (operator) {
    case 'ne':
      return sql`${column} IS DISTINCT FROM ${value}${cast}`;
    case 'in':
      return sql`${column} = ANY(${values}${cast}[])`;
    case 'contains':
    case 'starts_with':
      return sql`folded(${column}) LIKE ${likePattern(operator, fold(value))}`;
    case 'is_null':
      return value === 'true' ? sql`${column} IS NULL` : sql`${column} IS NOT NULL`;
    case 'not_since':
      return sql`(${column} < ${value}${cast} OR ${column} IS NULL)`;
    default:
      return sql`${column} ${raw(COMPARISONS[operator])} ${value}${cast}`;
  }
}

/** The types whose values are no plain column. */
const SPECIAL: Partial<Record<ListField['type'], typeof toSql>> = {
  custom: (definition, condition) => {
    // A declared field without values in an index, such as a long text, is named with its key.
    const [column] = condition.field.split('.');
    const value = sql`${raw(column!)} ->> ${condition.key}::text`;
    return insideJson(definition, condition, value, (holds) => holds);
  },
  tags: (_, { field, operator, values }) => {
    if (operator === 'is_null') return sql`(${raw(field)} = '{}') = ${values[0]}::boolean`;
    const overlaps = sql`${raw(field)} && ${values}::text[]`;
    return operator === 'ne' ? sql`NOT (${overlaps})` : overlaps;
  },
  // Begins at the linked record: the index of links finds the few records that refer to it.
  links: (_, { values }, account_uuids) =>
    sql`uuid = ANY(ARRAY(SELECT from_uuid FROM links
      WHERE links.account_uuid = ANY(${account_uuids}::uuid[]) AND to_uuid = ANY(${values}::uuid[])))`,
};

/**
 * A condition on a text, on the same expression as in an index of the field. Case, accents and
 * forms of a letter do not count.
 */
function byFolded(definition: Filtered, { field, operator: asked, values: given }: Condition): Sql {
  const { nullable, domain } = definition.fields[field]!;
  const [column, compared] = [raw(field), filterColumn(definition, field)];
  const values = domain && ['eq', 'ne', 'in'].includes(asked) ? withDomains(given) : given;
  const operator = asked === 'eq' && values.length > 1 ? 'in' : asked;
  const alike = join(values.map((value) => sql`folded(${value}::text)`));
  const known = nullable ? sql` AND ${column} IS NOT NULL` : empty;
  switch (operator) {
    case 'ne': {
      const differs = values.length > 1 ? sql`${compared} NOT IN (${alike})` : sql`${compared} <> ${alike}`;
      return nullable ? sql`(${column} IS NULL OR ${differs})` : differs;
    }
    case 'contains':
    case 'starts_with':
      return sql`${compared} LIKE ${likePattern(operator, fold(values[0]!))}${known}`;
    case 'in':
      return sql`(${compared} IN (${alike})${known})`;
    default:
      return sql`(${compared} ${raw(COMPARISONS[operator as keyof typeof COMPARISONS])} ${alike}${known})`;
  }
}

/** The texts, as an earlier release kept some of them, and the domains that they name. */
function withDomains(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [fold(text), domainIn(text) ?? fold(text)]))];
}

/**
 * The condition on the same expression as in the field's index and order, in which a value stands
 * for null. It adds no needless condition, because PostgreSQL assumes that each one excludes
 * records.
 */
function bySortColumn(definition: Filtered, { field, operator, values }: Condition): Sql {
  const { type } = definition.fields[field]!;
  const [column, sorted, nothing] = [
    raw(field),
    sortColumn(definition, field),
    raw(LIST_TYPES[type].nothing),
  ];
  const { isNothingAValue, isNothingLast } = LIST_TYPES[type];
  const isSomething = isNothingAValue
    ? sql`${column} IS NOT NULL`
    : sql`${sorted} ${raw(isNothingLast ? '<' : '>')} ${nothing}`;
  if (operator === 'is_null' && values[0] === 'false') return isSomething;
  if (operator === 'is_null')
    return isNothingAValue
      ? sql`(${sorted} = ${nothing} AND ${column} IS NULL)`
      : sql`${sorted} = ${nothing}`;
  const cast = raw(LIST_TYPES[type].cast);
  // A missing time sorts before all others, so this is one range.
  if (operator === 'not_since') return sql`${sorted} < ${values[0]}${cast}`;
  const comparison = sql`${sorted} ${raw(COMPARISONS[operator as keyof typeof COMPARISONS])}`;
  if (operator === 'in') return sql`(${comparison} ANY(${values}${cast}[]) AND ${column} IS NOT NULL)`;
  const holds = sql`${comparison} ${values[0]}${cast}`;
  return operator === 'eq' && !isNothingAValue ? holds : sql`(${holds} AND ${isSomething})`;
}

/**
 * A condition on a text inside a JSON column; case and accents do not count. `has` checks it
 * exactly. To find the few records that can match, the condition also uses the search index, which
 * holds all words of these values. Values without words are only checked by `has`.
 */
function insideJson(
  { searchable }: Filtered,
  { operator, values }: Condition,
  text: Sql,
  has: (holds: Sql) => Sql,
): Sql {
  const texts = values.map(fold);
  if (operator === 'is_null')
    return sql`${raw(values[0] === 'true' ? 'NOT' : '')} ${has(sql`${text} IS NOT NULL`)}`;
  if (operator === 'contains') return has(sql`folded(${text}) LIKE ${likePattern(operator, texts[0]!)}`);
  const is = has(sql`folded(${text}) IN (${join(values.map((value) => sql`folded(${value}::text)`))})`);
  // The search index holds only texts and numbers.
  if (!searchable || texts.some((value) => ['true', 'false'].includes(value))) return is;
  const words = values.map(wordsQuery);
  if (words.includes('')) return is;
  return sql`(search @@ ${words.map((query) => `(${query})`).join(' | ')}::tsquery AND ${is})`;
}

/** A condition on the digits of a phone number, however it is written. */
function byDigits({ operator, values }: Condition, has: (holds: Sql) => Sql): Sql {
  const wanted = operator === 'is_null' ? [] : values.filter((value) => phoneDigits(value).length > 0);
  if (wanted.length === 0) return sql`false`;
  const holds = join(
    wanted.map((value) => hasNumber(operator, value)),
    ' OR ',
  );
  if (operator === 'contains') return has(holds);
  const words = wanted.flatMap(phoneDigits).map((one) => `'${one}'`);
  return sql`(search @@ ${words.join(' | ')}::tsquery AND ${has(holds)})`;
}

/** Whether a phone of a record has this number, and its extension if there is one. */
function hasNumber(operator: Operator, value: string): Sql {
  const digits = phoneDigits(value);
  const extension = extensionIn(value);
  const numbers = sql`phone_numbers(entry)`;
  const parts = digits.map((one) => `%${one}%`);
  const is =
    operator === 'contains'
      ? sql`EXISTS (SELECT FROM unnest(${numbers}) AS number WHERE number LIKE ANY (${parts}::text[]))`
      : sql`${numbers} && ${digits}::text[]`;
  return extension === null ? is : sql`(${is} AND entry ->> 'extension' = ${extension})`;
}

/**
 * The SQL expression of a field in an order. Null gets a value, so that a cursor can point at it.
 */
export function sortColumn(definition: Pick<ListDefinition, 'fields'>, field: string): Sql {
  const { nullable, folded, numbered, type = 'text' } = definition.fields[field] ?? {};
  // A column of its own: no name is read for its order again and again.
  if (numbered) return raw(`${field}_order`);
  const value = nullable ? `coalesce(${field}, ${LIST_TYPES[type].nothing})` : field;
  return raw(folded ? `folded(${value})` : value);
}

/** The SQL expression by which a filter compares a field; as in its order, but for numbers. */
export function filterColumn({ fields }: Pick<ListDefinition, 'fields'>, field: string): Sql {
  return sortColumn({ fields: { [field]: { ...fields[field]!, numbered: false } } }, field);
}
