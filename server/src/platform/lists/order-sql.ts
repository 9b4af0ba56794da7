import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { SortKey } from './cursor.ts';
import { sortColumn } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';
import { LIST_TYPES } from './list-types.ts';

/** The condition for records after the cursor in the list's order. */
export function beyond(definition: ListDefinition, list: ListRequest): Sql {
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

export function orderBy(definition: ListDefinition, sort: SortKey[]): Sql {
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

/** The values by which a list is sorted, named for `orderOfKeys`. */
export function keysOf(definition: ListDefinition, sort: SortKey[]): Sql[] {
  return sort.map(({ field }, index) => sql`${sortColumn(definition, field)} AS ${raw(`key${index}`)}`);
}

export function orderOfKeys(sort: SortKey[]): Sql {
  const [last] = sort.slice(-1);
  const keys = sort.map(({ descending }, index) => `key${index} ${descending ? 'DESC' : 'ASC'}`);
  return raw([...keys, `uuid ${last!.descending ? 'DESC' : 'ASC'}`].join(', '));
}

/**
 * The rows of each Account, one after the other. Nearly every caller has one Account, whose rows
 * PostgreSQL finds more surely when it knows which Account it is.
 */
export function ofEach(account_uuids: string[], ofAccount: (account: Sql) => Sql): Sql {
  if (account_uuids.length === 1) return sql`SELECT * FROM (${ofAccount(sql`${account_uuids[0]}`)}) AS own`;
  return sql`
    SELECT own.* FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (${ofAccount(raw('owner.account_uuid'))}) AS own`;
}

/** The rows of a page, and one more if another page follows. */
export function firstOf({ limit }: Pick<ListRequest, 'limit'>): Sql {
  return raw(String(limit + 1));
}
