import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { LANGUAGES } from '@rapport/contract/languages';
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
      /PORT=0 RAPPORT_DATA_DIR=\S+ DATABASE_URL=… RAPPORT_SECRET_KEY=… npx rapport users create .+\n.+ npx rapport accounts create .+\n.+ npx rapport tokens create /,
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

  test('tells systemd when it is ready', async (t) => {
    const folder = await createTestFolder();
    const program = '#!/bin/sh\necho "$@" > "$NOTIFY_SOCKET"\n';
    await writeFile(join(folder, 'systemd-notify'), program, { mode: 0o755 });
    const told = join(folder, 'told');
    const server = startRapport(['serve'], {
      ...rapport.settings,
      PORT: '0',
      LOG_LEVEL: 'silent',
      NOTIFY_SOCKET: told,
      PATH: `${folder}:${process.env.PATH}`,
    });
    t.after(() => server.kill());
    const read = () => readFile(told, 'utf8').catch(() => '');
    assert.equal(await until('systemd to be told', read), '--ready --status=Serving\n');
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

  test('says when the pages are missing or of another release, and how to build them', async () => {
    const checkout = join(await createTestFolder(), 'checkout');
    await copyWithoutPages(checkout);
    const serve = () => warningOf(checkout, { ...rapport.settings, PORT: '0', LOG_LEVEL: 'silent' });
    assert.match(await serve(), /^The web pages have not been built, .+: npm start -- --role api\n$/);

    await mkdir(join(checkout, 'web/dist'));
    await writeFile(join(checkout, 'web/dist/en.html'), '');
    assert.match(await serve(), /^The web pages have not been built/);

    for (const language of LANGUAGES) {
      await writeFile(join(checkout, `web/dist/${language}.html`), '');
      await writeFile(join(checkout, `web/dist/${language}.needs.json`), '[]');
    }
    await writeFile(join(checkout, 'web/dist/built-from'), 'the release before');
    assert.match(await serve(), /^The web pages were built from other sources than those of this release/);

    // Without the sources of the pages, nothing shows whether the built pages are older.
    await rm(join(checkout, 'web/src'), { recursive: true });
    assert.equal(await serve(), '');
  });

  test('as a worker listens on no address', async () => {
    const settings = { ...rapport.settings, LOG_LEVEL: 'silent' };
    const server = startRapport(['serve', '--role', 'worker', '--json'], settings);
    const [line] = await once(server.stdout!, 'data');
    assert.deepEqual(JSON.parse(line), { address: null, role: 'worker' });
    server.kill();
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  test('loads no library before somebody needs it', async () => {
    const loaded = join(await createTestFolder(), 'loaded');
    // Writes down, at its end, which packages the process has loaded.
    const watch = `import { registerHooks } from 'node:module'; import { writeFileSync } from 'node:fs'; const urls = [];
      registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
      process.on('exit', () => writeFileSync(process.env.LOADED, [...urls, ...process.moduleLoadList].join('\\n')));`;
    const server = startRapport(['serve', '--json'], {
      ...rapport.settings,
      PORT: '0',
      LOG_LEVEL: 'silent',
      LOADED: loaded,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
    });
    await once(server.stdout!, 'data');
    server.kill();
    await once(server, 'exit');
    const urls = await readFile(loaded, 'utf8');
    assert.match(urls, /node_modules\/fastify\//);
    for (const name of NOT_AT_START) assert.doesNotMatch(urls, new RegExp(`/${name}/`), name);
  });

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

/** What an idle process has no use for: 0058. `deps/undici` is the one in Node, behind `fetch`. */
const NOT_AT_START = [
  ...['@e965/xlsx', '@fastify/busboy', '@fastify/swagger', '@modelcontextprotocol/server', '@zxcvbn-ts'],
  ...[
    'age-encryption',
    'ajv',
    'aws4fetch',
    'fast-json-stringify/index',
    'ical-generator',
    'imapflow',
    'jose',
  ],
  ...['libphonenumber-js', 'marked', 'nodemailer', 'otpauth', 'postal-mime', 'undici', 'yauzl', 'yazl'],
  ...['deps/undici', 'imports/plan', 'imports/read'],
];

const ROOT = join(import.meta.dirname, '../..');

async function copyWithoutPages(folder: string): Promise<void> {
  const wanted = (path: string) => !/\/(node_modules|dist)$/.test(path);
  for (const name of ['cli', 'scripts', 'server', 'packages', 'web', 'examples', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: wanted });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Returns the API's output on standard error until it is ready. */
async function warningOf(checkout: string, settings: Record<string, string>): Promise<string> {
  const command = [join(checkout, 'cli/src/rapport.ts'), 'serve', '--role', 'api', '--json'];
  const server = spawn(process.execPath, command, { env: { PATH: process.env.PATH, ...settings } });
  const stderr = text(server.stderr);
  await once(server.stdout, 'data');
  server.kill();
  return stderr;
}
