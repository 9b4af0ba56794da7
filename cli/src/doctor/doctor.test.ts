import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { createTestCommands, runRapport, type TestCommands } from '../testing/test-command.ts';
import { examine } from './checks.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

const problems = async () => (await examine(rapport.settings)).filter(({ ok }) => !ok);

test('says that everything is in order, one line a check', async () => {
  const { exit_code, stdout, stderr } = await rapport.run(['doctor']);
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.match(
    stdout,
    /^ {2}ok {2}settings {4}base URL http:\/\/localhost:3000\n {2}ok {2}database {4}PostgreSQL 18/,
  );
  assert.match(stdout, /\n\nEverything is in order\.\n$/);
});

test('names each wrong setting, and ends with exit code 1', async () => {
  const { exit_code, stdout } = await runRapport(['doctor', '--json'], { PORT: '80a', LOG_LEVEL: 'loud' });
  assert.equal(exit_code, 1);
  const { ok, checks } = JSON.parse(stdout);
  assert.equal(ok, false);
  assert.deepEqual(
    checks.map((check: { check: string; ok: boolean }) => [check.check, check.ok]),
    [
      ['settings', false],
      ['settings', false],
    ],
  );
});

test('tells a folder without a database, and makes none', async () => {
  const data_dir = await createTestFolder();
  const checks = await examine({ RAPPORT_DATA_DIR: data_dir });
  assert.deepEqual(checks.at(-1), {
    check: 'data folder',
    ok: false,
    detail: `There is no database in ${data_dir}. Start Rapport once (npm start), or set RAPPORT_DATA_DIR to where it is.`,
  });
  assert.deepEqual(await readdir(data_dir), []);
});

test('looks at the folder and the disk of an embedded database, and stops it again', async () => {
  const data_dir = join(await createTestFolder(), 'data');
  await runRapport(['migrate'], { RAPPORT_DATA_DIR: data_dir });
  const checks = await examine({ RAPPORT_DATA_DIR: data_dir });
  assert.deepEqual(
    checks.map(({ check, ok }) => [check, ok]),
    ['settings', 'data folder', 'disk space', 'database', 'migrations', 'clock', 'deliveries'].map(
      (check) => [check, true],
    ),
  );
});

test('tells a database that does not answer', async () => {
  const checks = await examine({
    ...rapport.settings,
    DATABASE_URL: 'postgres://ada:confidential@127.0.0.1:1/x',
  });
  assert.equal(checks.at(-1)!.ok, false);
  assert.match(
    checks.at(-1)!.detail,
    /^It does not answer: .+ 127\.0\.0\.1:1\. Check .+ DATABASE_URL is right\.$/,
  );
});

test('tells a delivery that nobody sends', async () => {
  await rapport.core.db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      schedule_step, due_at, fence, created_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'client.created', 'new', 0, 0,
      now() - interval '1 hour', 0, now())`);
  const [deliveries, ...others] = await problems();
  assert.match(deliveries!.detail, /^1 waits, 0 on the way, but no worker took any for 36\d\d s/);
  assert.deepEqual(others, []);
});

test('tells a migration that is not applied, and does not apply it', async () => {
  await rapport.core.db.query(sql`DELETE FROM migrations`);
  for (const _ of [1, 2]) {
    const [migrations, ...others] = await problems();
    assert.match(migrations!.detail, /^Not applied: 0001_/);
    assert.deepEqual(others, []);
  }
});
