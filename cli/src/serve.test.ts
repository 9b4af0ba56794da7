import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readPidFile } from '../../server/src/platform/database/embedded/pid-file.ts';
import { createTestFolder } from '../../server/src/platform/database/testing/test-database.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { until } from '../../server/src/testing/until.ts';
import { createTestCommands, runRapport, startRapport, type TestCommands } from './testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

describe('rapport serve', { concurrency: 2 }, () => {
  test('prints the address when it is ready, and the commands that come next', async (t) => {
    const server = startRapport(['serve'], { ...rapport.settings, PORT: '0', LOG_LEVEL: 'silent' });
    t.after(() => server.kill());
    let stdout = '';
    for await (const chunk of server.stdout!) {
      stdout += chunk;
      if (/Ctrl\+C/.test(stdout)) break;
    }
    const address = /Rapport is ready at (http:\/\/localhost:\d+)\n/.exec(stdout)?.[1];
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
    assert.match(
      stdout,
      /PORT=0 DATABASE_URL=… RAPPORT_SECRET_KEY=… npx rapport users create .+\n.+ npx rapport accounts create .+\n.+ npx rapport tokens create /,
    );

    const taken = new URL(address!).port;
    const second = await runRapport(['serve', '--json'], {
      ...rapport.settings,
      PORT: taken,
      LOG_LEVEL: 'silent',
    });
    assert.deepEqual([second.exit_code, second.stdout], [2, '']);
    assert.match(JSON.parse(second.stderr).detail, /another program uses it\. Choose another port/);

    server.kill();
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  test('goes on when nobody reads its log any more', async (t) => {
    const port = String(await freePort());
    const server = startRapport(['serve'], { ...rapport.settings, PORT: port, LOG_LEVEL: 'trace' });
    t.after(() => server.kill());
    await once(server.stdout!, 'data');
    server.stdout!.destroy();
    const answers = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
    await until('the server to answer', answers);
    for (let n = 0; n < 20; n++) assert.equal(await answers(), true);
  });

  test('as a worker listens on no address', async () => {
    const settings = { ...rapport.settings, LOG_LEVEL: 'silent' };
    const server = startRapport(['serve', '--role', 'worker', '--json'], settings);
    const [line] = await once(server.stdout!, 'data');
    assert.deepEqual(JSON.parse(line), { address: null, role: 'worker' });
    server.kill();
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  for (const role of ['all', 'api']) {
    test(`with --only-retries and the role ${role} is refused, because nobody would make first attempts`, async () => {
      const { exit_code, stdout, stderr } = await rapport.run(['serve', '--role', role, '--only-retries']);
      assert.deepEqual([exit_code, stdout], [2, '']);
      assert.match(stderr, /^--only-retries is for --role worker, and this process has the role /);
    });
  }

  for (const signal of ['SIGHUP', 'SIGTERM'] as const) {
    test(`that gets ${signal} while it starts leaves no database running`, async () => {
      const data_dir = await createTestFolder();
      const server = startRapport(['serve'], { RAPPORT_DATA_DIR: data_dir, PORT: '0', LOG_LEVEL: 'silent' });
      const ended = once(server, 'exit');
      await until('PostgreSQL to start', () => readPidFile(join(data_dir, 'postgres')));
      server.kill(signal);
      assert.deepEqual(await ended, [0, null]);
      assert.equal(await readPidFile(join(data_dir, 'postgres')), undefined);
    });
  }

  test('that gets SIGHUP stops in order', async () => {
    const settings = { ...rapport.settings, LOG_LEVEL: 'silent' };
    const server = startRapport(['serve', '--role', 'worker', '--json'], settings);
    await once(server.stdout!, 'data');
    server.kill('SIGHUP');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });
});
