import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The secret key of the test app and of this worker: it must be the same. */
export const SECRET_KEY = 'a key for tests, known to everybody';

/**
 * Starts a delivery worker as a separate process, as an operator does. `files_max` limits its open
 * files.
 */
export function startWorkerProcess(connectionString: string, files_max?: number): ChildProcess {
  const limit = files_max === undefined ? '' : `ulimit -n ${files_max};`;
  const command = [process.execPath, 'cli/src/rapport.ts', 'serve', '--role', 'worker'];
  return spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...command], {
    cwd: join(import.meta.dirname, '../../..'),
    // Nothing else: the worker must not get the settings of the test run.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: connectionString,
      RAPPORT_SECRET_KEY: SECRET_KEY,
      RAPPORT_BASE_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
