import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestCommands, RAPPORT, type TestCommands } from './testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
  await rapport.addUser('ada@example.com');
  const { stdout } = await rapport.run([...createToken('plain'), '--json']);
  // Written to the database, because the service refuses such names today.
  await rapport.core.db.query(
    sql`UPDATE personal_access_tokens SET name = ${HOSTILE} WHERE uuid = ${JSON.parse(stdout).uuid}`,
  );
});
after(() => rapport.drop());

const HOSTILE = '\x1b]0;pwned\x07 and \x9b2J\nforged line';

const createToken = (name: string) => ['tokens', 'create', '--user', 'ada@example.com', '--name', name];

describe('what a command prints', { concurrency: 2 }, () => {
  test('never steers the terminal, and keeps any name on its line', async () => {
    const { stdout } = await rapport.run(['tokens', 'list', '--user', 'ada@example.com']);
    assert.match(stdout, / \\u001b\]0;pwned\\u0007 and \\u009b2J\\u000aforged line {2}/);
    const { stderr } = await rapport.run(['audit', '--user', '\x1b[2J\r\n']);
    assert.match(stderr, /^There is no User with the address \\u001b\[2J\n/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    assert.doesNotMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  });

  test('with --json keeps the exact value', async () => {
    const { stdout } = await rapport.run(['tokens', 'list', '--user', 'ada@example.com', '--json']);
    assert.ok(JSON.parse(stdout).data.some(({ name }: { name: string }) => name === HOSTILE));
  });

  const FULL = '/dev/full';
  for (const args of [[...createToken('lost'), '--json'], createToken('lost'), ['--help'], ['doctor']]) {
    test(`and cannot be written makes ${args.slice(0, 2).join(' ')} say so and exit with 1`, {
      skip: !existsSync(FULL),
    }, async () => {
      const full = await open(FULL, 'w');
      const env = { PATH: process.env.PATH, ...rapport.settings };
      const command = spawn(process.execPath, [RAPPORT, ...args], {
        env,
        stdio: ['ignore', full.fd, 'pipe'],
      });
      const [[exit_code], stderr] = await Promise.all([once(command, 'close'), text(command.stderr!)]);
      await full.close();
      assert.equal(exit_code, 1);
      assert.match(
        args.includes('--json') ? JSON.parse(stderr).detail : stderr,
        /^The output cannot be written: ENOSPC/m,
      );
    });
  }

  test('to a reader that stops early is no failure', async () => {
    const env = { PATH: process.env.PATH, ...rapport.settings };
    const command = spawn(process.execPath, [RAPPORT, 'users', 'list'], { env });
    command.stdout.destroy();
    const [[exit_code], stderr] = await Promise.all([once(command, 'close'), text(command.stderr)]);
    assert.deepEqual([exit_code, stderr], [0, '']);
  });
});
