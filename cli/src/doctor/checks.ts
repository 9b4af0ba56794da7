import { access, constants, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../../server/src/config.ts';
import { readDatabaseTime } from '../../../server/src/open-service.ts';
import { DatabaseClock } from '../../../server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { deliveryHealth } from '../../../server/src/webhooks/deliveries/health.ts';
import { listAppliedMigrations, readVersion } from './queries.ts';
import { type Check, judgeClock, judgeDeliveries, judgeDisk, judgeMigrations, ok, problem } from './rules.ts';

/**
 * Looks at what Rapport stands on, from the settings up, and changes nothing. What cannot be looked at because something
 * below it is broken is left out.
 */
export async function examine(environment: Record<string, string | undefined>): Promise<Check[]> {
  const config = readConfig(environment);
  if (config instanceof StartProblem) {
    return config.message.split('\n').map((fault) => problem('settings', fault));
  }
  const settings = ok('settings', `base URL ${config.base_url}`);
  if (config.database_url !== null) return [settings, ...(await examineDatabase(config.database_url))];
  return [settings, ...(await examineFolder(config.data_dir))];
}

async function examineFolder(data_dir: string): Promise<Check[]> {
  try {
    await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    await access(join(data_dir, 'postgres'));
  } catch (error) {
    return [problem('data folder', explainAccess(error as NodeJS.ErrnoException, data_dir))];
  }
  const { bavail, bsize } = await statfs(data_dir);
  const folder = [ok('data folder', data_dir), judgeDisk(bavail * bsize)];
  const postgres = await openEmbeddedPostgres({ data_dir, roles: [] });
  if (postgres instanceof StartProblem) return [...folder, problem('database', postgres.message)];
  return [...folder, ...(await examineDatabase(postgres.connectionString).finally(postgres.close))];
}

function explainAccess({ code, message }: NodeJS.ErrnoException, data_dir: string): string {
  if (code !== 'ENOENT') return `${message}. Give ${data_dir} to the user who runs Rapport (chown).`;
  return `There is no database in ${data_dir}. Start Rapport once (npm start), or set RAPPORT_DATA_DIR to where it is.`;
}

async function examineDatabase(connectionString: string): Promise<Check[]> {
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    const version = await examineVersion(db);
    if (!version.ok) return [version];
    const migrations = judgeMigrations(await listMigrations(), await listAppliedMigrations(db));
    if (!migrations.ok) return [version, migrations];
    const clock = new DatabaseClock();
    await clock.synchronise(() => readDatabaseTime(db));
    const deliveries = judgeDeliveries(await deliveryHealth(db, clock));
    return [version, migrations, judgeClock(clock.offset_ms), ...deliveries];
  } finally {
    await db.close();
  }
}

async function examineVersion(db: Database): Promise<Check> {
  try {
    return ok('database', `PostgreSQL ${await readVersion(db)}`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const detail = `It does not answer: ${message || code}. Check that PostgreSQL runs and that DATABASE_URL is right.`;
    return problem('database', detail);
  }
}

/** The migrations of this release. */
async function listMigrations(): Promise<string[]> {
  const directory = join(import.meta.dirname, '../../../server/migrations');
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
}
