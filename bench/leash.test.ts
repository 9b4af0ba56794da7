import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../server/src/testing/until.ts';

/** Starts a database and a process as a benchmark does, says where they are, and waits to be ended. */
const BENCHMARK = `
import { startDatabase, startProcess } from './bench/service.ts';
const database = await startDatabase();
const server = await startProcess(['--eval', 'console.log("ready"); setInterval(() => {}, 1000)'], {}, /ready/);
console.log(JSON.stringify({ address: database.connectionString, pids: [database.pid, server.pid] }));
setInterval(() => {}, 1000);`;

test('a benchmark that is killed leaves neither process nor database behind', async () => {
  const benchmark = spawn(process.execPath, ['--input-type=module-typescript', '--eval', BENCHMARK], {
    cwd: `${import.meta.dirname}/..`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: benchmark.stdout }), 'line')) as [string];
  const { address, pids } = JSON.parse(line) as { address: string; pids: number[] };
  assert.deepEqual(pids.map(isRunning), [true, true]);
  await connect(address);
  benchmark.kill('SIGKILL');
  for (const pid of pids) await until(`process ${pid} to end`, async () => !isRunning(pid));
  await assert.rejects(connect(address));
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
