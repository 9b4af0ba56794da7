import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';
import { rowsSql } from './rows-sql.ts';
import { openTestDatabase } from './testing/test-database.ts';

let db: Database;

before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

const TYPES = {
  name: 'text',
  count: 'integer',
  share: 'double precision',
  flag: 'boolean',
  at: 'timestamptz',
  more: 'json',
  line: 'one_line',
};

// Texts with the characters that have a meaning in an array of PostgreSQL, and any others.
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    'NULL',
    '{}',
    '{a,b}',
    '"',
    '\\',
    '\\"',
    "o'b",
    'a,b',
    'a\nb',
    '$1',
    '(1,2)',
  ),
  fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
);
const row = fc.record({
  name: fc.option(text),
  count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
  flag: fc.option(fc.boolean()),
  at: fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  more: fc.option(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)))),
  line: fc.option(text.map((value) => JSON.stringify({ value }))),
});

test('rows of any content reach the statement unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const read = await db.query<{ at: string | null }>(sql`SELECT * FROM ${rowsSql('row', rows, TYPES)}`);
      const times = read.map((found) => ({ ...found, at: found.at === null ? null : new Date(found.at) }));
      assert.deepEqual(JSON.parse(JSON.stringify(times)), JSON.parse(JSON.stringify(rows)));
    }),
  );
});

test('an empty list gives a table without rows', async () => {
  assert.deepEqual(await db.query(sql`SELECT * FROM ${rowsSql('row', [], TYPES)}`), []);
});
