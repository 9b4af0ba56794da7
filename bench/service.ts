import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../server/src/testing/free-port.ts';

const root = join(import.meta.dirname, '..');

/** The same key for the service under test and for the benchmark, which reads and writes its database directly. */
export const SECRET_KEY = 'a key for benchmarks, known to everybody';

/** A process that is not ready by then never will be: the benchmark fails instead of hanging. */
export const READY_LIMIT_MS = 120_000;

/** For Node: what runs with it ends when its channel to the benchmark closes, because that ended in whatever way. */
export const LEASH = ['--import', join(import.meta.dirname, 'leash.ts')];

export type BenchDatabase = { connectionString: string; pid: number; close(): Promise<void> };

/** A durable PostgreSQL with our schema in a temporary folder, with the settings that `npm start` uses. It ends with this process. */
export async function startDatabase(): Promise<BenchDatabase> {
  const { child, line, exited } = await launch(['bench/database.ts'], {}, /^postgres/);
  return {
    connectionString: line,
    pid: child.pid!,
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}

export type BenchProcess = { base_url: string; pid: number; stop(): Promise<void> };

/** Starts a program of ours as a process, which ends with this one; resolves when it prints a line that matches `ready`. */
export async function startProcess(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<BenchProcess> {
  const port = await freePort();
  const { child, exited } = await launch([...LEASH, ...args], { ...environment, PORT: String(port) }, ready);
  return {
    base_url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The service itself, as an operator runs it. */
export function startService(
  connectionString: string,
  role: 'all' | 'api' | 'worker' = 'all',
  more: Record<string, string> = {},
) {
  const environment = {
    DATABASE_URL: connectionString,
    RAPPORT_SECRET_KEY: SECRET_KEY,
    RAPPORT_RATE_LIMIT: '0',
    // Receivers of benchmarks are on loopback, which must be said where the database is an external one.
    RAPPORT_BASE_URL: 'http://localhost',
    ...more,
  };
  return startProcess(['cli/src/rapport.ts', 'serve', '--role', role], environment, /Rapport is/);
}

/** Starts a program that is not ours, which ends with this process, and with it all that it has started. It first sends when it began. */
export function startLeashed(command: string[], environment: Record<string, string> = {}): ChildProcess {
  return startNode(['bench/leashed.ts', ...command], environment);
}

async function launch(args: string[], environment: Record<string, string>, ready: RegExp) {
  const child = startNode(args, environment);
  const exited = once(child, 'exit');
  return { child, exited, line: await lineOf(child, ready) };
}

/** Starts Node with a channel to it, whose end tells it that ours has come. */
function startNode(args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.channel?.unref();
  return child;
}

/** The first line of its output that matches. Goes on reading, so that the process is never held up by a full pipe. */
export async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`A process under test ${what} before it was ready.`));
    const limit = setTimeout(() => fail(`took ${READY_LIMIT_MS / 1000} s`), READY_LIMIT_MS);
    child.on('exit', (code) => fail(`ended with ${code}`));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!pattern.test(line)) return;
      clearTimeout(limit);
      resolve(line);
    });
  });
}
