import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition, ListRequest } from './list-query.ts';

/** A list without `searchable` has no column to search in. */
type Filtered = Pick<ListDefinition, 'fields'> & { searchable?: boolean };

/**
 * The conditions of the request's filters, each after an AND. `account_uuids`: the Accounts whose
 * links are searched.
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
  const cast = raw(CASTS[type]);
  if (type === 'tags') {
    const overlaps = sql`${column} && ${values}::text[]`;
    return operator === 'ne' ? sql`NOT (${overlaps})` : overlaps;
  }
  if (type === 'links') {
    // Starts from the linked record: the index of links finds the few records that name it.
    return sql`uuid = ANY(ARRAY(SELECT from_uuid FROM links
      WHERE links.account_uuid = ANY(${account_uuids}::uuid[]) AND to_uuid = ANY(${values}::uuid[])))`;
  }
  if (definition.fields[field]!.folded && (operator === 'eq' || operator === 'in')) {
    const alike = values.map((value) => sql`folded(${value}::text)`);
    return sql`(folded(${column}) IN (${join(alike)}) AND ${column} = ANY(${values}::text[]))`;
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
 * Uses the expression that the field's index and order use, in which a value stands for null. Adds
 * no needless condition: PostgreSQL assumes that each condition leaves out records.
 */
function bySortColumn(definition: Filtered, { field, operator, values }: Condition): Sql {
  const { type } = definition.fields[field]!;
  const [column, sorted, nothing] = [raw(field), sortColumn(definition, field), raw(NULLS[type])];
  // An empty text is not null, though it sorts like it.
  const isText = type === 'text';
  const isSomething = isText
    ? sql`${column} IS NOT NULL`
    : sql`${sorted} ${raw(type === 'date' ? '<' : '>')} ${nothing}`;
  if (operator === 'is_null' && values[0] === 'false') return isSomething;
  if (operator === 'is_null')
    return isText ? sql`(${sorted} = '' AND ${column} IS NULL)` : sql`${sorted} = ${nothing}`;
  const cast = raw(CASTS[type]);
  const comparison = sql`${sorted} ${raw(COMPARISONS[operator as keyof typeof COMPARISONS])}`;
  if (operator === 'in') return sql`(${comparison} ANY(${values}${cast}[]) AND ${column} IS NOT NULL)`;
  const holds = sql`${comparison} ${values[0]}${cast}`;
  return operator === 'eq' && !isText ? holds : sql`(${holds} AND ${isSomething})`;
}

/**
 * A condition on a text inside a JSON column; case and accents do not count. `has` checks it
 * exactly. The words of a value are also words of the record's search index, which finds the few
 * records that can match. A value without words, or with words too long for the index, is checked
 * alone.
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
  // Values that are neither text nor number are not in the search index.
  if (!searchable || texts.some((value) => ['true', 'false'].includes(value))) return is;
  const words = texts.map((value) => sql`plainto_tsquery('simple', ${value.replace(/\S{500,}/gu, ' ')})`);
  const hasNone = words.map((query) => sql`numnode(${query}) = 0`);
  return sql`((${join(hasNone, ' OR ')} OR search @@ (${join(words, ' || ')})) AND ${is})`;
}

export const CASTS: Record<ListField['type'], string> = {
  text: '::text',
  choice: '::text',
  tags: '::text',
  time: '::timestamptz',
  date: '::date',
  number: '::numeric',
  boolean: '::boolean',
  uuid: '::uuid',
  links: '::uuid',
  part: '::text',
  custom: '::text',
};

const COMPARISONS = { eq: '=', in: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/**
 * The value that stands for null in an order. A missing text, time or number sorts before all
 * others, a missing date after all.
 */
export const NULLS: Record<ListField['type'], string> = {
  text: `''`,
  choice: `''`,
  tags: `''`,
  time: `'-infinity'::timestamptz`,
  date: `'infinity'::date`,
  number: `'-Infinity'::numeric`,
  boolean: 'false',
  uuid: `'00000000-0000-0000-0000-000000000000'::uuid`,
  links: 'NULL',
  part: `''`,
  custom: `''`,
};

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Each word of `q` must be the beginning of a word of the record, as written or folded. Or each
 * word that PostgreSQL itself finds in `q`: for PostgreSQL "AC/DC" is one word, "+44" differs from
 * "44", and half an e-mail address falls into pieces.
 */
export function searchTerms(q: string): Sql {
  const text = withWordsCut(folded(q));
  // All three would be the same, and the index be read for each.
  if (/^[a-z\d\s]*$/i.test(q)) return sql`${beginnings(text)}::tsquery`;
  const found = sql`regexp_replace(plainto_tsquery('simple', ${text})::text, '''(?= |$)', ''':*', 'g')`;
  return sql`(${beginnings(text)}::tsquery || ${beginnings(q.toLowerCase())}::tsquery || ${found}::tsquery)`;
}

/**
 * The longest word of `q`, which a record that matches `searchTerms(q)` has as well. Null where `q`
 * is a single word, or has none that is of letters and digits alone.
 */
export function longestWord(q: string): string | null {
  const words = q.trim().split(/\s+/u);
  const [longest] = words
    .filter((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))
    .toSorted((a, b) => b.length - a.length);
  return words.length === 1 ? null : (longest ?? null);
}

/**
 * A tsquery refuses a word of more than 2046 bytes, and folding may turn one character into
 * eighteen.
 */
function withWordsCut(text: string): string {
  return text.replace(/(\S{500})\S+/gu, '$1');
}

/**
 * Marks do not separate words, because they are vowels in many scripts; nor do unseen characters
 * that join letters or keep them apart.
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
 * A sigma at the end of a word differs from one within it. This word may end where the record's
 * goes on.
 */
function beginning(word: string): string {
  const forms = new Set([word, word.replace(/ς$/, 'σ'), word.replace(/σ$/, 'ς')]);
  return `(${[...forms].map((form) => `'${form}':*`).join(' | ')})`;
}

/** Does what the function of that name in the database does. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase();
}

/** Null has a place in the order, so that a cursor can point at it. */
export function sortColumn(definition: Pick<ListDefinition, 'fields'>, field: string): Sql {
  const { nullable, folded, type = 'text' } = definition.fields[field] ?? {};
  if (folded) return sql`folded(${raw(field)})`;
  return nullable ? raw(`coalesce(${field}, ${NULLS[type]})`) : raw(field);
}
