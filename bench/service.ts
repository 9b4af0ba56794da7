import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../server/src/testing/free-port.ts';

const root = join(import.meta.dirname, '..');

/**
 * The key of the service. The benchmark shares it, because it reads and writes the database
 * directly.
 */
export const SECRET_KEY = 'a key for benchmarks, known to everybody';

/** The longest time for a process to become ready. Then the benchmark fails instead of hanging. */
export const READY_LIMIT_MS = 120_000;

/**
 * Arguments of Node that end a process when its channel to the benchmark closes, even when the
 * benchmark was killed.
 */
export const LEASH = ['--import', join(import.meta.dirname, 'leash.ts')];

export type BenchDatabase = { connectionString: string; pid: number; close(): Promise<void> };

/**
 * Starts a durable PostgreSQL with our schema and the settings of `npm start` in a temporary
 * folder. It ends with this process.
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
 * Starts a program of ours, which ends with this process. Resolves when it prints a line that
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

/** Starts the service as an operator does. */
export function startService(
  connectionString: string,
  role: 'all' | 'api' | 'worker' = 'all',
  more: Record<string, string> = {},
) {
  const environment = {
    DATABASE_URL: connectionString,
    RAPPORT_SECRET_KEY: SECRET_KEY,
    RAPPORT_RATE_LIMIT: '0',
    // The receivers of benchmarks are on loopback, which an external database requires to be
    // allowed by this setting.
    RAPPORT_BASE_URL: 'http://localhost',
    ...more,
  };
  return startProcess(['cli/src/rapport.ts', 'serve', '--role', role], environment, /Rapport is/);
}

/**
 * Starts another program, which ends with this process together with everything it has started. It
 * sends a message when it has begun.
 */
export function startLeashed(command: string[], environment: Record<string, string> = {}): ChildProcess {
  return startNode(['bench/leashed.ts', ...command], environment);
}

async function launch(args: string[], environment: Record<string, string>, ready: RegExp) {
  const child = startNode(args, environment);
  const exited = once(child, 'exit');
  return { child, exited, line: await lineOf(child, ready) };
}

/**
 * Starts Node with a channel to it. The end of the channel tells Node that this process has ended.
 */
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
 * Returns the first line of output that matches. Goes on reading, so that a full pipe never blocks
 * the process.
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
