import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const NET = join(import.meta.dirname, 'last-net.ts');

test('an error that nobody catches is logged with what is lost, and the process ends only after several', () => {
  const program = `
    import { catchStrays } from ${JSON.stringify(NET)};
    const log = { fatal: ({ err }, words) => console.log(err.message + ': ' + words) };
    catchStrays(log, ({ message }) => console.log('too many: ' + message));
    process.on('exit', () => console.log('end'));
    const throws = [() => { throw new Error('thrown'); }, () => Promise.reject(new Error('rejected'))];
    for (let count = 0; count < 5; count++) setImmediate(throws[count % 2]);`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  assert.equal(status, 0);
  assert.match(
    lines[0]!,
    /^thrown: an error of ours outside any request or job: .+ is undone; all else goes on$/,
  );
  assert.match(lines[1]!, /^rejected: /);
  assert.deepEqual([lines.length, ...lines.slice(5)], [7, 'too many: thrown', 'end']);
});
