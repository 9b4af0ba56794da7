import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../kind.ts';
import { isOfNobody, type NamedField } from './look-ups.ts';

/** The fields of a kind that say who looks after a record. */
export function personFields({ definition }: AnyKind): string[] {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  return fields.filter(([, { to, by }]) => to === 'user' && by === 'caller').map(([name]) => name);
}

/**
 * Whose records are handed over: those of a User, or those of nobody in which a custom field names
 * somebody.
 */
export type Whose = { from: string; only_open: boolean } | { named: NamedField[] };

/** How many records of a kind somebody looks after. */
export async function countOf(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  whose: Whose,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM ${raw(kind.table)} WHERE ${areOf(kind, account_uuid, whose)}`);
  return row!.count;
}

/** The next records of a kind that somebody looks after, in the order of their uuids. */
export async function findNext(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  whose: Whose,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(kind.table)} WHERE ${areOf(kind, account_uuid, whose)}
      AND (${after}::uuid IS NULL OR uuid > ${after}) ORDER BY uuid LIMIT ${limit}`);
  return rows.map(({ uuid }) => uuid);
}

function areOf(kind: AnyKind, account_uuid: string, whose: Whose): Sql {
  return sql`account_uuid = ${account_uuid} AND deleted_at IS NULL
    AND ${'named' in whose ? areNamed(kind, whose.named) : areFrom(kind, whose)}`;
}

function areFrom(kind: AnyKind, { from, only_open }: { from: string; only_open: boolean }): Sql {
  const { status } = kind.definition.fields as Record<string, RecordField | undefined>;
  const isOpen = only_open && status?.choices?.includes('open') ? sql`status = 'open' AND` : empty;
  const people = personFields(kind).map((name) => sql`${raw(name)} = ${from}`);
  return sql`${isOpen} (${join(people, ' OR ')})`;
}

function areNamed({ definition }: AnyKind, named: NamedField[]): Sql {
  const own = named.filter(({ resource }) => resource === definition.name);
  const each = own.map(
    ({ field, key, words, instead }) =>
      sql`(${isOfNobody(field, instead)} AND custom ->> ${key}::text = ANY(${words}::text[]))`,
  );
  return each.length > 0 ? sql`(${join(each, ' OR ')})` : sql`false`;
}
