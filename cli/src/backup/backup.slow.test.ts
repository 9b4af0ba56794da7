import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { open } from '../../../server/src/platform/database/testing/test-embedded.ts';
import {
  findDebianPostgres,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../../server/src/testing/replicated-postgres.ts';
import { runRapport } from '../testing/test-command.ts';

let folder: string;
let settings: Record<string, string>;
before(async () => {
  folder = await createTestFolder();
  settings = { RAPPORT_DATA_DIR: join(folder, 'data') };
  await run(
    'users',
    'create',
    '--email',
    'ada@example.com',
    '--name',
    'Ada',
    '--password',
    'correct horse battery',
  );
  // A running service makes the test quicker: otherwise each command would start and stop the
  // database.
  await open(settings.RAPPORT_DATA_DIR!);
});

async function run(...args: string[]) {
  return runWith(settings, ...args);
}

async function runWith(settings: Record<string, string>, ...args: string[]) {
  const { exit_code, stdout, stderr } = await runRapport([...args, '--json'], settings);
  return { exit_code, stderr, ...(stdout ? JSON.parse(stdout) : {}) };
}

test('a backup of a running database is verified and restored into an empty folder; it holds every confirmed change, and the key', async () => {
  const made = await run('backup', join(folder, 'backups'));
  assert.equal(made.kind, 'embedded', made.stderr);
  const verified = await run('backup', 'verify', made.path);
  assert.deepEqual([verified.ok, verified.records?.users], [true, 1], JSON.stringify(verified));

  const copy = { RAPPORT_DATA_DIR: join(folder, 'copy') };
  const restored = await runWith(copy, 'restore', made.path);
  assert.equal(restored.restored, copy.RAPPORT_DATA_DIR, restored.stderr);
  const key = (data_dir: string) => readFile(join(data_dir, 'secret-key'), 'utf8');
  assert.equal((await key(copy.RAPPORT_DATA_DIR)).trim(), (await key(settings.RAPPORT_DATA_DIR!)).trim());
  const { data: users } = await runWith(copy, 'users', 'list');
  assert.deepEqual(
    users.map(({ email }: { email: string }) => email),
    ['ada@example.com'],
  );

  const again = await runWith(copy, 'restore', made.path);
  assert.equal(again.exit_code, 2);
  assert.match(again.stderr, /is not empty.*Nothing was changed/);
});

test('a copy says that it is one, also after its own backup was restored, until it is made live', async () => {
  const made = await run('backup', join(folder, 'for-a-copy'));
  const copy = { RAPPORT_DATA_DIR: join(folder, 'twin') };
  const restored = await runWith(copy, 'restore', made.path, '--as-copy');
  assert.equal(restored.restored, copy.RAPPORT_DATA_DIR, restored.stderr);
  const isCopy = async (settings: Record<string, string>) =>
    (await runWith(settings, 'doctor')).checks.some(({ check }: { check: string }) => check === 'copy');
  assert.equal(await isCopy(copy), true);
  const ofCopy = await runWith(copy, 'backup', join(folder, 'of-a-copy'));
  const next = { RAPPORT_DATA_DIR: join(folder, 'triplet') };
  await runWith(next, 'restore', ofCopy.path);
  assert.equal(await isCopy(next), true);

  assert.equal((await runWith(copy, 'database', 'make-live')).was_copy, true);
  assert.equal(await isCopy(copy), false);
  assert.equal(await isCopy({ ...copy, RAPPORT_COPY: 'on' }), true);
});

test('an encrypted backup opens with its passphrase only, and a damaged one leaves no folder', async () => {
  const passphrase = join(folder, 'passphrase');
  await writeFile(passphrase, 'correct horse battery staple\n', { mode: 0o644 });
  const open = await runWith(settings, 'backup', join(folder, 'open'), '--passphrase-file', passphrase);
  assert.match(open.stderr, /Others on this machine can read .*: chmod 600 /);
  await chmod(passphrase, 0o600);
  const { path } = await run('backup', join(folder, 'encrypted'), '--passphrase-file', passphrase);
  assert.match(path, /\.age$/);
  const { secret_key } = await run('backup', 'key', path, '--passphrase-file', passphrase);
  assert.match(secret_key, /^[\w-]{43}$/);

  const copy = { RAPPORT_DATA_DIR: join(folder, 'refused') };
  await writeFile(join(folder, 'wrong'), 'another passphrase', { mode: 0o600 });
  const wrong = await runWith(copy, 'restore', path, '--passphrase-file', join(folder, 'wrong'));
  assert.match(wrong.stderr, /passphrase is wrong/);
  const whole = await readFile(path);
  const altered = Buffer.from(whole).fill(0, whole.length - 5000, whole.length - 4999);
  for (const bytes of [whole.subarray(0, whole.length - 70_000), altered]) {
    await writeFile(path, bytes);
    const damaged = await runWith(copy, 'restore', path, '--passphrase-file', passphrase);
    assert.match(damaged.stderr, /was cut or altered/);
    assert.equal(damaged.exit_code, 2);
  }
  assert.ok(!(await readdir(folder)).includes('refused'));
});

test('only as many backups are kept as requested', async () => {
  const kept = join(folder, 'kept');
  const first = await run('backup', kept, '--keep', '1');
  const second = await run('backup', kept, '--keep', '1');
  assert.deepEqual(second.deleted, [first.path.split('/').at(-1)]);
  assert.deepEqual(await readdir(kept), [second.path.split('/').at(-1)]);
});

test('an unwritable folder, a short passphrase and a typing error are refused before anything is done', async () => {
  await writeFile(join(folder, 'file'), '', { mode: 0o600 });
  const cases: [string[], RegExp][] = [
    [[join(folder, 'file')], /could not be made: ENOTDIR/],
    [[join(folder, 'x'), '--passphrase-file', join(folder, 'file')], /needs at least 12/],
    [[join(folder, 'x'), '--passphrase-file', join(folder, 'nowhere')], /passphrase cannot be read: ENOENT/],
    [[join(folder, 'x'), '--encrypt'], /this is no terminal/],
    [[join(folder, 'x'), '--schedule', '5s'], /from 1m to 20d/],
    [[join(folder, 'x'), '--keep', '0'], /from 1 on/],
  ];
  for (const [args, sentence] of cases) {
    const { exit_code, stderr } = await run('backup', ...args);
    assert.deepEqual([exit_code, sentence.test(stderr)], [2, true], stderr);
  }
  assert.ok(!(await readdir(folder)).includes('x'));
});

let postgres: ReplicatedPostgres | undefined;
after(() => postgres?.close());

test('a database of the operator is backed up by pg_dump, and restored into an empty one with its own key only', async (t) => {
  const bin = await findDebianPostgres();
  if (bin === null)
    return t.skip('There is no PostgreSQL of Debian on this machine (apt-get install postgresql).');
  postgres = await startReplicatedPostgres(bin);
  const own = {
    DATABASE_URL: postgres.connectionString,
    RAPPORT_SECRET_KEY: 'k'.repeat(40),
    PATH: `${bin}:${process.env.PATH}`,
  };
  await runWith(
    own,
    'users',
    'create',
    '--email',
    'ada@example.com',
    '--name',
    'Ada',
    '--password',
    'correct horse battery',
  );
  const made = await runWith(own, 'backup', join(folder, 'dumps'));
  assert.equal(made.kind, 'external', made.stderr);
  const verified = await runWith({ PATH: own.PATH }, 'backup', 'verify', made.path);
  assert.deepEqual([verified.ok, verified.records?.users], [true, 1], JSON.stringify(verified));

  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('CREATE DATABASE restored');
  await client.end();
  const target = { ...own, DATABASE_URL: postgres.connectionString.replace(/\w+$/, 'restored') };
  const otherKey = await runWith({ ...target, RAPPORT_SECRET_KEY: 'x'.repeat(40) }, 'restore', made.path);
  assert.match(otherKey.stderr, /RAPPORT_SECRET_KEY is not the key of this backup/);
  const full = await runWith(own, 'restore', made.path);
  assert.match(full.stderr, /is not empty/);
  const restored = await runWith(target, 'restore', made.path);
  assert.equal(restored.restored, 'DATABASE_URL', restored.stderr);
  assert.equal((await runWith(target, 'users', 'list')).data.length, 1);

  const missing = await runWith({ ...own, PATH: folder }, 'backup', join(folder, 'dumps'));
  assert.match(missing.stderr, /pg_dump is not installed.*apt-get install postgresql-client/);
  const otherKind = await runWith(settings, 'restore', made.path);
  assert.match(otherKind.stderr, /is not empty/);
});
