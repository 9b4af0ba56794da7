import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PARTS } from './exports/archive/parts.ts';
import { NOT_PERSONAL, PERSONAL_DATA } from './personal-data.ts';

/** The columns that can hold words, bytes or a birthday, by table, as the schema has them. */
function columnsOf(): Map<string, string[]> {
  const schema = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+) \(\n([\s\S]*?)\n\)/gm)];
  return new Map(
    tables.map(([, table, body]) => {
      const columns = [...body!.matchAll(/^ {2}"?(\w+)"? (?:text|jsonb?|bytea|tsvector|inet|date)\b/gm)];
      return [table!, columns.map(([, column]) => column!)];
    }),
  );
}

const COLUMNS = columnsOf();
const known = (table: string) => [
  ...(PERSONAL_DATA[table]?.columns ?? []),
  ...(NOT_PERSONAL[table]?.columns ?? []),
];

test('each column that can hold something of a person says what becomes of it, or what it holds instead', () => {
  assert.ok(COLUMNS.size > 60 && COLUMNS.get('contacts')!.includes('birthday_on'));
  const missing = [...COLUMNS].flatMap(([table, columns]) =>
    columns.filter((column) => !known(table).includes(column)).map((column) => `${table}.${column}`),
  );
  assert.deepEqual(missing, [], 'Name each in PERSONAL_DATA or NOT_PERSONAL of server/src/personal-data.ts.');
});

test('no column is named that is not there, or twice', () => {
  const tables = [...Object.keys(PERSONAL_DATA), ...Object.keys(NOT_PERSONAL)];
  const stale = [...new Set(tables)].flatMap((table) =>
    known(table).filter(
      (column, index, all) => !COLUMNS.get(table)?.includes(column) || all.indexOf(column) !== index,
    ),
  );
  assert.deepEqual(stale, []);
});

/** The columns that a line of an archive says otherwise. */
const SAID_OTHERWISE: Record<string, string[]> = {
  // Made from the other fields.
  clients: ['search', 'name_order'],
  contacts: ['search', 'name_order'],
  deals: ['search', 'title_order'],
  notes: ['search'],
  tasks: ['search', 'title_order'],
  // In the fields of the records that they link.
  links: ['role', 'ended_on'],
  // A member is named by these alone.
  users: ['password_hash', 'time_zone', 'language'],
};

for (const [table, { exported, columns }] of Object.entries(PERSONAL_DATA)) {
  if (typeof exported !== 'string') continue;
  test(`what ${table} has of a person is in ${exported}, as its entry says`, () => {
    const part = PARTS.find(({ name }) => name === exported);
    assert.ok(part, exported);
    const { properties } = part.schema as unknown as { properties: object };
    const missing = columns.filter(
      (column) => !(column in properties) && !SAID_OTHERWISE[table]?.includes(column),
    );
    assert.deepEqual(missing, []);
  });
}
