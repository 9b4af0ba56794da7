import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { StartProblem } from '../../start-problem.ts';
import { createTestFolder } from '../testing/test-database.ts';
import { openEmbeddedPostgres } from './embedded.ts';
import { explainFileError, explainOutput } from './explain.ts';

const run = promisify(execFile);
const FULL =
  /^The disk that holds .* is full.* Free some space .* or move the folder: copy it .* \(cp -a\), and only then set RAPPORT_DATA_DIR to the copy/;

test('messages of PostgreSQL about a full disk become a sentence', () => {
  for (const line of [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    'initdb: error: could not write to file "/x/global/1262": No space left on device',
    'PANIC:  could not write to file "pg_wal/xlogtemp.12": Disk quota exceeded',
    'FATAL:  could not extend file "base/1/1255": wrote only 4096 of 8192 bytes at block 68',
  ]) {
    assert.match(explainOutput(`LOG:  starting\n${line}\n`, '/x', 'PostgreSQL did not start').message, FULL);
  }
});

test('another failure of PostgreSQL is shown by the last lines of its output', () => {
  const output = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
  const { message } = explainOutput(output, '/x', 'PostgreSQL did not start');
  assert.match(message, /^PostgreSQL did not start in \/x\. It said:\n {2}line 12\n/);
});

test('a read-only file system is distinguished from a folder of another user', () => {
  const fault = (code: string) => explainFileError(Object.assign(new Error(code), { code }), '/x').message;
  assert.match(fault('EROFS'), /^The data folder \/x is on a read-only file system: .+ remount,rw/);
  assert.doesNotMatch(fault('EROFS'), /chown/);
  assert.match(fault('EACCES'), /^The data folder \/x cannot be used: .+ \(chown\)/);
});

test('an unforeseen file error is thrown on', () => {
  assert.throws(() => explainFileError(new RangeError('ours'), '/x'), RangeError);
});

test('a full disk is reported at the first start and later, and a start after making room works', async (t) => {
  const disk = await mountSmallDisk('110m');
  if (!disk) return t.skip('only root can mount a small disk');
  const data_dir = join(disk, 'data');
  try {
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(85_000_000));
    const atFirst = await openEmbeddedPostgres({ data_dir, roles: [] });
    assert.match(atFirst instanceof StartProblem ? atFirst.message : 'it opened', FULL);

    await rm(ballast);
    const opened = await openEmbeddedPostgres({ data_dir, roles: [] });
    assert.ok(!(opened instanceof StartProblem), 'it opens with room');
    await opened.close();

    await fill(disk);
    const later = await openEmbeddedPostgres({ data_dir, roles: [] });
    assert.match(later instanceof StartProblem ? later.message : 'it opened', FULL);
  } finally {
    await run('umount', [disk]);
  }
});

async function mountSmallDisk(size: string): Promise<string | undefined> {
  const folder = join(await createTestFolder(), 'disk');
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]);
    return folder;
  } catch {
    return undefined;
  }
}

async function fill(disk: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'rest'), Buffer.alloc(bavail * bsize));
}
