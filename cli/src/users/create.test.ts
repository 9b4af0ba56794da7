import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { createTestCommands, RAPPORT, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

const CREATE = ['users', 'create', '--name', 'Ada Lovelace', '--email'];

describe('rapport users create', { concurrency: 2 }, () => {
  test('prints the User and the next step', async () => {
    const args = [...CREATE, 'ada@example.com', '--password', 'a long password'];
    const { exit_code, stdout, stderr } = await rapport.run(args);
    assert.deepEqual([exit_code, stderr], [0, '']);
    assert.match(stdout, /^User created\.\n\n {2}uuid {3}[0-9a-f-]{36}\n {2}email {2}ada@example\.com\n/);
    assert.match(stdout, /\n {2}npx rapport accounts create .+ --owner ada@example\.com\n$/);
  });

  test('quotes shell syntax in the step that is to be copied', async () => {
    const args = [...CREATE, "o'brien$id@example.com", '--password', 'a long password'];
    const { stdout } = await rapport.run(args);
    assert.ok(stdout.endsWith(` --owner 'o'\\''brien$id@example.com'\n`), stdout);
  });

  test('prints the User as the API returns it with --json, and reads the password from stdin', async () => {
    const args = [...CREATE, 'grace@example.com', '--password-stdin', '--json'];
    const { exit_code, stdout, stderr } = await rapport.run(args, 'a long password\n');
    assert.deepEqual([exit_code, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), await findUserByEmail(rapport.core.db, 'grace@example.com'));
  });

  test('drops the line break after a password on stdin', async () => {
    // One character less than the minimum.
    const args = [...CREATE, 'short@example.com', '--password-stdin'];
    const { exit_code, stderr } = await rapport.run(args, 'nine char\r\n');
    assert.deepEqual([exit_code, stderr], [1, 'password must have 10 to 200 characters.\n']);
  });

  test('is refused with every invalid field', async () => {
    const args = ['users', 'create', '--name', ' ', '--email', 'nowhere', '--password', 'short', '--json'];
    const { exit_code, stdout, stderr } = await rapport.run(args);
    assert.deepEqual([exit_code, stdout], [1, '']);
    const { code, errors } = JSON.parse(stderr);
    assert.equal(code, 'fields_invalid');
    assert.deepEqual(
      errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/email', '/name', '/password'],
    );
  });

  test('for an address that a User has says how it is handed over', async () => {
    const args = [...CREATE, 'twice@example.com', '--password', 'a long password'];
    await rapport.run(args);
    const { exit_code, stderr } = await rapport.run(args);
    assert.equal(exit_code, 1);
    assert.match(stderr, /already\. If .+: rapport users hand-over --email twice@example\.com\n$/);
  });

  test('without a password and without a terminal says what to do', async () => {
    const { exit_code, stderr } = await rapport.run([...CREATE, 'ada@example.com']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^Give --password-stdin or --password, or run this in a terminal\.\n/);
  });

  test('does not take two passwords', async () => {
    const args = [...CREATE, 'ada@example.com', '--password', 'a long password', '--password-stdin'];
    assert.equal((await rapport.run(args)).exit_code, 2);
  });
});

describe('rapport users create in a terminal', {
  concurrency: 2,
  skip: process.platform !== 'linux' && 'script(1) differs there',
}, () => {
  test('asks for the password twice and shows nothing of it', async () => {
    const { exit_code, screen } = await typeInTerminal('tty@example.com', [
      'a long password\r',
      'a long password\r',
    ]);
    assert.equal(exit_code, 0, screen);
    assert.match(screen, /^Password: \r\nThe same again: \r\nUser created\./);
  });

  test('creates nothing when the two passwords differ', async () => {
    const { exit_code, screen } = await typeInTerminal('two@example.com', [
      'a long password\r',
      'a lung password\r',
    ]);
    assert.equal(exit_code, 1);
    assert.match(screen, /The two passwords differ, so no User was created\. Try again\.\r\n$/);
  });

  test('is left with Ctrl+C', async () => {
    const { exit_code, screen } = await typeInTerminal('left@example.com', ['a long\x03']);
    assert.deepEqual([exit_code, screen], [130, 'Password: \r\n']);
  });
});

/**
 * Runs the command in a terminal of its own (made by script(1)) and types an answer to each
 * question.
 */
async function typeInTerminal(
  email: string,
  answers: string[],
): Promise<{ exit_code: number; screen: string }> {
  const command = `"${process.execPath}" "${RAPPORT}" users create --name Ada --email ${email}`;
  const env = { PATH: process.env.PATH, SHELL: '/bin/sh', ...rapport.settings };
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { env });
  let screen = '';
  terminal.stdout.on('data', (chunk) => {
    screen += chunk;
    if (/: $/.test(screen)) terminal.stdin.write(answers.shift()!);
  });
  const [exit_code] = await once(terminal, 'close');
  return { exit_code, screen };
}
