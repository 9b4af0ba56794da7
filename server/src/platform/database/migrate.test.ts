import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { TEST_CERTIFICATE } from '../../webhooks/guard/testing/test-certificate.ts';
import { StartProblem } from '../start-problem.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, createTestFolder, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test('a database with the newest schema is left unchanged', async () => {
  assert.deepEqual(await migrate(database.connectionString), { applied: [] });
});

test('only new migrations are applied, in order', async () => {
  await emptyDatabase();
  const directory = await migrations({
    '0001_numbers.sql': 'CREATE TABLE numbers (n int);',
    '0002_one.sql': 'INSERT INTO numbers VALUES (1);',
  });
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  assert.deepEqual(await migrate(database.connectionString, { directory, log }), {
    applied: ['0001_numbers.sql', '0002_one.sql'],
  });
  assert.deepEqual(lines, ['Migration 0001_numbers.sql applied.', 'Migration 0002_one.sql applied.']);

  await writeFile(join(directory, '0003_two.sql'), 'INSERT INTO numbers VALUES (2);');
  assert.deepEqual(await migrate(database.connectionString, { directory }), { applied: ['0003_two.sql'] });
  assert.deepEqual(await query('SELECT n FROM numbers ORDER BY n'), [{ n: 1 }, { n: 2 }]);
});

test('a command sets up a database without a schema, and refuses an older schema', async () => {
  await emptyDatabase();
  const directory = await migrations({ '0001_one.sql': 'CREATE TABLE one (n int);' });
  const options = { directory, upgrade: false };
  assert.deepEqual(await migrate(database.connectionString, options), { applied: ['0001_one.sql'] });
  await writeFile(join(directory, '0002_two.sql'), 'CREATE TABLE two (n int);');
  const refusal = await migrate(database.connectionString, options);
  assert.ok(refusal instanceof StartProblem);
  assert.match(
    refusal.message,
    /older than this Rapport: it lacks 0002_two\.sql\. .*run: npx rapport migrate/,
  );
  assert.deepEqual(await query('SELECT name FROM migrations'), [{ name: '0001_one.sql' }]);
});

test('of two processes that migrate at once, one does it and both succeed', async () => {
  await emptyDatabase();
  const directory = await migrations({
    '0001_slow.sql': 'CREATE TABLE slow (n int); SELECT pg_sleep(0.2);',
    '0002_one.sql': 'INSERT INTO slow VALUES (1);',
  });
  const nodes = [1, 2, 3].map(() => migrate(database.connectionString, { directory }));
  const applied = (await Promise.all(nodes)).map((result) =>
    result instanceof StartProblem ? result : result.applied,
  );
  assert.deepEqual(applied.sort(), [[], [], ['0001_slow.sql', '0002_one.sql']]);
  assert.deepEqual(await query('SELECT n FROM slow'), [{ n: 1 }]);
});

test('a failing migration is reported with file, line and cause, and is rolled back', async () => {
  await emptyDatabase();
  const directory = await migrations({
    '0001_good.sql': 'CREATE TABLE good (n int);',
    '0002_bad.sql':
      "-- 🐘 counts as one character\nCREATE TABLE half (n int);\n\nINSERT INTO nowhere VALUES ('Żółw');\n",
  });
  assert.equal(
    await refusal(directory),
    'The migration 0002_bad.sql failed in line 4: relation "nowhere" does not exist. ' +
      'It was rolled back, and the migrations before it stay. Fix the cause and start again.',
  );
  assert.deepEqual(
    await query(`SELECT to_regclass('good')::text AS good, to_regclass('half')::text AS half`),
    [{ good: 'good', half: null }],
  );

  await writeFile(join(directory, '0002_bad.sql'), 'CREATE TABLE half (n int);');
  assert.deepEqual(await migrate(database.connectionString, { directory }), { applied: ['0002_bad.sql'] });
});

test('a migration changed after it was applied stops the start', async () => {
  await emptyDatabase();
  const directory = await migrations({ '0001_numbers.sql': 'CREATE TABLE numbers (n int);' });
  await migrate(database.connectionString, { directory });
  await writeFile(join(directory, '0001_numbers.sql'), 'CREATE TABLE numbers (n bigint);');
  assert.match(
    await refusal(directory),
    /^The file server\/migrations\/0001_numbers.sql is not the one that this database was made with/,
  );
});

test('a database that a newer release migrated stops the start', async () => {
  await emptyDatabase();
  const newer = await migrations({ '0001_a.sql': 'SELECT 1', '0002_b.sql': 'SELECT 2' });
  await migrate(database.connectionString, { directory: newer });
  const older = await migrations({ '0001_a.sql': 'SELECT 1' });
  assert.match(
    await refusal(older),
    /^The database is newer than this Rapport: it has the migration 0002_b.sql/,
  );
});

