import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runRapport } from '../../cli/src/testing/test-command.ts';
import { migrate } from './platform/database/migrate.ts';
import { createTestFolder } from './platform/database/testing/test-database.ts';
import { open, query, usedFolder } from './platform/database/testing/test-embedded.ts';
import { newSecretKeyText, secretKeyFrom } from './platform/secrets/secret-key.ts';
import { orThrow } from './testing/or-throw.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
const UUID = '01a00000-0000-7000-8000-000000000001';

/** The data of an installation of the first release. */
const DATA = `
  INSERT INTO users (uuid, email, name, password_hash, created_at, updated_at) VALUES ('${UUID}', 'ada@example.com', 'Ada', 'x', now(), now());
  INSERT INTO accounts (uuid, name, created_at, updated_at) VALUES ('${UUID}', 'Lovelace Engines', now(), now());
  INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at) VALUES ('${UUID}', '${UUID}', '${UUID}', 'owner', now(), now());
  INSERT INTO clients (uuid, account_uuid, kind, name, status, emails, phones, addresses, tags, custom, created_at, updated_at)
    VALUES ('${UUID}', '${UUID}', 'organisation', 'Analytical Society', 'active', '[]', '[]', '[]', '{}', '{}', now(), now())`;

/** True for the first and the last schema; with `npm run test:long`, for all. */
const isTried = (index: number) =>
  process.env.TEST_SCHEMAS === 'all' || [0, names.length - 2].includes(index);

for (const [index, name] of names.slice(0, -1).entries()) {
  if (!isTried(index)) continue;
  test(`a data folder with the schema of ${name} is backed up and upgraded, and keeps its data`, {
    timeout: 300_000,
  }, async () => {
    const data_dir = await folderWith(names.slice(0, index + 1));
    const settings = { RAPPORT_DATA_DIR: data_dir };
    const { exit_code, stderr } = await runRapport(['migrate'], settings);
    assert.equal(exit_code, 0, stderr);
    assert.match(stderr, /Backed up to .*backups\/rapport-.*\.tar\.zst\. To go back: stop Rapport; mv /);
    const checks = JSON.parse((await runRapport(['users', 'list', '--json'], settings)).stdout);
    assert.equal(checks.data[0].email, 'ada@example.com');
    const upgraded = await open(data_dir);
    assert.deepEqual(
      await query(upgraded, 'SELECT name FROM migrations ORDER BY name'),
      names.map((name) => ({ name })),
    );
    assert.equal((await query(upgraded, 'SELECT FROM last_backup')).length, 1);
    await upgraded.close();
    if (index > 0) return;

    const backup = join(data_dir, 'backups', (await readdir(join(data_dir, 'backups')))[0]!);
    const before = { RAPPORT_DATA_DIR: join(await createTestFolder(), 'before') };
    assert.equal((await runRapport(['restore', backup], before)).exit_code, 0);
    const old = await open(before.RAPPORT_DATA_DIR);
    assert.deepEqual(await query(old, 'SELECT name FROM migrations'), [{ name }]);
    assert.deepEqual(await query(old, 'SELECT name FROM clients'), [{ name: 'Analytical Society' }]);
    await old.close();
  });
}

test('when the backup fails, the schema stays old, and the refusal says how to go on', {
  timeout: 120_000,
}, async () => {
  const data_dir = await folderWith(names.slice(0, -1));
  await writeFile(join(data_dir, 'backups'), 'not a folder');
  const settings = { RAPPORT_DATA_DIR: data_dir };
  const { exit_code, stderr } = await runRapport(['migrate'], settings);
  assert.equal(exit_code, 2);
  assert.match(stderr, /was not upgraded, because the backup before it failed.*migrate --without-backup/s);
  assert.match(
    (await runRapport(['users', 'list'], settings)).stderr,
    new RegExp(`it lacks ${names.at(-1)}`),
  );
  assert.equal((await runRapport(['migrate', '--without-backup'], settings)).exit_code, 0);
});

/**
 * Makes a data folder of the release with these migrations, upgraded step by step from the first.
 */
async function folderWith(applied: string[]): Promise<string> {
  const data_dir = await usedFolder();
  const key = newSecretKeyText();
  await writeFile(join(data_dir, 'secret-key'), key);
  const postgres = await open(data_dir);
  const directory = join(await createTestFolder(), 'migrations');
  await mkdir(directory);
  for (const [index, name] of applied.entries()) {
    await copyFile(join(MIGRATIONS, name), join(directory, name));
    if (index > 0 && index < applied.length - 1) continue;
    orThrow(await migrate(postgres.connectionString, { directory }));
    if (index > 0) continue;
    const ciphertext = secretKeyFrom(key).encrypt(
      'this text was encrypted at the first start',
      'secret key check',
    );
    await query(
      postgres,
      `INSERT INTO secret_key_check (ciphertext) VALUES ('\\x${ciphertext.toString('hex')}')`,
    );
    await query(postgres, DATA);
  }
  await postgres.close();
  await rm(directory, { recursive: true });
  return data_dir;
}
