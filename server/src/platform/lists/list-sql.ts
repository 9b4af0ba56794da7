import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition, ListRequest, SortKey } from './list-query.ts';

/**
 * A page of a list as one statement. For each Account the first `limit + 1` records are taken from that Account's own
 * index, then merged: the cost does not grow with the number of records, and hardly with the number of Accounts.
 * `columns` and `table` are ours, never a caller's; `where` is what every record must satisfy, such as not being deleted.
 */
export function listPage(
  definition: ListDefinition,
  list: ListRequest,
  source: { table: string; columns: string; account_uuids: string[]; where: Sql },
): Sql {
  const order = orderBy(definition, list.sort);
  return sql`
    SELECT page.* FROM unnest(${source.account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (
      SELECT ${raw(source.columns)} FROM ${raw(source.table)}
      WHERE account_uuid = owner.account_uuid AND ${source.where}
        ${matching(definition, list, source.account_uuids)} ${beyond(definition, list)}
      ORDER BY ${order} LIMIT ${list.limit + 1}
    ) AS page
    ORDER BY ${order} LIMIT ${list.limit + 1}`;
}

/** How many records the whole list has, counted up to `limit` if there is one. */
export function listTotal(
  definition: ListDefinition,
  list: ListRequest,
  source: { table: string; account_uuids: string[]; where: Sql },
  limit: number | null,
): Sql {
  return sql`
    SELECT count(*) AS total FROM (
      SELECT FROM ${raw(source.table)}
      WHERE account_uuid = ANY(${source.account_uuids}::uuid[]) AND ${source.where} ${matching(definition, list, source.account_uuids)}
      LIMIT ${limit}
    ) AS found`;
}

/** A list without `searchable` has no column to search in. */
type Filtered = Pick<ListDefinition, 'fields'> & { searchable?: boolean };

/** What the filters of the request say, each part after an AND. `account_uuids`: those in which links are looked for. */
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
    // From the record that is linked: the index of the links gives the few that name it.
    return sql`uuid IN (SELECT from_uuid FROM links
      WHERE links.account_uuid = ANY(${account_uuids}::uuid[]) AND to_uuid = ANY(${values}::uuid[]))`;
  }
  if (nullable && sortable && operator in COMPARISONS) {
    // The index of the field is on the expression that it is sorted by.
    const comparison = raw(COMPARISONS[operator as keyof typeof COMPARISONS]);
    const right = operator === 'in' ? sql`ANY(${values}${cast}[])` : sql`${value}${cast}`;
    return sql`(${sortColumn(definition, field)} ${comparison} ${right} AND ${column} IS NOT NULL)`;
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
 * A condition on a text inside of a JSON column, whatever its case and accents. `has` says of a record that it
 * holds. The words of a value are among those that the record is searched by: their index finds the few that
 * can have it. PostgreSQL knows a value without a word, and words that are too long, as no words.
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
  // What is neither text nor number is not searched for.
  if (!searchable || texts.some((value) => ['true', 'false'].includes(value))) return is;
  const words = texts.map((value) => sql`plainto_tsquery('simple', ${value.replace(/\S{500,}/gu, ' ')})`);
  const hasNone = words.map((query) => sql`numnode(${query}) = 0`);
  return sql`((${join(hasNone, ' OR ')} OR search @@ (${join(words, ' || ')})) AND ${is})`;
}

const CASTS: Record<ListField['type'], string> = {
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

/** What stands for null in an order: an empty text is before all others, no date is after all, no time or number before all. */
const NULLS: Record<ListField['type'], string> = {
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
 * Each word of `q` is the beginning of a word of the record, as it is written or folded; all of them must be there. Or each word that
 * PostgreSQL itself finds in it: for PostgreSQL "AC/DC" is one word, "+44" another than "44", and of half an e-mail address it knows
 * only the pieces.
 */
function searchTerms(q: string): Sql {
  const text = withWordsCut(folded(q));
  const found = sql`regexp_replace(plainto_tsquery('simple', ${text})::text, '''(?= |$)', ''':*', 'g')`;
  return sql`(${beginnings(text)}::tsquery || ${beginnings(q.toLowerCase())}::tsquery || ${found}::tsquery)`;
}

/** A tsquery refuses a word of more than 2046 bytes, and folded, a single character may become eighteen. */
function withWordsCut(text: string): string {
  return text.replace(/(\S{500})\S+/gu, '$1');
}

/** Not the marks, which are vowels in many scripts, nor the unseen characters that join letters or keep them apart. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{Join_Control}@._+-]+/u;

function beginnings(q: string): string {
  const words = q.split(BETWEEN_WORDS).map((word) => word.replace(/^[@._+-]+|[@._+-]+$/g, ''));
  return words
    .filter((word) => word !== '')
    .map(beginning)
    .join(' & ');
}

/** At the end of a word a sigma is written otherwise than within it, and where this one ends the other may go on. */
function beginning(word: string): string {
  const forms = new Set([word, word.replace(/ς$/, 'σ'), word.replace(/σ$/, 'ς')]);
  return `(${[...forms].map((form) => `'${form}':*`).join(' | ')})`;
}

/** As the function of that name in the database does it. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase();
}

/** What comes after the cursor in the order of the list. */
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

/** Null has a place in the order, so that a cursor can point at it. */
function sortColumn(definition: Pick<ListDefinition, 'fields'>, field: string): Sql {
  const { nullable, folded, type = 'text' } = definition.fields[field] ?? {};
  if (folded) return sql`folded(${raw(field)})`;
  return nullable ? raw(`coalesce(${field}, ${NULLS[type]})`) : raw(field);
}

function sortValue(definition: ListDefinition, field: string, value: string): Sql {
  const { nullable, folded, type = 'text' } = definition.fields[field] ?? { type: 'uuid' as const };
  const cast = raw(CASTS[type]);
  if (folded) return sql`folded(${value}${cast})`;
  if (!nullable || type === 'text') return sql`${value}${cast}`;
  return sql`coalesce(nullif(${value}, '')${cast}, ${raw(NULLS[type])})`;
}
