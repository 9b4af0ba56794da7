import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListField } from '@rapport/contract/list-definition';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsOf } from '../columns.ts';
import type { AnyKind } from '../kind.ts';

/**
 * The value that stands for null in the index of a nullable column, as PostgreSQL shows it, by
 * type.
 */
const NULLS: Partial<Record<ListField['type'], string>> = {
  text: `''::text`,
  time: `'-infinity'::timestamp with time zone`,
  date: `'infinity'::date`,
  number: `'-Infinity'::numeric`,
};

/** The tests that the table of every kind passes. */
export function describeTable(kind: AnyKind, db: () => Queryable): void {
  const { definition, table } = kind;
  test(`the table ${table} has a column for each field of the definition, and may be null where the field may`, async () => {
    const rows = await db().query<{ name: string; nullable: boolean }>(sql`
      SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns
      WHERE table_name = ${table}`);
    const fields = definition.fields as Record<string, RecordField>;
    for (const column of columnsOf(kind)) {
      const found = rows.find(({ name }) => name === column);
      assert.ok(found, `${table} has no column ${column}`);
      if (fields[column]) assert.equal(found.nullable, fields[column].nullable, column);
    }
    const others = rows.map(({ name }) => name).filter((name) => !columnsOf(kind).includes(name));
    assert.deepEqual(
      others.filter((name) => name !== 'deleted_at' && name !== 'search'),
      [],
    );
  });

  test(`the table ${table} has an index for whatever a list sorts by, and for its choices and references`, async () => {
    const rows = await db().query<{ indexdef: string }>(sql`
      SELECT indexdef FROM pg_indexes WHERE tablename = ${table}`);
    const indexes = rows.map(({ indexdef }) => indexdef.slice(indexdef.indexOf('USING')));
    for (const [name, field] of Object.entries(definition.list.fields)) {
      const isReferred = field.type === 'choice' || field.type === 'tags' || field.type === 'uuid';
      if (name === 'uuid' || !(field.sortable || isReferred)) continue;
      const expression = expressionOf(name, field);
      const wanted =
        field.type === 'tags' ? `USING gin (${name})` : `USING btree (account_uuid, ${expression}, `;
      assert.ok(
        indexes.some((index) => index.startsWith(wanted)),
        `${table} has no index that begins ${wanted}`,
      );
    }
  });
}

function expressionOf(name: string, { nullable, sortable, folded, type }: ListField): string {
  if (folded) return `folded(${name})`;
  if (!nullable || !sortable) return name;
  // PostgreSQL shows `position`, a word of SQL, in quotes and with its cast.
  const value = name === 'position' ? `("position")::numeric` : name;
  return `COALESCE(${value}, ${NULLS[type]})`;
}
