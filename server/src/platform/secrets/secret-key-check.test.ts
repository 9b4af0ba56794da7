import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import { StartProblem } from '../start-problem.ts';
import { newSecretKeyText, secretKeyFrom } from './secret-key.ts';
import { checkSecretKey, isSecretKeyInUse } from './secret-key-check.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

test('a database compares every later key with its first', async () => {
  const [first, other] = [secretKeyFrom(newSecretKeyText()), secretKeyFrom(newSecretKeyText())];
  assert.equal(await isSecretKeyInUse(db), false);
  assert.equal(await checkSecretKey(db, first), null);
  assert.equal(await isSecretKeyInUse(db), true);
  assert.ok((await checkSecretKey(db, other)) instanceof StartProblem);
});
