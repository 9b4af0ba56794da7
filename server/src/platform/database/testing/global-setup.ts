import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '../../../testing/or-throw.ts';
import { StartProblem } from '../../start-problem.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../embedded/embedded.ts';
import { migrate } from '../migrate.ts';
import { databasesInUse, endProcessesOf } from './leftovers.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let ending: Promise<void> | undefined;

/**
 * Starts one PostgreSQL for a whole test run, with a migrated database that each test file clones.
 * The environment gives its address to the test files. For `node --test --test-global-setup`.
 */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  // As root we run PostgreSQL as another user, which must be able to enter. Secret files in this
  // folder have restrictive modes of their own.
  await chmod(folder, 0o755);
  postgres = orThrow(
    await openEmbeddedPostgres({
      data_dir: join(folder, 'shared-database'),
      roles: [],
      // Test databases need not survive a power cut, so writes are not flushed to disk.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }),
  );
  const migrated = await migrate(postgres.connectionString);
  if (migrated instanceof StartProblem) await globalTeardown();
  orThrow(migrated);
  process.env.TEST_FOLDER = folder;
  process.env.TEST_DATABASE_URL = postgres.connectionString;
}

/**
 * Stops the PostgreSQL, and fails the run when a test left a database, a connection or a process
 * behind.
 */
export function globalTeardown(): Promise<void> {
  // The test runner calls this once for each Ctrl-C.
  ending ??= end();
  return ending;
}

async function end(): Promise<void> {
  const left = await databasesInUse(postgres.connectionString);
  await postgres.close();
  left.push(...(await endProcessesOf(folder)));
  await rm(folder, { recursive: true, force: true });
  if (left.length === 0) return;
  console.error(`The tests left something behind:\n  ${left.join('\n  ')}`);
  // Not thrown, because the test runner of Node 26 would then never end.
  process.exitCode = 1;
}
