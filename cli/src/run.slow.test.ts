import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { openEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded.ts';
import { readPidFile } from '../../server/src/platform/database/embedded/pid-file.ts';
import { createTestFolder } from '../../server/src/platform/database/testing/test-database.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { until } from '../../server/src/testing/until.ts';
import { fail } from './output.ts';
import { createTestCommands, runRapport, startRapport } from './testing/test-command.ts';

const createUser = ['users', 'create', '--password', 'a long password', '--name', 'Ada', '--email'];

// The tests depend on their order: the first one makes the database that all use.
describe('a command', () => {
  let data_dir: string;
  let settings: Record<string, string>;

  before(async () => {
    data_dir = join(await createTestFolder(), 'data');
    settings = { RAPPORT_DATA_DIR: data_dir };
  });

  test('that only reads or changes creates no missing database, and names the folder it looked in', async () => {
    for (const args of [
      ['audit'],
      ['oauth-clients', 'delete', newUuid(new Date())],
      ['users', 'deactivate', '--email', 'a@b.co'],
    ]) {
      const { exit_code, stdout, stderr } = await runRapport(args, settings);
      assert.deepEqual([exit_code, stdout], [2, ''], args.join(' '));
      assert.equal(
        stderr,
        `There is no database in ${data_dir}. Start Rapport once (npm start), or set RAPPORT_DATA_DIR or DATABASE_URL to where it is.\n`,
      );
    }
    await assert.rejects(stat(data_dir), { code: 'ENOENT' });
  });

  test('that begins an installation creates a missing database, says so, and stops it at its end', async () => {
    const { exit_code, stdout, stderr } = await runRapport([...createUser, 'ada@example.com'], settings);
    assert.equal(exit_code, 0, stderr);
    assert.match(stderr, /^Making a new database in \/.+\/data …\n/);
    assert.match(stdout, /^User created\./);
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
  });

  test('is not disturbed by settings for PostgreSQL in the shell of the operator', async () => {
    const shell = { PGOPTIONS: '-c statement_timeout=1', PGSSLMODE: 'require', PGUSER: 'nobody' };
    const { exit_code, stderr } = await runRapport(['oauth-clients', 'list'], { ...settings, ...shell });
    assert.deepEqual([exit_code, stderr], [0, `Starting the database in ${data_dir} …\n`]);
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
  });

  test('starts the database of a stopped server, and finds what is in it', async () => {
    const { exit_code, stderr } = await runRapport([...createUser, 'ada@example.com'], settings);
    assert.equal(exit_code, 1);
    const [starting, refusal] = stderr.split('\n');
    assert.equal(starting, `Starting the database in ${data_dir} …`);
    assert.match(refusal!, /^There is a User with the address ada@example\.com already\./);
  });

  test('with --json prints only one object', async () => {
    const { exit_code, stdout, stderr } = await runRapport(['migrate', '--json'], settings);
    assert.deepEqual([exit_code, stdout, stderr], [0, '{"applied":[]}\n', '']);
  });

  test('finds everything in a copy of the folder, if the key was copied, too', async () => {
    const copy = join(await createTestFolder(), 'copy');
    await promisify(execFile)('cp', ['-a', data_dir, copy]);
    const onCopy = { RAPPORT_DATA_DIR: copy };
    const found = await runRapport([...createUser, 'ada@example.com', '--json'], onCopy);
    assert.match(found.stderr, /There is a User with the address ada@example\.com already/);

    await rm(join(copy, 'secret-key'));
    const refused = await runRapport(['audit', '--json'], onCopy);
    assert.deepEqual([refused.exit_code, refused.stdout], [2, '']);
    assert.match(JSON.parse(refused.stderr).detail, /secret-key is missing.*from your backup/);
    assert.ok(!(await readdir(copy)).includes('secret-key'));
  });

  test('works beside a running server, whose API knows the new token at once', async (t) => {
    const server = startRapport(['serve', '--json'], { ...settings, PORT: '0', LOG_LEVEL: 'error' });
    t.after(() => server.kill());
    const [line] = await once(createInterface(server.stdout!), 'line');
    const { address } = JSON.parse(line) as { address: string };

    const beside = { ...settings, PORT: new URL(address).port };
    const account = ['accounts', 'create', '--name', 'Lovelace Engines Ltd', '--owner', 'ada@example.com'];
    const token = ['tokens', 'create', '--user', 'ada@example.com', '--name', 'First token'];
    const [created, issued] = await Promise.all([runRapport(account, beside), runRapport(token, beside)]);
    assert.deepEqual([created.exit_code, created.stderr], [0, '']);
    // The server sends the mail that tells Ada of her new token.
    assert.deepEqual([issued.exit_code, issued.stderr], [0, '']);
    const [, authorization, url] = /curl -H "Authorization: (.+)" (\S+)\n/.exec(issued.stdout) ?? [];
    const response = await fetch(url!, { headers: { authorization: authorization! } });
    const { data } = (await response.json()) as { data: { account: { name: string } }[] };
    assert.deepEqual(
      data.map((login) => login.account.name),
      ['Lovelace Engines Ltd'],
    );

    server.kill();
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  test('that is ended early stops the database when nobody else uses it', async () => {
    const postgres = await openEmbeddedPostgres({ data_dir, roles: [] });
    assert.ok(!(postgres instanceof StartProblem));
    const other = new pg.Client({ connectionString: postgres.connectionString });
    // The command may have stopped the database before this connection is closed.
    other.on('error', () => {});
    await other.connect();
    await other.query('BEGIN; LOCK TABLE users');
    const command = startRapport([...createUser, 'grace@example.com'], settings);
    const exit = once(command, 'exit');
    const stopping = once(createInterface(command.stderr!), 'line');
    await until('the command to wait for the table', async () => {
      const waiting = await other.query('SELECT FROM pg_locks WHERE NOT granted');
      return waiting.rowCount !== 0;
    });
    await postgres.close();

    command.kill('SIGINT');
    assert.deepEqual(await stopping, ['Stopping …']);
    await other.query('COMMIT');
    await other.end();
    assert.deepEqual(await exit, [130, null]);
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
  });

  test('that is ended while the database starts does nothing and stops it', async () => {
    const command = startRapport([...createUser, 'mary@example.com', '--json'], settings);
    const exit = once(command, 'exit');
    command.stdout!.on('data', (text) => assert.fail(`It did its work: ${text}`));
    await until('PostgreSQL to start', () => readPidFile(join(data_dir, 'postgres')));
    command.kill('SIGHUP');
    assert.deepEqual(await exit, [130, null]);
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
  });
});

describe('a command that cannot start', { concurrency: 2 }, () => {
  test('wrong settings are all named, and the exit code is 2', async () => {
    const wrong = { PORT: '80a', RAPPORT_DATADIR: '/srv' };
    const { exit_code, stdout, stderr } = await runRapport(['migrate'], wrong);
    assert.deepEqual([exit_code, stdout], [2, '']);
    assert.match(stderr, /^PORT is "80a".+\nRAPPORT_DATADIR is not a setting of Rapport\..+\n$/);
  });

  test('an unreadable data folder is refused without announcing a new database', async () => {
    const file = join(await createTestFolder(), 'file');
    await writeFile(file, '');
    const { exit_code, stderr } = await runRapport(['audit'], { RAPPORT_DATA_DIR: join(file, 'data') });
    assert.equal(exit_code, 2);
    assert.match(stderr, /^The data folder \S+ cannot be used: .+\n$/);
  });

  test('a read-only database is reported in the words of the API, and the exit code is 2', async () => {
    const rapport = await createTestCommands();
    const name = raw(new URL(rapport.settings.DATABASE_URL!).pathname.slice(1));
    await rapport.core.db.query(sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const { exit_code, stdout, stderr } = await runRapport(
      [...createUser, 'ada@example.com', '--json'],
      rapport.settings,
    );
    await rapport.drop();
    assert.deepEqual([exit_code, stdout], [2, '']);
    assert.match(
      JSON.parse(stderr).detail,
      /^The database is read-only at the moment, so nothing was changed\. .+ npx rapport doctor$/,
    );
  });

  test('a database that becomes read-only half way is reported, not shown as a bug', async (t) => {
    const printed = t.mock.method(console, 'error', () => {});
    const exit = t.mock.method(process, 'exit', () => {});
    fail(Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }));
    assert.deepEqual(
      [printed.mock.calls[0]!.arguments, exit.mock.calls[0]!.arguments],
      [['The database is read-only at the moment, so nothing was changed. Try again later.'], [1]],
    );
  });

  test('a database that does not answer is named, without its password, and the exit code is 2', async () => {
    const settings = {
      DATABASE_URL: 'postgres://ada:confidential@127.0.0.1:1/rapport',
      RAPPORT_SECRET_KEY: 'k'.repeat(32),
    };
    const { exit_code, stderr } = await runRapport(['migrate', '--json'], settings);
    assert.equal(exit_code, 2);
    const { code, detail } = JSON.parse(stderr);
    assert.equal(code, 'cannot_start');
    assert.match(detail, /cannot connect to its database on 127\.0\.0\.1:1: /);
    assert.doesNotMatch(stderr, /confidential/);
  });
});
