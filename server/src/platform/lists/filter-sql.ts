import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from './condition.ts';
import { onDays } from './day-sql.ts';
import type { ListRequest } from './list-query.ts';
import { LIST_TYPES } from './list-types.ts';

/** The parts of a list that its filters need. A list without `searchable` has no search column. */
type Filtered = Pick<ListDefinition, 'fields'> & { searchable?: boolean };

/**
 * The conditions of the request's filters, each after an AND. Filters by link search the links of
 * `account_uuids`.
 */
export function matching(
  definition: Filtered,
  list: Pick<ListRequest, 'conditions' | 'q'>,
  account_uuids: string[] = [],
): Sql {
  const parts = list.conditions.map((condition) => sql`AND ${toSql(definition, condition, account_uuids)}`);
  if (list.q !== null) parts.push(sql`AND search @@ ${searchTerms(list.q)}`);
  return parts.length > 0 ? join(parts, ' ') : empty;
}

function toSql(definition: Filtered, condition: Condition, account_uuids: string[]): Sql {
  const { field, operator, values } = condition;
  const { type, nullable, sortable, within } = definition.fields[field]!;
  if (within) {
    const entry = sql`entry ->> ${within.part}::text`;
    const has = (holds: Sql) =>
      sql`EXISTS (SELECT FROM jsonb_array_elements(${raw(within.column)}) AS entry WHERE ${holds})`;
    return insideJson(definition, condition, entry, has);
  }
  if (type === 'custom') {
    const value = sql`${raw(field)} ->> ${condition.key}::text`;
    return insideJson(definition, condition, value, (holds) => holds);
  }
  const column = raw(field);
  const value = values[0]!;
  const cast = raw(LIST_TYPES[type].cast);
  if (type === 'tags') {
    const overlaps = sql`${column} && ${values}::text[]`;
    return operator === 'ne' ? sql`NOT (${overlaps})` : overlaps;
  }
  if (type === 'links') {
    // Begins at the linked record: the index of links finds the few records that refer to it.
    return sql`uuid = ANY(ARRAY(SELECT from_uuid FROM links
      WHERE links.account_uuid = ANY(${account_uuids}::uuid[]) AND to_uuid = ANY(${values}::uuid[])))`;
  }
  if (definition.fields[field]!.folded && (operator === 'eq' || operator === 'in')) {
    const alike = values.map((value) => sql`folded(${value}::text)`);
    return sql`(folded(${column}) IN (${join(alike)}) AND ${column} = ANY(${values}::text[]))`;
  }
  if (condition.spans) {
    return onDays(column, raw(definition.fields[field]!.instant!), sortColumn(definition, field), condition);
  }
  if (nullable && sortable && (operator in COMPARISONS || operator === 'is_null')) {
    return bySortColumn(definition, condition);
  }
  switch (operator) {
    case 'eq':
      return sql`${column} = ${value}${cast}`;
    case 'ne':
      return sql`${column} IS DISTINCT FROM ${value}${cast}`;
    case 'in':
      return sql`${column} = ANY(${values}${cast}[])`;
    case 'lt':
      return sql`${column} < ${value}${cast}`;
    case 'lte':
      return sql`${column} <= ${value}${cast}`;
    case 'gt':
      return sql`${column} > ${value}${cast}`;
    case 'gte':
      return sql`${column} >= ${value}${cast}`;
    case 'contains':
      return sql`${column} ILIKE ${`%${escapeLike(value)}%`}`;
    case 'starts_with':
      return sql`${column} ILIKE ${`${escapeLike(value)}%`}`;
    case 'is_null':
      return value === 'true' ? sql`${column} IS NULL` : sql`${column} IS NOT NULL`;
  }
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
  // An empty text sorts like null, but is not null.
  const isText = type === 'text';
  const isSomething = isText
    ? sql`${column} IS NOT NULL`
    : sql`${sorted} ${raw(LIST_TYPES[type].isNothingLast ? '<' : '>')} ${nothing}`;
  if (operator === 'is_null' && values[0] === 'false') return isSomething;
  if (operator === 'is_null')
    return isText ? sql`(${sorted} = '' AND ${column} IS NULL)` : sql`${sorted} = ${nothing}`;
  const cast = raw(LIST_TYPES[type].cast);
  const comparison = sql`${sorted} ${raw(COMPARISONS[operator as keyof typeof COMPARISONS])}`;
  if (operator === 'in') return sql`(${comparison} ANY(${values}${cast}[]) AND ${column} IS NOT NULL)`;
  const holds = sql`${comparison} ${values[0]}${cast}`;
  return operator === 'eq' && !isText ? holds : sql`(${holds} AND ${isSomething})`;
}

