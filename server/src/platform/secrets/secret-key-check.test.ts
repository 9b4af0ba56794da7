import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { raw } from 'sql-template-tag';
import { type Database, openDatabase } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { StartProblem } from '../start-problem.ts';
import { newSecretKeyText, secretKeyFrom } from './secret-key.ts';
import { checkSecretKey, isSecretKeyInUse } from './secret-key-check.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString);
});
after(async () => {
  await db.close();
  await database.drop();
});

test('a database holds every later key against its first, until it is made to forget it as the README says', async () => {
  const [first, other] = [secretKeyFrom(newSecretKeyText()), secretKeyFrom(newSecretKeyText())];
  assert.equal(await isSecretKeyInUse(db), false);
  assert.equal(await checkSecretKey(db, first), null);
  assert.equal(await isSecretKeyInUse(db), true);
  assert.ok((await checkSecretKey(db, other)) instanceof StartProblem);

  const readme = await readFile(join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const forgetting = readme.match(/DELETE FROM \w+/g) ?? [];
  assert.equal(forgetting.length, 3);
  for (const statement of forgetting) await db.query(raw(statement));
  assert.equal(await checkSecretKey(db, other), null);
});
