import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../kind.ts';

/** The fields of a kind that say who looks after a record. */
export function personFields({ definition }: AnyKind): string[] {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  return fields.filter(([, { to, by }]) => to === 'user' && by === 'caller').map(([name]) => name);
}

/** How many records of a kind somebody looks after. */
export async function countOf(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  user_uuid: string,
  only_open: boolean,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM ${raw(kind.table)} WHERE ${areOf(kind, account_uuid, user_uuid, only_open)}`);
  return row!.count;
}

/** The next records of a kind that somebody looks after, in the order of their uuids. */
export async function findNext(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  user_uuid: string,
  only_open: boolean,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(kind.table)} WHERE ${areOf(kind, account_uuid, user_uuid, only_open)}
      AND (${after}::uuid IS NULL OR uuid > ${after}) ORDER BY uuid LIMIT ${limit}`);
  return rows.map(({ uuid }) => uuid);
}

function areOf(kind: AnyKind, account_uuid: string, user_uuid: string, only_open: boolean): Sql {
  const { status } = kind.definition.fields as Record<string, RecordField | undefined>;
  const isOpen = only_open && status?.choices?.includes('open') ? sql`AND status = 'open'` : empty;
  const people = personFields(kind).map((name) => sql`${raw(name)} = ${user_uuid}`);
  return sql`account_uuid = ${account_uuid} AND deleted_at IS NULL ${isOpen} AND (${join(people, ' OR ')})`;
}
