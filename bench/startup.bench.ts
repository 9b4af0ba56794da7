// Measures the time of a warm `npm start` until its first answer, and the memory of the idle server
// then.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../server/src/testing/free-port.ts';
import { median, report } from './report.ts';
import { lineOf, READY_LIMIT_MS, startLeashed } from './service.ts';
import { sized } from './sized.ts';

const STARTS = sized(5, 1);
const data_dir = await mkdtemp(join(tmpdir(), 'rapport-start-'));

const seconds: number[] = [];
const megabytes: number[] = [];
try {
  for (let start = 0; start <= STARTS; start++) {
    const measured = await startOnce();
    // The first start creates the database, so it is not warm.
    if (start === 0) continue;
    seconds.push(measured.seconds);
    megabytes.push(measured.megabytes);
  }
} finally {
  await rm(data_dir, { recursive: true, force: true });
}

report([
  {
    what: 'warm npm start to the first answer',
    measured: median(seconds),
    target: { at_most: 2 },
    unit: 's',
    note: `median of ${STARTS}; slowest ${Math.max(...seconds).toFixed(2)} s`,
  },
  {
    what: 'resident memory of the idle server',
    measured: median(megabytes),
    target: { at_most: 120 },
    unit: 'MB',
    note: 'the Node process, without PostgreSQL',
  },
]);

async function startOnce() {
  const PORT = String(await freePort());
  const npm = startLeashed(['npm', 'start'], { PORT, RAPPORT_DATA_DIR: data_dir });
  const exited = once(npm, 'exit');
  const [start_ms] = (await once(npm, 'message')) as [number];
  // The first line of the log contains the process id.
  const [line, answered_ms] = await Promise.all([
    lineOf(npm, /"pid":\d+/),
    firstAnswer(npm, `http://127.0.0.1:${PORT}`),
  ]);
  // The server counts as idle a moment after the start, without any request.
  await delay(3_000);
  const megabytes = await residentMegabytes(Number(/"pid":(\d+)/.exec(line)![1]));
  npm.kill('SIGTERM');
  await exited;
  return { seconds: (answered_ms - start_ms) / 1000, megabytes };
}

/** Returns the time of the service's first answer. Throws when none comes. */
async function firstAnswer(npm: ChildProcess, base_url: string): Promise<number> {
  for (const limit_ms = Date.now() + READY_LIMIT_MS; npm.exitCode === null && Date.now() < limit_ms; ) {
    const ok = await fetch(`${base_url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return Date.now();
    await delay(10);
  }
  throw new Error(
    npm.exitCode === null
      ? 'npm start did not answer.'
      : `npm start ended with ${npm.exitCode}, without an answer.`,
  );
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
