import sql, { join, raw } from 'sql-template-tag';
import { type Reach, reads } from '../access/reach.ts';
import { seenRows } from '../access/seen-rows.ts';
import { mayChangeAll, seenBy } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';
import type { AnyKind } from './kind.ts';
import { isOneOf } from './queries.ts';

/** A record by its kind and its uuid. */
export type NamedRecord = { resource: string; uuid: string };

/**
 * Those of these records that a caller would get by their own GET, as `resource uuid`: the way in
 * to all that is kept with records and is read by whoever reads one of them, such as a file.
 */
export async function findReadable(
  db: Queryable,
  kinds: readonly AnyKind[],
  reach: Reach,
  named: NamedRecord[],
): Promise<Set<string>> {
  const looks = kinds.flatMap((kind) => {
    const { name } = kind.definition;
    const uuids = named.filter(({ resource }) => resource === name).map(({ uuid }) => uuid);
    if (uuids.length === 0 || !reads(reach, name)) return [];
    return [
      sql`SELECT ${name}::text || ' ' || uuid AS found FROM ${raw(kind.table)} WHERE ${isOneOf(reach, uuids)}`,
    ];
  });
  if (looks.length === 0) return new Set();
  const rows = await seenBy(db, reach).query<{ found: string }>(frequent(join(looks, ' UNION ALL ')));
  return new Set(rows.map(({ found }) => found));
}

/** True when the caller may change one of these records, or sees all that they change. */
export async function mayChangeOne(
  db: Queryable,
  kinds: readonly AnyKind[],
  { sight }: Pick<Reach, 'sight'>,
  named: NamedRecord[],
): Promise<boolean> {
  if (mayChangeAll(sight)) return true;
  const looks = kinds.flatMap(({ table, definition: { name } }) => {
    const uuids = named.filter(({ resource }) => resource === name).map(({ uuid }) => uuid);
    if (uuids.length === 0) return [];
    const changeable = seenRows(sight, name, 'change');
    return [sql`SELECT FROM ${raw(table)} WHERE uuid = ANY(${uuids}::uuid[]) AND ${changeable}`];
  });
  if (looks.length === 0) return false;
  return (await db.query(sql`${join(looks, ' UNION ALL ')} LIMIT 1`)).length > 0;
}

/** The name of a record in the answer of `findReadable`. */
export const nameOf = ({ resource, uuid }: NamedRecord): string => `${resource} ${uuid}`;
