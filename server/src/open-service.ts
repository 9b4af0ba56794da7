import sql from 'sql-template-tag';
import type { Config } from './config.ts';
import { startFeed } from './events/actions.ts';
import { DatabaseClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { openEmbeddedPostgres } from './platform/database/embedded/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { type SecretKey, secretKeyFrom } from './platform/secrets/secret-key.ts';
import { checkSecretKey } from './platform/secrets/secret-key-check.ts';
import { readOrMakeSecretKey } from './platform/secrets/secret-key-file.ts';
import { StartProblem } from './platform/start-problem.ts';

/** The database, ready and migrated, with the clock and key that go with it: what a server and every command need. */
export type Service = {
  db: Database;
  clock: DatabaseClock;
  secretKey: SecretKey;
  base_url: string;
  migrations: string[];
  /** Resolves when the embedded database is gone for good; never for an external one, which may come back. */
  databaseLost: Promise<void>;
  close(): Promise<void>;
};

/** Connections of one process: enough for the API and the worker together, few enough for ten nodes on a default PostgreSQL. */
const CONNECTIONS = 10;

/** Opens the database that the settings name; `roles` are what this process serves, none for a command. */
export async function openService(
  config: Config,
  roles: ('api' | 'worker')[],
  log: { line: (text: string) => void; error: (error: Error) => void },
): Promise<Service | StartProblem> {
  const postgres = await openPostgres(config, roles, log.line);
  if (postgres instanceof StartProblem) return postgres;
  const opened = await openOn(config, postgres.connectionString, log);
  if (opened instanceof StartProblem) {
    await postgres.close();
    return opened;
  }
  const close = async () => {
    await opened.db.close();
    await postgres.close();
  };
  return { ...opened, base_url: config.base_url, databaseLost: postgres.lost, close };
}

async function openPostgres(config: Config, roles: ('api' | 'worker')[], log: (line: string) => void) {
  if (config.database_url === null) return openEmbeddedPostgres({ data_dir: config.data_dir, roles, log });
  return { connectionString: config.database_url, close: async () => {}, lost: new Promise<void>(() => {}) };
}

async function openOn(
  config: Config,
  connectionString: string,
  log: { line: (text: string) => void; error: (error: Error) => void },
) {
  const migrated = await migrate(connectionString, { log: log.line });
  if (migrated instanceof StartProblem) return migrated;
  const keyText = config.secret_key ?? (await readOrMakeSecretKey(config.data_dir));
  if (keyText instanceof StartProblem) return keyText;
  const db = openDatabase(connectionString, { connections: CONNECTIONS, onError: log.error });
  const secretKey = secretKeyFrom(keyText);
  const wrongKey = await checkSecretKey(db, secretKey);
  if (wrongKey) {
    await db.close();
    return wrongKey;
  }
  const clock = new DatabaseClock();
  await clock.synchronise(() => readDatabaseTime(db));
  await startFeed({ db, clock });
  return { db, clock, secretKey, migrations: migrated.applied };
}

export async function readDatabaseTime(db: Database): Promise<Date> {
  const [row] = await db.query<{ now: string }>(sql`SELECT clock_timestamp() AS now`);
  return new Date(row!.now);
}
