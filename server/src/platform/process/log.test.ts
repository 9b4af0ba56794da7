import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const MAIN = join(import.meta.dirname, '../../main.ts');

/** A program that logs much more than is kept, goes on, and ends as a stop ends it. */
const PROGRAM = `
  const { makeLog } = await import(${JSON.stringify(MAIN)});
  const log = makeLog({ log_level: 'info' });
  for (let n = 0; n < 3000; n++) {
    log.info('x'.repeat(1000));
    if (n % 100 === 0) await new Promise(setImmediate);
  }
  process.exit(7);`;

const skip = !existsSync('/dev/full') && 'there is no full disk to write to';
test('a log that cannot be written, as on a full disk, stops nothing and is reported once', {
  skip,
}, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', full, 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  closeSync(full);
  assert.equal(code, 7);
  assert.deepEqual(said.match(/Rapport cannot write its log: .*ENOSPC/g)?.length, 1, said);
});
