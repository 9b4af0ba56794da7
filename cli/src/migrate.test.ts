import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestCommands, type TestCommands } from './testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport migrate applies every migration to an empty database, and none the second time; other commands apply none', async () => {
  await rapport.core.db.query(sql`DROP SCHEMA public CASCADE`);
  await rapport.core.db.query(sql`CREATE SCHEMA public`);
  const refused = await rapport.run(['audit']);
  assert.deepEqual([refused.exit_code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /^Rapport has no tables in the database ".+" on .+:\d+\. .* set DATABASE_URL/);
  const first = await rapport.run(['migrate', '--json']);
  assert.deepEqual([first.exit_code, first.stderr], [0, '']);
  const files = await readdir(join(import.meta.dirname, '../../server/migrations'));
  assert.deepEqual(JSON.parse(first.stdout), { applied: files.sort() });

  const second = await rapport.run(['migrate']);
  assert.equal(second.stdout, 'The database has the newest schema already; nothing was changed.\n');
});

test('other commands change nothing in a database with an older schema, and name the command that does', async () => {
  const { db } = rapport.core;
  const taken = await db.query(
    sql`DELETE FROM migrations WHERE name > '0001' AND name NOT LIKE '0001%' RETURNING name`,
  );
  const { exit_code, stdout, stderr } = await rapport.run(['audit']);
  assert.deepEqual([exit_code, stdout], [2, '']);
  assert.match(stderr, /^The database is older than this Rapport: .* run: npx rapport migrate/);
  const rest = await db.query(sql`SELECT name FROM migrations`);
  assert.ok(taken.length > 0);
  assert.equal(rest.length, 1);
});
