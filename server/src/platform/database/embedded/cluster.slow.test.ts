import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { StartProblem } from '../../start-problem.ts';
import { createTestFolder } from '../testing/test-database.ts';
import { open, usedFolder } from '../testing/test-embedded.ts';
import { end, holdOpen } from '../testing/test-process.ts';
import { openEmbeddedPostgres } from './embedded.ts';
import { readPidFile } from './pid-file.ts';

const isRoot = process.getuid?.() === 0;

describe('the data folder', { concurrency: 4 }, () => {
  test('makes every file readable by its owner only', async () => {
    const data_dir = join(await createTestFolder(), 'made');
    const postgres = await open(data_dir);
    const modes = ['.', 'postgres', 'postgres-password', 'postgres.log'].map(async (name) => {
      return [name, ((await stat(join(data_dir, name))).mode & 0o777).toString(8)];
    });
    assert.deepEqual(Object.fromEntries(await Promise.all(modes)), {
      '.': '700',
      postgres: '700',
      'postgres-password': '600',
      'postgres.log': '600',
    });
    await postgres.close();
  });

  test('runs as the system user rapport, below folders that only root may enter', {
    skip: !isRoot,
  }, async () => {
    const closed = await createTestFolder();
    await chmod(closed, 0o700);
    const data_dir = join(closed, 'data');
    await mkdir(data_dir);
    const postgres = await open(data_dir);
    const { pid } = (await readPidFile(join(data_dir, 'postgres')))!;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const passwd = await readFile('/etc/passwd', 'utf8');
    const uid = /^rapport:[^:]*:(\d+):/m.exec(passwd)?.[1];
    assert.match(status, new RegExp(`^Uid:\\s+${uid}\\s+${uid}`, 'm'));
    assert.equal((await stat(data_dir)).uid, 0, 'an existing folder keeps its owner');
    await postgres.close();
  });

  test('runs for an ordinary user, in a folder of theirs', { skip: !isRoot }, async () => {
    const data_dir = await createTestFolder();
    await chown(data_dir, 65_534, 65_534);
    const holder = await holdOpen(data_dir, ['api'], 'nobody');
    assert.equal(holder.refused, undefined);
    assert.equal((await stat(join(data_dir, 'postgres'))).uid, 65_534);
    await end(holder);
    // Started by root, the database runs as the owner of its folder.
    await (await open(data_dir)).close();
    assert.equal((await stat(join(data_dir, 'postgres.log'))).uid, 65_534);
  });

  test('refuses a folder that cannot be written', { skip: !isRoot }, async () => {
    const data_dir = await createTestFolder();
    await chmod(data_dir, 0o755);
    const { refused } = await holdOpen(data_dir, [], 'nobody');
    assert.match(refused ?? '', /^The data folder .* cannot be used: EACCES: permission denied/);
    assert.match(
      refused ?? '',
      /Give the folder to the user who starts Rapport \(chown\), or set RAPPORT_DATA_DIR/,
    );
  });

  test('refuses a data folder that is a file', async () => {
    const data_dir = join(await createTestFolder(), 'file');
    await writeFile(data_dir, '');
    assert.match(
      await refusal(data_dir),
      /^The data folder .* cannot be used: .*set RAPPORT_DATA_DIR to a folder/,
    );
  });

  test('refuses a folder of another PostgreSQL version and leaves it unchanged', async () => {
    const data_dir = await usedFolder();
    await writeFile(join(data_dir, 'postgres/PG_VERSION'), '17\n');
    assert.match(
      await refusal(data_dir),
      /was made by PostgreSQL 17; this Rapport brings PostgreSQL 18, .* Nothing was changed\. .*DATABASE_URL.*pg_dump/,
    );
  });

  test('refuses a folder postgres with other contents, and keeps them', async () => {
    const data_dir = await createTestFolder();
    await mkdir(join(data_dir, 'postgres'));
    await writeFile(join(data_dir, 'postgres/diary.txt'), 'dear');
    if (isRoot) await chown(join(data_dir, 'postgres'), 65_534, 65_534);
    assert.match(await refusal(data_dir), /should hold the database, but it holds something else/);
    assert.deepEqual(await readdir(join(data_dir, 'postgres')), ['diary.txt']);
  });

  test('reports a missing password file', async () => {
    const data_dir = await usedFolder();
    await rm(join(data_dir, 'postgres-password'));
    assert.match(
      await refusal(data_dir),
      /postgres-password is missing.*Bring the file back from your backup/,
    );
  });

  test('reports a password file of another database', async () => {
    const data_dir = await usedFolder();
    const right = await readFile(join(data_dir, 'postgres-password'), 'utf8');
    await writeFile(join(data_dir, 'postgres-password'), 'other\n');
    assert.match(await refusal(data_dir), /is not that of the database beside it/);

    await writeFile(join(data_dir, 'postgres-password'), right);
    await (await open(data_dir)).close();
  });
});

async function refusal(data_dir: string): Promise<string> {
  const opened = await openEmbeddedPostgres({ data_dir, roles: [] });
  assert.ok(opened instanceof StartProblem, 'it opened');
  return opened.message;
}
