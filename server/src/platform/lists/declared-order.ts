import type { ListField } from '@rapport/contract/list-definition';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { castOf, declaredText, declaredValue } from './declared-sql.ts';
import type { ListRequest } from './list-query.ts';

/** A list that reads the values of one declared field along their index. */
export type Walk = {
  field: ListField;
  /** The conditions that the index of the field answers. */
  conditions: ListRequest['conditions'];
  /** The columns of the order, of `v` and of a record. */
  by: 'value' | 'created_at';
  descending: boolean;
};

/** The columns of the order in rows of values. */
export const IN_VALUES = [raw('v.value'), raw('v.created_at'), raw('v.uuid')] as const;

/** The value of a row of a page in the order. */
export function pageValue({ field, by }: Walk): Sql {
  return by === 'created_at' ? raw('NULL::text') : declaredValue(field);
}

/** The order. Records without a value come last, whichever way it goes. */
export function orderOf(
  { by, descending }: Walk,
  value: Sql,
  created_at: Sql,
  uuid: Sql,
  hasNulls = true,
): Sql {
  const way = raw(descending ? 'DESC' : 'ASC');
  const rest = sql`${created_at} ${way}, ${uuid} ${way}`;
  // PostgreSQL reads an index backwards only in its own order of null.
  return by === 'created_at' ? rest : sql`${value} ${way} ${raw(hasNulls ? 'NULLS LAST' : '')}, ${rest}`;
}

/** The condition for records behind the cursor. `value` is null for one without a value. */
export function behind(
  { after }: ListRequest,
  { field, by, descending }: Walk,
  value: Sql,
  created_at: Sql,
  uuid: Sql,
  hasNulls = true,
): Sql {
  if (after === null) return empty;
  const way = raw(descending ? '<' : '>');
  const [last = '', at = '', id = ''] = by === 'value' ? after : ['', ...after];
  const rest = sql`(${created_at}, ${uuid}) ${way} (${at}::timestamptz, ${id}::uuid)`;
  if (by === 'created_at') return sql`AND ${rest}`;
  if (last === '') return sql`AND ${value} IS NULL AND ${rest}`;
  const kept = sql`${declaredText(field, last)}${raw(castOf(field).cast)}`;
  const next = sql`(${value}, ${created_at}, ${uuid}) ${way} (${kept}, ${at}::timestamptz, ${id}::uuid)`;
  return hasNulls ? sql`AND (${next} OR ${value} IS NULL)` : sql`AND ${next}`;
}

export function behindNothing({ after }: ListRequest, { descending }: Walk): Sql {
  if (after === null || after[0] !== '') return empty;
  const [, at = '', id = ''] = after;
  return sql`AND (created_at, uuid) ${raw(descending ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`;
}
