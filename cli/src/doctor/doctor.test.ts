import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { startSmtpServer } from '../../../e2e/smtp-server.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded.ts';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { newSecretKeyText } from '../../../server/src/platform/secrets/secret-key.ts';
import { checkSecretKey } from '../../../server/src/platform/secrets/secret-key-check.ts';
import { orThrow } from '../../../server/src/testing/or-throw.ts';
import { startPooler } from '../../../server/src/testing/pooler.ts';
import { until } from '../../../server/src/testing/until.ts';
import { runHere } from '../testing/run-here.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';
import { examine } from './checks.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
  await rapport.core.db.query(sql`
    INSERT INTO workers (uuid, process_id, lease_until) VALUES (gen_random_uuid(), 0, now() + interval '1 hour')`);
  await rapport.core.db.query(sql`INSERT INTO last_backup (made_at) VALUES (now())`);
});
after(() => rapport.drop());

/** Creates the data folder of an embedded database, once for all tests. */
const embeddedDatabase = () => {
  embedded ??= createTestFolder().then(async (folder) => {
    const data_dir = join(folder, 'data');
    await runHere(['migrate'], { RAPPORT_DATA_DIR: data_dir });
    return data_dir;
  });
  return embedded;
};
let embedded: Promise<string> | undefined;

const problems = async () => (await examine(rapport.settings)).filter(({ ok }) => !ok);

test('says that everything is in order, one line a check', async () => {
  const { exit_code, stdout, stderr } = await rapport.run(['doctor']);
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.match(
    stdout,
    /^ {2}ok {2}settings {4}base URL http:\/\/localhost:3000; judged are the settings of this command .+\n {2}ok {2}web pages {3}built from this release\n {2}ok {2}mail {8}written to .+\n {2}ok {2}database {4}PostgreSQL 18/,
  );
  assert.match(stdout, /\n\nEverything is in order\.\n$/);
});

