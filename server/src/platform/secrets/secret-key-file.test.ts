import assert from 'node:assert/strict';
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../database/testing/test-database.ts';
import { StartProblem } from '../start-problem.ts';
import { readOrMakeSecretKey } from './secret-key-file.ts';

test('the key is made once, readable by its owner only, and never changes', async () => {
  const folder = await createTestFolder();
  const made = await readOrMakeSecretKey(folder, false);
  assert.match(String(made), /^[\w-]{43}$/);
  assert.equal((await stat(join(folder, 'secret-key'))).mode & 0o777, 0o600);
  assert.equal(await readOrMakeSecretKey(folder, false), made);
});

test('a key made by root in the folder of another user belongs to that user', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const folder = await createTestFolder();
  await chown(folder, 65_534, 65_534);
  await readOrMakeSecretKey(folder, false);
  const { uid, gid } = await stat(join(folder, 'secret-key'));
  assert.deepEqual([uid, gid], [65_534, 65_534]);
});

test('processes that start at once use the same key and leave no other file', async () => {
  const folder = await createTestFolder();
  const keys = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecretKey(folder, false)));
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(await readdir(folder), ['secret-key']);
});

test('a key that was cut or emptied is refused instead of used or replaced', async () => {
  const folder = await createTestFolder();
  for (const text of ['', '\n', 'too short']) {
    await writeFile(join(folder, 'secret-key'), text);
    const refusal = await readOrMakeSecretKey(folder, false);
    assert.ok(refusal instanceof StartProblem);
    assert.match(
      refusal.message,
      /has \d characters and needs at least 32.*Bring the file back from a backup/s,
    );
    assert.equal(await readFile(join(folder, 'secret-key'), 'utf8'), text);
  }
});

test('when the key of a used database is missing, the start is refused and no key is made', async () => {
  const folder = await createTestFolder();
  const refusal = await readOrMakeSecretKey(folder, true);
  assert.ok(refusal instanceof StartProblem);
  assert.match(refusal.message, /secret-key is missing.*Bring the file back from your backup/);
  assert.deepEqual(await readdir(folder), []);
});

test('a missing folder is refused with its path', async () => {
  const refusal = await readOrMakeSecretKey('/nowhere/at/all', false);
  assert.ok(refusal instanceof StartProblem);
  assert.match(refusal.message, /\/nowhere\/at\/all\/secret-key .*ENOENT/);
});
