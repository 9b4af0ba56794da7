import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { dumpSchema, SCHEMA_FILE } from './dump-schema.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test('server/schema.sql is the schema of the migrations', async () => {
  const written = await readFile(SCHEMA_FILE, 'utf8').catch(() => '');
  const made = await dumpSchema(database.connectionString);
  assert.equal(written, made, 'Run "npm run schema", look at the difference and commit it.');
});

test('the dump shows types, defaults, constraints, indexes, partitions, triggers and views', async () => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(`
    CREATE TYPE zz_colour AS ENUM ('red', 'blue');
    CREATE FUNCTION zz_touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TABLE zz_days (
      day date NOT NULL, n int GENERATED ALWAYS AS IDENTITY, colour zz_colour DEFAULT 'red', twice int GENERATED ALWAYS AS (1 * 2) STORED,
      PRIMARY KEY (day), CONSTRAINT late CHECK (day > '2026-01-01')
    ) PARTITION BY RANGE (day);
    CREATE TABLE zz_days_2027 PARTITION OF zz_days FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
    CREATE INDEX zz_days_n_idx ON zz_days (n);
    CREATE TRIGGER zz_touched BEFORE UPDATE ON zz_days FOR EACH ROW EXECUTE FUNCTION zz_touch();
    CREATE VIEW zz_view AS SELECT n FROM zz_days;`);
  await client.end();

  const dump = await dumpSchema(database.connectionString);
  for (const line of [
    "CREATE TYPE zz_colour AS ENUM ('red', 'blue');",
    '  n integer GENERATED ALWAYS AS IDENTITY NOT NULL,',
    "  colour zz_colour DEFAULT 'red'::zz_colour,",
    '  twice integer GENERATED ALWAYS AS ((1 * 2)) STORED,',
    '  CONSTRAINT zz_days_pkey PRIMARY KEY (day),',
    ') PARTITION BY RANGE (day);',
    "CREATE TABLE zz_days_2027 PARTITION OF zz_days FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');",
    'CREATE INDEX zz_days_n_idx ON ONLY public.zz_days USING btree (n);',
    'CREATE TRIGGER zz_touched BEFORE UPDATE ON zz_days FOR EACH ROW EXECUTE FUNCTION zz_touch();',
    'CREATE VIEW zz_view AS',
  ]) {
    assert.ok(dump.split('\n').includes(line), `"${line}" is missing in:\n${dump}`);
  }
});
