import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../server/src/testing/free-port.ts';

const root = join(import.meta.dirname, '..');

/**
 * The same key for the service and for the benchmark, which reads and writes its database directly.
 */
export const SECRET_KEY = 'a key for benchmarks, known to everybody';

/** A process that is not ready by then never will be: the benchmark fails instead of hanging. */
export const READY_LIMIT_MS = 120_000;

/** For Node: the process ends when its channel to the benchmark closes, however that one ended. */
export const LEASH = ['--import', join(import.meta.dirname, 'leash.ts')];

export type BenchDatabase = { connectionString: string; pid: number; close(): Promise<void> };

/**
 * A durable PostgreSQL with our schema in a temporary folder, and the settings of `npm start`. It
 * ends with this process.
 */
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

/**
 * Starts a program of ours, which ends with this process; resolves when it prints a line that
 * matches `ready`.
 */
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
    // Receivers of benchmarks are on loopback, which an external database must allow by this
    // setting.
    RAPPORT_BASE_URL: 'http://localhost',
    ...more,
  };
  return startProcess(['cli/src/rapport.ts', 'serve', '--role', role], environment, /Rapport is/);
}

/**
 * Starts a program of others, which ends with this process, with all it has started. It sends a
 * message when it began.
 */
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

/**
 * The first line of output that matches. It goes on reading, so that a full pipe never holds the
 * process up.
 */
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
