import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findCaller } from '../../../server/src/tokens/actions.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';
import { parseLifetime_ms } from './create.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
  await rapport.addUser('ada@example.com');
});
after(() => rapport.drop());

const create = (...more: string[]) =>
  rapport.run(['tokens', 'create', '--user', 'ada@example.com', '--name', 'Warehouse sync', ...more]);

describe('rapport tokens create', { concurrency: 2 }, () => {
  test('prints the token with --json, and it authenticates the User', async () => {
    const { exit_code, stdout, stderr } = await create('--json');
    assert.deepEqual([exit_code, stderr], [0, '']);
    const { token, uuid, user_uuid, name } = JSON.parse(stdout);
    const caller = await findCaller(rapport.core, token, {
      request_id: 'test',
      change_uuid: 'change',
      address: '127.0.0.1',
    });
    assert.ok('actor' in caller);
    assert.deepEqual(caller.actor, { type: 'personal_access_token', uuid, user_uuid, name });
  });

  test('prints a curl line with the token and the base URL', async () => {
    const { stdout } = await create();
    const token = /token {4}(rpt_pat_\w+)\n/.exec(stdout)?.[1];
    const line = `curl -H "Authorization: Bearer ${token}" http://localhost:3000/api/v1/logins\n`;
    assert.ok(stdout.endsWith(line), stdout);
  });

  test('makes a token that works 90 days without --expires-in', async () => {
    const { created_at, expires_at } = JSON.parse((await create('--json')).stdout);
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 90 * DAY_MS);
  });

  test('makes a token that works as long as --expires-in says', async () => {
    const { created_at, expires_at } = JSON.parse((await create('--json', '--expires-in', '12h')).stdout);
    // The lifetime counts from the start of the command.
    const lifetime_ms = Date.parse(expires_at) - Date.parse(created_at);
    assert.ok(lifetime_ms <= DAY_MS / 2 && lifetime_ms > DAY_MS / 2 - 3_600_000, `${lifetime_ms}`);
  });

  test('makes a token that works for ever with --expires-in never', async () => {
    assert.equal(JSON.parse((await create('--json', '--expires-in', 'never')).stdout).expires_at, null);
  });

  test('is refused for a User who does not exist', async () => {
    const args = ['tokens', 'create', '--user', 'nobody@example.com', '--name', 'x'];
    const { exit_code, stdout, stderr } = await rapport.run(args);
    assert.deepEqual([exit_code, stdout], [1, '']);
    assert.match(stderr, /^There is no User with the address nobody@example\.com\./);
  });

  test('is refused without a name', async () => {
    const args = ['tokens', 'create', '--user', 'ada@example.com', '--name', ''];
    const { exit_code, stderr } = await rapport.run(args);
    assert.deepEqual(
      [exit_code, stderr],
      [1, 'name must have 1 to 100 characters, at least one of them visible and none a line break.\n'],
    );
  });
});

test('a lifetime is a number with a unit, at most ten years, or never', () => {
  assert.deepEqual(['30m', '90d', '10y', 'never'].map(parseLifetime_ms), [
    DAY_MS / 48,
    90 * DAY_MS,
    3650 * DAY_MS,
    'never',
  ]);
  for (const text of ['0d', '11y', '3651d', '90', 'soon', '1.5d', '-1d', '']) {
    assert.throws(() => parseLifetime_ms(text), /It must be a number with m, h, d or y, at most 10y/, text);
  }
});
