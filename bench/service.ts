import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { StartProblem } from '../server/src/platform/start-problem.ts';

const root = join(import.meta.dirname, '..');

/** The same key for the service under test and for the benchmark, which reads and writes its database directly. */
export const SECRET_KEY = 'a key for benchmarks, known to everybody';

export type BenchDatabase = { connectionString: string; close(): Promise<void> };

/** A durable PostgreSQL with our schema in a temporary folder, with the settings that `npm start` uses. */
export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'));
  await chmod(folder, 0o755);
  const postgres = await openEmbeddedPostgres({ data_dir: join(folder, 'data'), roles: [] });
  if (postgres instanceof StartProblem) throw new Error(postgres.message);
  const migrated = await migrate(postgres.connectionString);
  if (migrated instanceof StartProblem) throw new Error(migrated.message);
  return {
    connectionString: postgres.connectionString,
    close: async () => {
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type BenchProcess = { base_url: string; pid: number; stop(): Promise<void> };

/** Starts a program of ours as a process; resolves when it prints a line that matches `ready`. */
export async function startProcess(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<BenchProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info', ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await sawLine(child, ready);
  return {
    base_url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
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

async function sawLine(child: ChildProcess, pattern: RegExp): Promise<void> {
  const lines = createInterface({ input: child.stdout! });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => pattern.test(line) && resolve());
    child.on('exit', (code) =>
      reject(new Error(`A process under test ended with ${code} before it was ready.`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
