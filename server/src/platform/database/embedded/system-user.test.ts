import assert from 'node:assert/strict';
import { chmod, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandAs } from './system-user.ts';

const user = { uid: 12_345, gid: 12_345 };

test('a user who may enter the folders gets no capability', async () => {
  const command = await commandAs(user, '/bin/true', ['-x'], ['/usr/bin', '/']);
  assert.deepEqual(command, { file: '/bin/true', args: ['-x'], uid: 12_345, gid: 12_345 });
});

test('below a folder closed to the user, the command gets one capability and the ids of the user', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'rapport-closed-'));
  await chmod(closed, 0o700);
  const command = await commandAs(user, '/bin/true', ['-x'], ['/', closed]);
  await rmdir(closed);
  assert.ok('file' in command && command.file === 'setpriv');
  assert.equal(command.args.filter((argument) => /-caps=\+dac_/.test(argument)).length, 2);
  assert.ok(command.args.includes('--reuid=12345') && command.args.includes('--clear-groups'));
  assert.deepEqual(command.args.slice(-2), ['/bin/true', '-x']);
});
