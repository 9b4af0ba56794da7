import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Row } from './report.ts';
import { LEASH } from './service.ts';

for (const file of globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()) {
  const skip = file === 'directus.bench.ts' && !process.env.DIRECTUS_FOLDER && 'Directus is not installed';
  test(`${file} measures figures in a small run`, { timeout: 300_000, skip }, async () => {
    const child = fork(join(import.meta.dirname, file), {
      execArgv: LEASH,
      env: { ...process.env, BENCH_SMALL: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let rows: Row[] = [];
    child.on('message', (message: Row[]) => {
      rows = message;
    });
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
    assert.ok(rows.length > 0, 'no figure was reported');
    for (const { what, measured } of rows) assert.ok(Number.isFinite(measured), `${what}: ${measured}`);
  });
}
