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
 * For `node --test --test-global-setup`: one PostgreSQL for the whole run, with a migrated database
 * that each test file clones. Test files find it by the environment, which they inherit.
 */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  // When we are root, PostgreSQL runs as another user, which must be able to enter. Secret files in
  // here have closed modes of their own.
  await chmod(folder, 0o755);
  postgres = orThrow(
    await openEmbeddedPostgres({
      data_dir: join(folder, 'shared-database'),
      roles: [],
      // Nobody misses a test database after a power cut.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }),
  );
  const migrated = await migrate(postgres.connectionString);
  if (migrated instanceof StartProblem) await globalTeardown();
  orThrow(migrated);
  process.env.TEST_FOLDER = folder;
  process.env.TEST_DATABASE_URL = postgres.connectionString;
}

/** Stops it, and fails the run when a test left a database, a connection or a process behind. */
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
  // Not thrown: the test runner of Node 26 then never ends.
  process.exitCode = 1;
}
