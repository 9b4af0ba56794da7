import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../server/src/testing/until.ts';

/**
 * A program that starts a process of every kind that benchmarks start, prints their ids and waits.
 */
const BENCHMARK = `
import { startChild, startWorkers } from './bench/deliveries/setup.ts';
import { lineOf, startDatabase, startLeashed, startProcess } from './bench/service.ts';
const database = await startDatabase();
const server = await startProcess(['--eval', 'console.log("ready"); setInterval(() => {}, 1000)'], {}, /ready/);
const receiver = await startChild('receiver.ts');
const workers = await startWorkers({ database }, 1);
const foreign = startLeashed(['sh', '-c', 'sleep 1000 & echo $!; wait']);
const pids = [database.pid, server.pid, receiver.process.pid, ...workers.pids, Number(await lineOf(foreign, /./))];
console.log(JSON.stringify({ address: database.connectionString, pids }));
setInterval(() => {}, 1000);`;

test('a benchmark that is killed leaves neither process nor database behind', async () => {
  const benchmark = spawn(process.execPath, ['--input-type=module-typescript', '--eval', BENCHMARK], {
    cwd: `${import.meta.dirname}/..`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: benchmark.stdout }), 'line')) as [string];
  const { address, pids } = JSON.parse(line) as { address: string; pids: number[] };
  assert.deepEqual(pids.map(isRunning), [true, true, true, true, true]);
  await connect(address);
  benchmark.kill('SIGKILL');
  for (const pid of pids) await until(`process ${pid} to end`, async () => !isRunning(pid));
  await assert.rejects(connect(address));
});

test('the benchmark of the start fails when the start does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-test-'));
  try {
    await writeFile(join(folder, 'npm'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
    const benchmark = spawn(process.execPath, [`${import.meta.dirname}/startup.bench.ts`], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr, [code]] = await Promise.all([text(benchmark.stderr), once(benchmark, 'exit')]);
    assert.equal(code, 1);
    assert.match(stderr, /ended with 2/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function connect(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  await client.end();
}
