import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListDefinition } from '@rapport/contract/list-definition';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { sortColumn } from '../../platform/lists/filter-sql.ts';
import { LIST_TYPES } from '../../platform/lists/list-types.ts';
import { columnsOf } from '../columns.ts';
import type { AnyKind } from '../kind.ts';

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
    const orders = Object.keys(definition.list.fields).map((name) => sortColumn(definition.list, name).sql);
    assert.deepEqual(
      others.filter((name) => !['deleted_at', 'search', ...orders].includes(name)),
      [],
    );
  });

  test(`the table ${table} has an index for what a list sorts by, choices, references, the search and the trash`, async () => {
    const statements = (await missingIndexes(db(), kind)).join('\n');
    assert.equal(statements, '', `Add these indexes in a migration:\n${statements}`);
  });
}

/** The statements that make the indexes which the list of a kind needs and its table lacks. */
export async function missingIndexes(db: Queryable, kind: AnyKind): Promise<string[]> {
  const rows = await db.query<{ indexdef: string }>(sql`
    SELECT indexdef FROM pg_indexes WHERE tablename = ${kind.table}`);
  const indexes = rows.map(({ indexdef }) => asCompared(indexdef));
  return [...indexesOfAll(kind), ...indexesOfFields(kind)]
    .filter(({ has }) => !indexes.some((index) => index.includes(asCompared(has))))
    .map(({ statement }) => statement);
}

/** An index that a table needs: a part that only it has, and a statement that makes it. */
type Wanted = { has: string; statement: string };

/**
 * The indexes of every kind: for the search, for deleted records, and the one that keeps external
 * ids unique. Refusals know that one by its name.
 */
function indexesOfAll({ definition, table }: AnyKind): Wanted[] {
  const key = `${table}_external_id_key ON`;
  const unique = `CREATE UNIQUE INDEX ${key} ${table} (account_uuid, external_id)`;
  const search = 'USING gin (search)';
  const trash = 'USING btree (account_uuid, deleted_at, uuid)';
  return [
    ...('external_id' in definition.fields
      ? [{ has: key, statement: `${unique} WHERE deleted_at IS NULL;` }]
      : []),
    ...(definition.searchable === false
      ? []
      : [{ has: search, statement: `CREATE INDEX ON ${table} ${search} WHERE deleted_at IS NULL;` }]),
    { has: trash, statement: `CREATE INDEX ON ${table} ${trash} WHERE deleted_at IS NOT NULL;` },
  ];
}

/** The indexes for what lists sort by, and for choices, tags and references. */
function indexesOfFields({ definition, table }: AnyKind): Wanted[] {
  return Object.entries((definition.list as ListDefinition).fields).flatMap(([name, field]) => {
    const isReferred = field.type === 'choice' || field.type === 'tags' || field.type === 'uuid';
    if (name === 'uuid' || !(field.sortable || isReferred)) return [];
    const isShared = LIST_TYPES[field.type].isShared && !field.distinct;
    const expression = field.sortable ? sortColumn(definition.list, name).sql : name;
    const has = field.type === 'tags' ? `USING gin (${name}` : `USING btree (account_uuid, ${expression}, `;
    const rest = field.type === 'tags' ? '' : `${isShared ? 'created_at, ' : ''}uuid`;
    return [{ has, statement: `CREATE INDEX ON ${table} ${has}${rest}) WHERE deleted_at IS NULL;` }];
  });
}

/**
 * The text of an index without what PostgreSQL adds when it shows one: casts, quotes around words
 * of SQL, capitals, and brackets around a cast.
 */
function asCompared(index: string): string {
  return index
    .toLowerCase()
    .replace(/::[a-z ]+/g, '')
    .replaceAll('"', '')
    .replace(/\(\((\w+)\)/g, '($1');
}
