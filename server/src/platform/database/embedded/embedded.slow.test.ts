import assert from 'node:assert/strict';
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../testing/until.ts';
import { StartProblem } from '../../start-problem.ts';
import { createTestFolder } from '../testing/test-database.ts';
import { open, query, usedFolder } from '../testing/test-embedded.ts';
import { end, holdOpen } from '../testing/test-process.ts';
import { openEmbeddedPostgres } from './embedded.ts';
import { readPidFile } from './pid-file.ts';

// The tests run at a time: each has its own data folder, and mostly waits.
describe('the embedded PostgreSQL', { concurrency: 4 }, () => {
  test('keeps its data when it is closed and opened again', async () => {
    const data_dir = await createTestFolder();
    const first = await open(data_dir);
    await query(first, `CREATE TABLE kept AS SELECT 'Żółw' AS name`);
    await first.close();
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined, 'the last user stops it');

    const second = await open(data_dir);
    assert.deepEqual(await query(second, 'SELECT name FROM kept'), [{ name: 'Żółw' }]);
    await second.close();
  });

  test('is durable, has checksums, and is reached on the loopback address with the password only', async () => {
    const data_dir = join(await createTestFolder(), 'made');
    const postgres = await open(data_dir);
    const settings = [
      'fsync',
      'data_checksums',
      'listen_addresses',
      'unix_socket_directories',
      'server_encoding',
    ];
    assert.deepEqual(
      await query(postgres, `SELECT ${settings.map((name) => `current_setting('${name}') AS ${name}`)}`),
      [
        {
          fsync: 'on',
          data_checksums: 'on',
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          server_encoding: 'UTF8',
        },
      ],
    );
    const wrong = new URL(postgres.connectionString);
    wrong.password = 'guess';
    await assert.rejects(new pg.Client({ connectionString: wrong.href }).connect(), { code: '28P01' });
    await postgres.close();
  });

  test('refuses a second server with the same role and names the process of the first', async () => {
    const data_dir = await usedFolder();
    const first = await holdOpen(data_dir, ['api', 'worker']);
    const second = await openEmbeddedPostgres({ data_dir, roles: ['worker'] });
    assert.ok(second instanceof StartProblem);
    assert.equal(
      second.message,
      `Another Rapport server (process ${first.process.pid}) is already using ${data_dir}. ` +
        'Stop it, or start this one with another RAPPORT_DATA_DIR.',
    );
    await end(first);
  });

  test('serves an api, a worker and a command at once, and its last user stops it', async () => {
    const data_dir = await usedFolder();
    const api = await holdOpen(data_dir, ['api']);
    const worker = await holdOpen(data_dir, ['worker']);
    const command = await open(data_dir);
    assert.equal(worker.connectionString, api.connectionString);

    await end(api);
    await end(worker);
    assert.deepEqual(await query(command, 'SELECT 1 AS one'), [{ one: 1 }]);
    await command.close();
    assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
  });

  test('is created once when several processes start on an empty folder at the same moment', async () => {
    const data_dir = await createTestFolder();
    const holders = await Promise.all([
      holdOpen(data_dir, ['api']),
      holdOpen(data_dir, ['worker']),
      holdOpen(data_dir),
    ]);
    assert.equal(new Set(holders.map(({ connectionString }) => connectionString)).size, 1);
    await Promise.all(holders.map((holder) => end(holder)));
    assert.deepEqual((await readdir(data_dir)).sort(), ['postgres', 'postgres-password', 'postgres.log']);
    assert.equal(
      await readPidFile(join(data_dir, 'postgres')),
      undefined,
      'of all who left at once, one stopped it',
    );
  });

  test('is taken over after a kill -9 of the server that started it', async () => {
    const data_dir = await usedFolder();
    const killed = await holdOpen(data_dir, ['api', 'worker']);
    await end(killed, 'SIGKILL');
    assert.ok(await readPidFile(join(data_dir, 'postgres')), 'it outlives the server');

    const next = await open(data_dir, ['api', 'worker']);
    assert.equal(next.connectionString, killed.connectionString);
    await next.close();
  });

  test('comes back at the same address, with its locks, when it is killed under a running server', async () => {
    const data_dir = await usedFolder();
    const isBack = Promise.withResolvers<void>();
    const log = (line: string) => {
      if (line === 'The embedded PostgreSQL is back.') isBack.resolve();
    };
    const postgres = await open(data_dir, ['api'], log);
    await query(postgres, 'CREATE TABLE kept AS SELECT 1 AS one');
    const before = await readPidFile(join(data_dir, 'postgres'));
    process.kill(before!.pid, 'SIGKILL');
    await Promise.race([isBack.promise, postgres.lost.then(assert.fail)]);

    assert.deepEqual(await query(postgres, 'SELECT one FROM kept'), [{ one: 1 }]);
    const second = await holdOpen(data_dir, ['api']);
    assert.match(second.refused ?? '', /Another Rapport server/);
    await postgres.close();
  });

  test('comes back at the same address when another process tests its port at the same moment', async () => {
    const data_dir = await usedFolder();
    const isBack = Promise.withResolvers<string>();
    const other = createServer();
    const postgres = await open(data_dir, [], (line) => {
      if (line !== 'The connection to the embedded PostgreSQL broke; restarting it if necessary.')
        return isBack.resolve(line);
      other.listen(Number(new URL(postgres.connectionString).port), '127.0.0.1');
      setTimeout(() => other.close(), 100);
    });
    process.kill((await readPidFile(join(data_dir, 'postgres')))!.pid, 'SIGKILL');
    assert.equal(await Promise.race([isBack.promise, postgres.lost]), 'The embedded PostgreSQL is back.');
    await postgres.close();
  });

  test('comes back when it is killed again during its start', async () => {
    const data_dir = await usedFolder();
    const isBack = Promise.withResolvers<string>();
    const postgres = await open(data_dir, [], (line) => {
      if (line !== 'The connection to the embedded PostgreSQL broke; restarting it if necessary.')
        isBack.resolve(line);
    });
    const first = await readPidFile(join(data_dir, 'postgres'));
    process.kill(first!.pid, 'SIGKILL');
    const second = await until('the next one to begin', async () => {
      const found = await readPidFile(join(data_dir, 'postgres'));
      return found?.pid !== first!.pid && found;
    });
    process.kill(second.pid, 'SIGKILL');
    assert.equal(await Promise.race([isBack.promise, postgres.lost]), 'The embedded PostgreSQL is back.');
    assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
    await postgres.close();
  });

  test('gives the reason when it cannot be brought back', async () => {
    const data_dir = await usedFolder();
    const postgres = await open(data_dir);
    await rm(join(data_dir, 'postgres/global/pg_control'));
    process.kill((await readPidFile(join(data_dir, 'postgres')))!.pid, 'SIGKILL');
    assert.match(await postgres.lost, /^PostgreSQL did not start in .*It said:\n.*pg_control/s);
  });

  test('is restarted when a killed server left it behind without answers', async () => {
    const data_dir = await usedFolder();
    await end(await holdOpen(data_dir), 'SIGKILL');
    const hung = await readPidFile(join(data_dir, 'postgres'));
    process.kill(hung!.pid, 'SIGSTOP');

    const lines: string[] = [];
    const next = await open(data_dir, ['api'], (line) => lines.push(line));
    assert.deepEqual(lines, ['The embedded PostgreSQL runs but does not answer; restarting it.']);
    await next.close();
  });

  test('is not restarted by a command when it does not answer, because a server may be using it', async () => {
    const data_dir = await usedFolder();
    const server = await open(data_dir, ['api']);
    const { pid } = (await readPidFile(join(data_dir, 'postgres')))!;
    const working = new pg.Client({ connectionString: server.connectionString });
    await working.connect();
    process.kill(pid, 'SIGSTOP');

    const command = await openEmbeddedPostgres({ data_dir, roles: [] });
    process.kill(pid, 'SIGCONT');
    assert.ok(command instanceof StartProblem);
    assert.match(command.message, /runs but does not take a connection/);
    assert.deepEqual((await working.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
    await working.end();
    await server.close();
  });

  for (const [what, content] of [
    ['the number of another process', `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n\nready\n`],
    ['the number of no process', `4194303\n/elsewhere\n1\n5432\n\n127.0.0.1\n\nready\n`],
    ['nothing', ''],
  ] as const) {
    test(`starts although a crash left a postmaster.pid with ${what}`, async () => {
      const data_dir = await usedFolder();
      const file = join(data_dir, 'postgres/postmaster.pid');
      await writeFile(file, content);
      const { uid, gid } = await stat(join(data_dir, 'postgres'));
      await chown(file, uid, gid);
      await (await open(data_dir)).close();
    });
  }

  test('of a copied data folder is not taken for that of the original', async () => {
    const [original, copy] = [await usedFolder(), await usedFolder()];
    const running = await open(original);
    const { uid, gid } = await stat(join(original, 'postgres'));
    const pidFile = join(copy, 'postgres/postmaster.pid');
    await writeFile(pidFile, await readFile(join(original, 'postgres/postmaster.pid')));
    await chown(pidFile, uid, gid);

    const opened = await open(copy);
    assert.notEqual(new URL(opened.connectionString).port, new URL(running.connectionString).port);
    await opened.close();
    await running.close();
  });

  test('shows the last lines of its log when it does not start', async () => {
    const data_dir = await createTestFolder();
    const opened = await openEmbeddedPostgres({
      data_dir,
      roles: [],
      settings: { shared_buffers: 'plenty' },
    });
    assert.ok(opened instanceof StartProblem);
    assert.match(opened.message, /^PostgreSQL did not start in .*FATAL: .*shared_buffers.*plenty/s);
  });
});
