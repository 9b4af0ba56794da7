import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../platform/database/testing/test-database.ts';
import { StartProblem } from '../platform/start-problem.ts';
import type { About } from './archive-format.ts';
import { readArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

const ABOUT: About = {
  format: 1,
  kind: 'embedded',
  began_at: '',
  rapport: '1',
  migration: '',
  postgres: '18',
};
const CONTENT = randomBytes(200_000);

async function makeArchive(passphrase: string | null): Promise<string> {
  const path = join(await createTestFolder(), 'archive');
  const fill = async (archive: Parameters<Parameters<typeof writeArchive>[2]>[0]) => {
    await archive.folder('postgres');
    await archive.file('postgres/1', CONTENT.length, [CONTENT.subarray(0, 1000), CONTENT.subarray(1000)]);
    await archive.file('postgres/2', 0, []);
    return null;
  };
  assert.equal(await writeArchive(path, ABOUT, fill, passphrase), null);
  return path;
}

async function read(path: string, passphrase: string | null) {
  const found: Record<string, Buffer | null> = {};
  const about = await readArchive(
    path,
    passphrase,
    async () => null,
    async ({ path, content }) => {
      const chunks = [];
      for await (const chunk of content ?? []) chunks.push(chunk);
      found[path] = content && Buffer.concat(chunks);
    },
  );
  return about instanceof StartProblem ? about : found;
}

test('reading a backup gives the entries that were written', async () => {
  const found = await read(await makeArchive(null), null);
  assert.deepEqual(found, { postgres: null, 'postgres/1': CONTENT, 'postgres/2': Buffer.alloc(0) });
});

test('a backup that was cut at any place is refused', async () => {
  const path = await makeArchive(null);
  const whole = await readFile(path);
  for (const length of [100, 1000, whole.length >> 1, whole.length - 600, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, length));
    assert.match(messageOf(await read(path, null)), /was cut or altered \(.+\)/, `${length}`);
  }
});

test('a backup with a changed bit is refused', async () => {
  const path = await makeArchive(null);
  const whole = await readFile(path);
  for (let at = 1001; at < whole.length; at += 997) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 4;
    await writeFile(path, changed);
    assert.match(messageOf(await read(path, null)), /was cut or altered/, `${at}`);
  }
});

test('an encrypted backup is refused without its passphrase, and so is a file that is no backup', async () => {
  const path = await makeArchive('correct horse battery');
  assert.match(messageOf(await read(path, null)), /is encrypted. Give its passphrase/);
  await writeFile(path, 'hello');
  assert.match(messageOf(await read(path, null)), /is not a backup of Rapport/);
  assert.match(messageOf(await read(`${path}-nowhere`, null)), /cannot be read: ENOENT/);
});

function messageOf(result: object): string {
  assert.ok(result instanceof StartProblem, JSON.stringify(result).slice(0, 100));
  return result.message;
}
