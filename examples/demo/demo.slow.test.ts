import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';

test('the demo succeeds from end to end', async () => {
  const demo = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(demo, 'exit');
  assert.equal(code, 0, output);
  assert.match(output, /None is missing/);
});
