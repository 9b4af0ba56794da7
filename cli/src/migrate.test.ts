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

test('rapport migrate applies every migration to an empty database, and nothing the second time', async () => {
  await rapport.core.db.query(sql`DROP SCHEMA public CASCADE`);
  await rapport.core.db.query(sql`CREATE SCHEMA public`);
  const first = await rapport.run(['migrate', '--json']);
  assert.deepEqual([first.exit_code, first.stderr], [0, '']);
  const files = await readdir(join(import.meta.dirname, '../../server/migrations'));
  assert.deepEqual(JSON.parse(first.stdout), { applied: files.sort() });

  const second = await rapport.run(['migrate']);
  assert.equal(second.stdout, 'The database has the newest schema already; nothing was changed.\n');
});