test('a database with another history stops the start', async () => {
  await emptyDatabase();
  const theirs = await migrations({ '0001_a.sql': 'SELECT 1' });
  await migrate(database.connectionString, { directory: theirs });
  const ours = await migrations({ '0001_b.sql': 'SELECT 1' });
  assert.match(
    await refusal(ours),
    /disagree about migration 1: it applied 0001_a.sql, here it is 0001_b.sql/,
  );
});

test('a gap in the numbers is an error of ours, and throws', async () => {
  const directory = await migrations({ '0001_a.sql': 'SELECT 1', '0003_c.sql': 'SELECT 3' });
  await assert.rejects(
    migrate(database.connectionString, { directory }),
    /0003_c.sql .* should begin with 0002_/,
  );
});

test('the report of a database that does not answer hides its password', async () => {
  const nobody = new URL(database.connectionString);
  nobody.port = '1';
  const result = await migrate(nobody.href);
  assert.ok(result instanceof StartProblem);
  assert.match(
    result.message,
    /^Rapport cannot connect to its database on 127.0.0.1:1: .*ECONNREFUSED.*DATABASE_URL/,
  );
  assert.ok(!result.message.includes(nobody.password));
});

test('a server whose certificate cannot be verified is reported as such, with the setting to change', async (t) => {
  const server = createServer((socket) =>
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...TEST_CERTIFICATE }).on('error', () => {});
    }),
  );
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const result = await migrate(`postgres://ada@127.0.0.1:${port}/rapport?sslmode=verify-full`);
  assert.ok(result instanceof StartProblem);
  assert.match(
    result.message,
    /self-signed certificate.* could not be verified: .*sslrootcert=.*sslmode=no-verify/,
  );
});

test('an option of the address that names a missing file is reported', async () => {
  const result = await migrate('postgres://ada@127.0.0.1:1/rapport?sslrootcert=/nowhere/ca.pem');
  assert.ok(result instanceof StartProblem);
  assert.match(result.message, /^DATABASE_URL cannot be used: ENOENT.*\/nowhere\/ca\.pem/);
});

test('a database that is not UTF-8 is refused', async () => {
  await query(
    `CREATE DATABASE test_latin1_${process.pid} ENCODING latin1 LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  );
  const latin1 = new URL(database.connectionString);
  latin1.pathname = `test_latin1_${process.pid}`;
  const result = await migrate(latin1.href);
  await query(`DROP DATABASE test_latin1_${process.pid}`);
  assert.match(
    result instanceof StartProblem ? result.message : '',
    new RegExp(
      `^The database stores text as LATIN1, .+ \\(createdb --owner=${latin1.username} --encoding=UTF8 `,
    ),
  );
});

test('a user who may not create tables is told who must own the database', async () => {
  await emptyDatabase();
  const stranger = new URL(database.connectionString);
  stranger.username = `test_stranger_${process.pid}`;
  await query(`CREATE ROLE ${stranger.username} LOGIN PASSWORD '${stranger.password}'`);
  const directory = await migrations({ '0001_a.sql': 'SELECT 1' });
  const result = await migrate(stranger.href, { directory });
  await query(`DROP ROLE ${stranger.username}`);
  assert.match(
    result instanceof StartProblem ? result.message : '',
    /^Rapport may not create its tables .*OWNER TO/,
  );
});

test('a user who may not read the tables of Rapport is told who must own them', async () => {
  await emptyDatabase();
  const directory = await migrations({ '0001_a.sql': 'SELECT 1' });
  await migrate(database.connectionString, { directory });
  await query('GRANT USAGE ON SCHEMA public TO PUBLIC');
  const stranger = new URL(database.connectionString);
  stranger.username = `test_reader_${process.pid}`;
  await query(`CREATE ROLE ${stranger.username} LOGIN PASSWORD '${stranger.password}'`);
  const result = await migrate(stranger.href, { directory }).finally(() =>
    query(`DROP ROLE ${stranger.username}`),
  );
  assert.match(
    result instanceof StartProblem ? result.message : '',
    /^The user test_reader_\d+ does not own Rapport's tables .+: permission denied .+ ALTER TABLE … OWNER TO test_reader_/,
  );
});

async function emptyDatabase(): Promise<void> {
  await query('DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
}

async function migrations(files: Record<string, string>): Promise<string> {
  const directory = await createTestFolder();
  for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql);
  return directory;
}

async function refusal(directory: string): Promise<string> {
  const result = await migrate(database.connectionString, { directory });
  assert.ok(result instanceof StartProblem, 'it migrated');
  return result.message;
}

async function query(statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