/**
 * A condition on a text inside a JSON column; case and accents do not count. `has` checks it
 * exactly. To find the few records that can match, the condition also uses the search index, which
 * holds all words of these values. Values without words, or with words too long for the index, are
 * only checked by `has`.
 */
function insideJson(
  { searchable }: Filtered,
  { operator, values }: Condition,
  text: Sql,
  has: (holds: Sql) => Sql,
): Sql {
  const texts = values.map(folded);
  if (operator === 'is_null')
    return sql`${raw(values[0] === 'true' ? 'NOT' : '')} ${has(sql`${text} IS NOT NULL`)}`;
  if (operator === 'contains') return has(sql`folded(${text}) LIKE ${`%${escapeLike(texts[0]!)}%`}`);
  const is = has(sql`folded(${text}) IN (${join(values.map((value) => sql`folded(${value})`))})`);
  // The search index holds only texts and numbers.
  if (!searchable || texts.some((value) => ['true', 'false'].includes(value))) return is;
  const words = texts.map((value) => sql`plainto_tsquery('simple', ${value.replace(/\S{500,}/gu, ' ')})`);
  const hasNone = words.map((query) => sql`numnode(${query}) = 0`);
  return sql`((${join(hasNone, ' OR ')} OR search @@ (${join(words, ' || ')})) AND ${is})`;
}

const COMPARISONS = { eq: '=', in: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The tsquery for a search. Each word of `q` must begin a word of the record, as written or folded.
 * Or each word that PostgreSQL finds in `q` must do so: PostgreSQL takes "AC/DC" for one word,
 * distinguishes "+44" from "44", and breaks half an e-mail address into pieces.
 */
export function searchTerms(q: string): Sql {
  const text = withWordsCut(folded(q));
  // Here all three queries are the same, and the index would be read for each of them.
  if (/^[a-z\d\s]*$/i.test(q)) return sql`${beginnings(text)}::tsquery`;
  const found = sql`regexp_replace(plainto_tsquery('simple', ${text})::text, '''(?= |$)', ''':*', 'g')`;
  return sql`(${beginnings(text)}::tsquery || ${beginnings(q.toLowerCase())}::tsquery || ${found}::tsquery)`;
}

/**
 * The longest word of `q`: every record that matches `searchTerms(q)` has it, too. Null when `q` is
 * a single word, or has no word of letters and digits only.
 */
export function longestWord(q: string): string | null {
  const words = q.trim().split(/\s+/u);
  const [longest] = words
    .filter((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))
    .toSorted((a, b) => b.length - a.length);
  return words.length === 1 ? null : (longest ?? null);
}

/**
 * Cuts long words. A tsquery refuses words of more than 2046 bytes, and folding may turn one
 * character into eighteen.
 */
function withWordsCut(text: string): string {
  return text.replace(/(\S{500})\S+/gu, '$1');
}

/**
 * The characters between words. Marks do not separate words, because they are vowels in many
 * scripts. Neither do invisible characters that join letters or keep them apart.
 */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{Join_Control}@._+-]+/u;

function beginnings(q: string): string {
  const words = q.split(BETWEEN_WORDS).map((word) => word.replace(/^[@._+-]+|[@._+-]+$/g, ''));
  return words
    .filter((word) => word !== '')
    .map(beginning)
    .join(' & ');
}

/**
 * Matches words that begin with `word`. Greek has another sigma at the end of a word, so both are
 * tried: the word of the record may be longer.
 */
function beginning(word: string): string {
  const forms = new Set([word, word.replace(/ς$/, 'σ'), word.replace(/σ$/, 'ς')]);
  return `(${[...forms].map((form) => `'${form}':*`).join(' | ')})`;
}

/** Folds a text as the SQL function `folded` does. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase();
}

/**
 * The SQL expression of a field in an order. Null gets a value, so that a cursor can point at it.
 */
export function sortColumn(definition: Pick<ListDefinition, 'fields'>, field: string): Sql {
  const { nullable, folded, type = 'text' } = definition.fields[field] ?? {};
  if (folded) return sql`folded(${raw(field)})`;
  return nullable ? raw(`coalesce(${field}, ${LIST_TYPES[type].nothing})`) : raw(field);
}
