import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { ListQuery } from '../platform/lists/list-query.ts';
import type { AnyKind } from '../records/kind.ts';

/**
 * Queries for every filter of a list that has an index, with a common, a rare and a missing value,
 * in every order of the list. The keys say what each query asks.
 */
export async function listQueries(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
): Promise<Map<string, ListQuery>> {
  const definition: ListDefinition = kind.definition.list;
  const filters: Record<string, string>[] = [{}];
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!(await hasIndex(db, kind.table, name, field))) continue;
    filters.push(...(await filtersOf(db, kind, account_uuid, name, field)));
  }
  const sortable = Object.keys(definition.fields).filter((name) => definition.fields[name]!.sortable);
  const sorts = sortable.flatMap((name) => [name, `-${name}`]);
  return new Map(
    filters.flatMap((filter) =>
      sorts.map((sort) => {
        const query: ListQuery = { account_uuid, limit: 50, sort, ...filter };
        return [`${kind.definition.plural}?${new URLSearchParams({ ...filter, sort })}`, query] as const;
      }),
    ),
  );
}

/**
 * True when the field has an index: links have one, and so has the first column after the Account
 * in an index of the table.
 */
async function hasIndex(db: Queryable, table: string, name: string, { type }: ListField): Promise<boolean> {
  if (type === 'part' || type === 'custom') return false;
  if (type === 'links' || type === 'tags' || name === 'uuid') return true;
  const found = await db.query(sql`
    SELECT FROM pg_index WHERE indrelid = ${table}::regclass
      AND pg_get_indexdef(indexrelid, 1, true) = 'account_uuid'
      AND pg_get_indexdef(indexrelid, 2, true) ~ ${`(^|[^a-z_])${name}($|[^a-z_])`}`);
  return found.length > 0;
}

async function filtersOf(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  name: string,
  field: ListField,
): Promise<Record<string, string>[]> {
  const { common, rare } = await valuesOf(db, kind, account_uuid, name, field);
  const absent = field.choices?.[0] ?? ABSENT[field.type];
  const values = [common, rare, absent].filter((value) => value !== null);
  const equal = values.map((value) => ({ [`filter[${name}]`]: value }));
  const isRange = ['time', 'date', 'number'].includes(field.type);
  const ranges = ['gte', 'lte'].flatMap((operator) =>
    [common ?? absent, ABSENT[field.type]].map((value) => ({ [`filter[${name}][${operator}]`]: value })),
  );
  const empty = ['true', 'false'].map((value) => ({ [`filter[${name}][is_null]`]: value }));
  return [...equal, ...(isRange ? ranges : []), ...(field.nullable ? empty : [])];
}

const ABSENT: Record<ListField['type'], string> = {
  text: 'No record says this',
  choice: '',
  tags: 'no such tag',
  time: '1999-01-01',
  date: '1999-01-01',
  number: '0.07',
  money: '0.07',
  choices: '',
  boolean: 'true',
  uuid: newUuid(new Date(0)),
  links: newUuid(new Date(0)),
  part: '',
  custom: '',
};

/** The commonest and the rarest value of a field; null when no record has any. */
async function valuesOf(
  db: Queryable,
  { table }: AnyKind,
  account_uuid: string,
  name: string,
  { type }: ListField,
): Promise<{ common: string | null; rare: string | null }> {
  const [value, from] =
    type === 'links'
      ? [
          raw('to_uuid'),
          sql`${raw(table)} JOIN links USING (account_uuid) WHERE from_uuid = ${raw(table)}.uuid AND`,
        ]
      : [raw(type === 'tags' ? 'unnest(tags)' : name), sql`${raw(table)} WHERE`];
  const [found] = await db.query<{ common: string | null; rare: string | null }>(sql`
    WITH counted AS (
      SELECT value, count(*) AS records FROM (SELECT ${value} AS value FROM ${from} account_uuid = ${account_uuid}) AS found
      WHERE value IS NOT NULL GROUP BY value
    )
    SELECT (SELECT value::text FROM counted ORDER BY records DESC, value LIMIT 1) AS common,
      (SELECT value::text FROM counted ORDER BY records, value LIMIT 1) AS rare`);
  const asText = (text: string | null) => {
    if (text !== null && type === 'time') return `${text.replace(' ', 'T')}:00`;
    return text !== null && type === 'number' ? String(Number(text)) : text;
  };
  return { common: asText(found!.common), rare: asText(found!.rare) };
}
