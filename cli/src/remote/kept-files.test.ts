import assert from 'node:assert/strict';
import { chmod, open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { keep } from './kept-files.ts';

let file: string;
beforeEach(async () => {
  file = join(await createTestFolder(), 'config', 'kept.json');
});

describe('a kept file', () => {
  test('is readable by its owner alone, in a folder that only they may enter', async () => {
    await keep(file, 'secret');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
  });

  test('is replaced as a whole: a reader of the old one reads it to its end', async () => {
    await keep(file, 'the old text');
    const reader = await open(file);
    await keep(file, 'new');
    assert.equal(await reader.readFile('utf8'), 'the old text');
    assert.equal(await readFile(file, 'utf8'), 'new');
    await reader.close();
  });

  test('is never readable by others while it is written, even if the old one was', async () => {
    await keep(file, 'old');
    await chmod(file, 0o644);
    const other = await open(file);
    await keep(file, 'secret');
    assert.equal(await other.readFile('utf8'), 'old');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await other.close();
  });

  test('leaves no other file behind, even when several are written at once', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => keep(file, text)));
    assert.deepEqual(await readdir(dirname(file)), ['kept.json']);
    assert.match(await readFile(file, 'utf8'), /^[abcd]$/);
  });

  test('leaves no other file behind when it cannot be put in place', async () => {
    await keep(join(file, 'inner'), 'a folder of this name is in the way');
    await assert.rejects(keep(file, 'text'), { code: 'EISDIR' });
    assert.deepEqual(await readdir(dirname(file)), ['kept.json']);
  });
});
