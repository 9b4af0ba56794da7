// How long a warm `npm start` takes to its first answer, and what the idle server then weighs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { median, report } from './report.ts';

const STARTS = 5;
const PORT = '43117';
const root = join(import.meta.dirname, '..');
const data_dir = await mkdtemp(join(tmpdir(), 'rapport-start-'));

const seconds: number[] = [];
const megabytes: number[] = [];
for (let start = 0; start <= STARTS; start++) {
  const measured = await startOnce();
  // The first one creates the database: it is not warm.
  if (start === 0) continue;
  seconds.push(measured.seconds);
  megabytes.push(measured.megabytes);
}
await rm(data_dir, { recursive: true, force: true });

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
  const start_ms = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT, RAPPORT_DATA_DIR: data_dir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const pid = serverPid(npm.stdout);
  await firstAnswer();
  const seconds = (performance.now() - start_ms) / 1000;
  // Idle is what it is a moment after the start, when nothing has asked for anything.
  await delay(3_000);
  const megabytes = await residentMegabytes(await pid);
  process.kill(-npm.pid!, 'SIGTERM');
  await once(npm, 'exit');
  return { seconds, megabytes };
}

async function firstAnswer(): Promise<void> {
  for (;;) {
    const ok = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await delay(10);
  }
}

/** The first line of the log names the process. */
async function serverPid(output: NodeJS.ReadableStream): Promise<number> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const pid = /"pid":(\d+)/.exec(text)?.[1];
    if (pid) {
      output.resume();
      return Number(pid);
    }
  }
  throw new Error('npm start wrote no log line.');
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