test('names each wrong setting, and ends with exit code 1', async () => {
  const { exit_code, stdout } = await runHere(['doctor', '--json'], { PORT: '80a', LOG_LEVEL: 'loud' });
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

test('reports a folder without a database, and creates none', async () => {
  const data_dir = await createTestFolder();
  const checks = await examine({ RAPPORT_DATA_DIR: data_dir });
  assert.deepEqual(checks.at(-1), {
    check: 'data folder',
    ok: false,
    detail: `There is no database in ${data_dir}. Start Rapport once (npm start), or set RAPPORT_DATA_DIR or DATABASE_URL to where it is.`,
  });
  assert.deepEqual(await readdir(data_dir), []);
});

test('creates no database when the first start was ended half way', async () => {
  const data_dir = await createTestFolder();
  await mkdir(join(data_dir, 'postgres'));
  assert.match((await examine({ RAPPORT_DATA_DIR: data_dir })).at(-1)!.detail, /^There is no database in /);
  assert.deepEqual(await readdir(data_dir, { recursive: true }), ['postgres']);
});

test('checks the folder and the disk of an embedded database, and stops it again', async () => {
  const data_dir = await embeddedDatabase();
  const checks = await examine({ RAPPORT_DATA_DIR: data_dir });
  assert.deepEqual(
    checks.map(({ check, ok }) => [check, ok]),
    [
      'settings',
      'web pages',
      'mail',
      'data folder',
      'disk space',
      'database',
      'migrations',
      'secret key',
      'clock',
      'feed',
      'clean-up',
      'deliveries',
      'jobs',
      'backup',
    ].map((check) => [check, check !== 'backup']),
  );
});

test('distinguishes a server of the embedded database from one that has just stopped', async () => {
  const data_dir = await embeddedDatabase();
  const server = orThrow(await openEmbeddedPostgres({ data_dir, roles: ['api', 'worker'] }));
  const db = openDatabase(server.connectionString, { connections: 1 });
  await db.query(sql`
    INSERT INTO workers (uuid, process_id, lease_until) VALUES (gen_random_uuid(), 0, now() + interval '20 s')`);
  const deliveries = async () =>
    (await examine({ RAPPORT_DATA_DIR: data_dir })).find(({ check }) => check === 'deliveries')!.detail;
  try {
    assert.match(await deliveries(), /; 1 worker runs$/);
  } finally {
    await db.close();
    await server.close();
  }
  assert.match(await deliveries(), /; 0 workers run$/);
});

test('reports a missing or wrong secret key, and creates none', async () => {
  const data_dir = await embeddedDatabase();
  const file = join(data_dir, 'secret-key');
  const key = await readFile(file, 'utf8');
  const look = async () =>
    (await examine({ RAPPORT_DATA_DIR: data_dir })).find(({ check }) => check === 'secret key')!;
  await rm(file);
  const missing = await look();
  assert.equal(missing.ok, false);
  assert.match(
    missing.detail,
    /^There is no secret-key in .+ put the old file secret-key back into the data/s,
  );
  assert.ok(!(await readdir(data_dir)).includes('secret-key'));
  await writeFile(file, newSecretKeyText());
  assert.match(
    (await look()).detail,
    /^The secret key is not the one that this database was first used with/,
  );
  await writeFile(file, 'cut');
  assert.match((await look()).detail, /has 3 characters and needs at least 32/);
  assert.equal(await readFile(file, 'utf8'), 'cut');
  await writeFile(file, key);
});

test('reports a wrong RAPPORT_SECRET_KEY, and binds no database to a key', async () => {
  const { db, secretKey } = rapport.core;
  const other = { ...rapport.settings, RAPPORT_SECRET_KEY: newSecretKeyText() };
  await db.query(sql`DELETE FROM secret_key_check`);
  assert.ok((await examine(other)).every(({ ok }) => ok));
  assert.deepEqual(await db.query(sql`SELECT FROM secret_key_check`), []);
  await checkSecretKey(db, secretKey);
  assert.deepEqual(await problems(), []);
  const [wrong, ...others] = (await examine(other)).filter(({ ok }) => !ok);
  assert.match(wrong!.detail, /^The secret key is not the one .+ Set RAPPORT_SECRET_KEY to the old key/);
  assert.deepEqual(others, []);
});

test('reports a database user who may not use the tables, and names a table', async () => {
  const stranger = new URL(rapport.settings.DATABASE_URL!);
  stranger.username = `test_doctor_${process.pid}`;
  const role = raw(stranger.username);
  await rapport.core.db.query(sql`CREATE ROLE ${role} LOGIN PASSWORD ${raw(`'${stranger.password}'`)}`);
  const checks = await examine({ ...rapport.settings, DATABASE_URL: stranger.href });
  await rapport.core.db.query(sql`DROP ROLE ${role}`);
  const [database, ...others] = checks.filter(({ ok }) => !ok);
  assert.equal(database!.check, 'database');
  assert.match(database!.detail, /^The user test_doctor_\d+ does not own Rapport's tables, .+ OWNER TO/);
  assert.deepEqual(others, []);
});

test('reports a read-only database', async () => {
  const { db } = rapport.core;
  const name = raw(new URL(rapport.settings.DATABASE_URL!).pathname.slice(1));
  await db.query(sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const [database, ...others] = await problems();
  await db.query(sql`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  assert.match(database!.detail, /^It takes no changes, because it is read-only, /);
  assert.deepEqual(others, []);
});

test('reports a database in another encoding, and advises no command that would refuse it', async () => {
  const url = new URL(rapport.settings.DATABASE_URL!);
  url.pathname = `test_doctor_latin1_${process.pid}`;
  const name = raw(url.pathname.slice(1));
  await rapport.core.db.query(
    sql`CREATE DATABASE ${name} ENCODING latin1 LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  );
  const checks = await examine({ ...rapport.settings, DATABASE_URL: url.href });
  await rapport.core.db.query(sql`DROP DATABASE ${name}`);
  assert.equal(checks.at(-1)!.ok, false);
  assert.match(
    checks.at(-1)!.detail,
    /^The database stores text as LATIN1, .+\(createdb --owner=\w+ --encoding=UTF8/,
  );
});

test('a check that fails is a problem, and the other checks still run', async () => {
  const { db } = rapport.core;
  await db.query(sql`ALTER TABLE secret_key_check RENAME TO elsewhere`);
  const checks = await examine(rapport.settings);
  await db.query(sql`ALTER TABLE elsewhere RENAME TO secret_key_check`);
  assert.deepEqual(
    checks.filter(({ ok }) => !ok).map(({ check }) => check),
    ['secret key'],
  );
  assert.match(
    checks.find(({ ok }) => !ok)!.detail,
    /^It could not be checked: relation "secret_key_check" does not exist\. /,
  );
  assert.equal(checks.at(-1)!.check, 'backup');
});

test('reports an unreachable mail server, and accepts one that answers', async () => {
  const mail = async (SMTP_URL: string) =>
    (await examine({ ...rapport.settings, SMTP_URL })).find(({ check }) => check === 'mail')!;
  // Nobody listens on port 9, which is reserved for discarding.
  const away = await mail('smtp://ada:confidential@127.0.0.1:9');
  assert.equal(away.ok, false);
  assert.match(away.detail, /^127\.0\.0\.1:9 accepts no mail from Rapport: .*ECONNREFUSED.* Check SMTP_URL/);
  assert.doesNotMatch(away.detail, /confidential/);
  const server = await startSmtpServer();
  const there = await mail(server.url);
  server.close();
  assert.deepEqual([there.ok, there.detail], [true, `${new URL(server.url).host} answers`]);
});

test('reports a database that does not answer', async () => {
  const checks = await examine({
    ...rapport.settings,
    DATABASE_URL: 'postgres://ada:confidential@127.0.0.1:1/x',
  });
  assert.equal(checks.at(-1)!.ok, false);
  assert.match(
    checks.at(-1)!.detail,
    /^Rapport cannot connect to its database on 127\.0\.0\.1:1: .+ DATABASE_URL has the right address, user, password and database name\.$/,
  );
});

test('reports a wrong database password in the words of a start', async () => {
  const url = new URL(rapport.settings.DATABASE_URL!);
  url.password = 'wrong';
  const { detail } = (await examine({ ...rapport.settings, DATABASE_URL: url.href })).at(-1)!;
  assert.match(detail, /: password authentication failed for user .+ right address, user, password/);
});

for (const settings of ['refuses them', 'drops them'] as const) {
  test(`reports a pooler that gets the settings of a connection and ${settings}`, async () => {
    const pooler = await startPooler(rapport.settings.DATABASE_URL!, settings);
    const checks = await examine({ ...rapport.settings, DATABASE_URL: pooler.connectionString });
    pooler.close();
    assert.deepEqual([checks.at(-1)!.check, checks.at(-1)!.ok], ['database', false]);
    assert.match(checks.at(-1)!.detail, /as behind a pooler .+ Set DATABASE_URL to the database itself/);
  });
}

test('reports a feed that waits for a transaction in another database, and names its holder', async () => {
  const neighbour = new URL(rapport.settings.DATABASE_URL!);
  neighbour.pathname = 'postgres';
  const client = new pg.Client({ connectionString: neighbour.href, application_name: 'a neighbour' });
  await client.connect();
  await client.query('BEGIN; SELECT pg_current_xact_id()');
  const account = await rapport.addAccount(await rapport.addUser('ada@example.com'));
  const { db } = rapport.core;
  const feed = async () => (await examine(rapport.settings)).find(({ check }) => check === 'feed')!;
  await db.query(sql`UPDATE events SET created_at = now()`);
  assert.deepEqual(await feed(), { check: 'feed', ok: true, detail: 'up to date' });

  await db.query(sql`UPDATE events SET created_at = now() - interval '2 minutes'`);
  // Transactions of other tests may hold the feed too, but they end soon.
  await until('the doctor to name it', async () =>
    /^Held back since .+ by a transaction of a neighbour on the database postgres \(pid \d+\): /.test(
      (await feed()).detail,
    ),
  );
  await client.end();
  await until('the feed to go on', async () => (await feed()).ok);
  await db.query(sql`DELETE FROM accounts WHERE uuid = ${account.uuid}`);
});

test('reports that no worker runs, before a delivery waits for one', async () => {
  await rapport.core.db.query(sql`DELETE FROM workers`);
  const [deliveries, ...others] = await problems();
  assert.match(deliveries!.detail, /^0 wait, 0 on the way\. No worker runs, so no webhook is sent\. /);
  assert.deepEqual(others, []);
});

test('reports a delivery that no worker sends', async () => {
  await rapport.core.db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count,
      schedule_step, due_at, created_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'client.created', 0, 0,
      now() - interval '1 hour', now())`);
  const [deliveries, ...others] = await problems();
  assert.match(deliveries!.detail, /^1 waits, 0 on the way, but no worker took any for 36\d\d s/);
  assert.deepEqual(others, []);
});

test('compares all records with their links, histories and events when asked', async () => {
  const { db } = rapport.core;
  const user = await rapport.addUser('records@example.com');
  const account = await rapport.addAccount(user);
  const records = async () => (await examine(rapport.settings, { records: true })).at(-1)!;
  assert.deepEqual(await records(), {
    check: 'records',
    ok: true,
    detail: 'agree with their links, histories and events',
  });
  await db.query(sql`UPDATE pipelines SET version = 2 WHERE account_uuid = ${account.uuid}`);
  const { ok, detail } = await records();
  assert.equal(ok, false);
  assert.match(
    detail,
    /^The pipeline [0-9a-f-]{36} with a change that no event tells of, .+ Go back to a backup/,
  );
  await db.query(sql`DELETE FROM accounts WHERE uuid = ${account.uuid}`);
});

test('reports a migration that was changed after it was applied', async () => {
  const { db } = rapport.core;
  await db.query(sql`UPDATE migrations SET checksum = checksum || 'x'::bytea WHERE name LIKE '0002%'`);
  const [migrations, ...others] = await problems();
  await db.query(
    sql`UPDATE migrations SET checksum = substr(checksum, 1, length(checksum) - 1) WHERE name LIKE '0002%'`,
  );
  assert.match(
    migrations!.detail,
    /^The file server\/migrations\/0002_\w+\.sql is not the one that this database/,
  );
  assert.deepEqual(others, []);
});

test('reports a pending migration, and does not apply it', async () => {
  await rapport.core.db.query(sql`DELETE FROM migrations`);
  for (const _ of [1, 2]) {
    const [migrations, ...others] = await problems();
    assert.match(migrations!.detail, /^Not applied: 0001_/);
    assert.deepEqual(others, []);
  }
});

test('names a base URL that leads nowhere', async () => {
  const settings = { ...rapport.settings, RAPPORT_BASE_URL: 'https://crm.invalid' };
  const found = (await examine(settings)).find(({ check, ok }) => check === 'base URL' && !ok);
  assert.match(found!.detail, /^https:\/\/crm\.invalid does not lead here: .+ Check RAPPORT_BASE_URL/);
});

test('knows when the last backup was made', async () => {
  const folder = await createTestFolder();
  const data_dir = await embeddedDatabase();
  const settings = { RAPPORT_DATA_DIR: data_dir };
  assert.equal((await runHere(['backup', folder], settings)).exit_code, 0);
  const found = (await examine(settings)).find(({ check }) => check === 'backup');
  assert.deepEqual(found, { check: 'backup', ok: true, detail: 'the last one less than a day ago' });
});
