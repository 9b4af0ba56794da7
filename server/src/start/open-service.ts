import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { isMarkedAsCopy } from '../backups/copies.ts';
import { noteBackup } from '../backups/last-backup.ts';
import { startFeed } from '../events/actions.ts';
import { type ObjectStore, s3 } from '../files/objects.ts';
import { BEHIND_POOLER, REFUSED_OPTIONS } from '../platform/database/connection-settings.ts';
import { type Database, openDatabase, STATEMENT_TIMEOUT } from '../platform/database/database.ts';
import { TAKES_NO_CHANGES } from '../platform/database/database-down.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../platform/database/embedded/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type SecretKey, secretKeyFrom } from '../platform/secrets/secret-key.ts';
import { checkSecretKey, isSecretKeyInUse } from '../platform/secrets/secret-key-check.ts';
import { readOrMakeSecretKey } from '../platform/secrets/secret-key-file.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { DatabaseClock } from '../platform/time/clock.ts';
import type { Config } from './config.ts';

/**
 * The database, ready and migrated, with its clock and the secret key. A server and every command
 * need these.
 */
export type Service = {
  db: Database;
  /** Connections to the same database, on which a worker reads and settles all the time. */
  queue: Database;
  /** The one connection on which a worker looks for new deliveries. */
  reader: Database;
  clock: DatabaseClock;
  secretKey: SecretKey;
  base_url: string;
  migrations: string[];
  /** The storage elsewhere for files; null: they lie in the database. */
  objects: ObjectStore | null;
  /** True when this Rapport must not act upon the world as its original does. */
  is_copy: boolean;
  /**
   * Resolves with the reason when the embedded database is gone for good. Never for an external
   * one, which may come back.
   */
  databaseLost: Promise<string>;
  close(): Promise<void>;
};

/**
 * The connections of a process for statements, and as many for transactions. It has six more: one
 * for quick statements, two below, one that reads what is new, and two that listen. So four
 * processes fit on a PostgreSQL with its default of 100.
 */
const CONNECTIONS = 8;

/** Separate connections, so that a worker reads and settles without waiting behind API requests. */
const QUEUE_CONNECTIONS = 2;

/** The time that closing waits for statements which the database does not answer. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * The pauses are short, so that a returning database is found soon. The log gets few lines, so that
 * a long absence does not fill it.
 */
const AWAY_PAUSE_MS = 2_000;
const AWAY_TOLD_EVERY_MS = 30_000;

type Log = {
  line: (text: string) => void;
  /** Called when a connection was lost or could not be made. */
  error: (error: Error) => void;
  /** Called when a connection was made. */
  connected?: () => void;
};

/**
 * Opens the database of the settings. `roles` are the roles of this process, none for a command.
 * When the database is absent, a server waits for it until `stopping` aborts, and a command fails
 * at once.
 *
 * Without `upgrade`, a command refuses an older schema: a server of the older release may be using
 * it. Without `make`, it refuses a database without an installation. The embedded database is
 * backed up before an upgrade, unless `without_backup`.
 */
export async function openService(
  config: Config,
  roles: ('api' | 'worker')[],
  log: Log,
  { upgrade = roles.length > 0, make = true, without_backup = false, stopping = NEVER }: Opening = {},
): Promise<Service | StartProblem> {
  const postgres = await openPostgres(config, roles, log.line);
  if (postgres instanceof StartProblem) return postgres;
  const may = { upgrade, make, without_backup };
  const open = () => openOn(config, postgres.connectionString, log, may);
  // A start that throws must not leave the database running either.
  const opened = await (roles.length > 0 ? openWhenThere(open, log, stopping) : open()).catch(
    async (error) => {
      await postgres.close();
      throw error;
    },
  );
  if (opened instanceof StartProblem) {
    await postgres.close();
    return opened;
  }
  const close = async () => {
    const closed = Promise.all([opened.db.close(), opened.queue.close(), opened.reader.close()]);
    await Promise.race([closed, delay(CLOSE_TIMEOUT_MS, null, { ref: false })]);
    await postgres.close();
  };
  const objects = config.file_storage && s3(config.file_storage);
  return { ...opened, objects, base_url: config.base_url, databaseLost: postgres.lost, close };
}

type Opening = { upgrade?: boolean; make?: boolean; without_backup?: boolean; stopping?: AbortSignal };

const NEVER = new AbortController().signal;

async function openWhenThere<Opened>(
  open: () => Promise<Opened | StartProblem>,
  log: Log,
  stopping: AbortSignal,
): Promise<Opened | StartProblem> {
  for (let told_at = Number.NEGATIVE_INFINITY; ; ) {
    const opened = await open();
    if (!(opened instanceof StartProblem) || !opened.may_pass || stopping.aborted) return opened;
    if (performance.now() - told_at > AWAY_TOLD_EVERY_MS) {
      told_at = performance.now();
      log.line(`${opened.message} Waiting for the database.`);
    }
    await delay(AWAY_PAUSE_MS, null, { signal: stopping }).catch(() => {});
  }
}

/** Opens the PostgreSQL of the settings, and starts the embedded one unless it runs. */
export async function openPostgres(
  config: Config,
  roles: ('api' | 'worker')[],
  log: (line: string) => void,
): Promise<EmbeddedPostgres | StartProblem> {
  if (config.database_url === null) return openEmbeddedPostgres({ data_dir: config.data_dir, roles, log });
  return {
    connectionString: config.database_url,
    close: async () => {},
    lost: new Promise<string>(() => {}),
  };
}

async function openOn(
  config: Config,
  connectionString: string,
  log: Log,
  { without_backup, ...may }: { upgrade: boolean; make: boolean; without_backup: boolean },
) {
  let made_at: string | null = null;
  const backUp = async () => {
    const { backUpBeforeUpgrade } = await import('../backups/before-upgrade.ts');
    const made = await backUpBeforeUpgrade(connectionString, config, log.line);
    if (made instanceof StartProblem) return made;
    made_at = made.began_at;
    return null;
  };
  const beforeUpgrade = without_backup || config.database_url !== null ? undefined : backUp;
  const embedded = config.database_url === null;
  const migrated = await migrate(connectionString, { log: log.line, ...may, beforeUpgrade, embedded });
  if (migrated instanceof StartProblem) return migrated;
  if (made_at !== null) await noteBackup(connectionString, made_at);
  const hooks = { onError: log.error, onConnected: log.connected };
  const db = openDatabase(connectionString, { connections: CONNECTIONS, ...hooks });
  const secretKey =
    (await refusePooler(db)) ?? (await refuseReadOnly(db)) ?? (await openSecretKey(config, db));
  if (secretKey instanceof StartProblem) {
    await db.close();
    return secretKey;
  }
  // Nothing is connected before a worker reads.
  const queue = openDatabase(connectionString, {
    connections: QUEUE_CONNECTIONS,
    fixed_plans: true,
    ...hooks,
  });
  const reader = openDatabase(connectionString, { connections: 1, fixed_plans: true, ...hooks });
  const clock = new DatabaseClock();
  await clock.synchronise(() => readDatabaseTime(db));
  await startFeed({ db, clock });
  const is_copy = config.copy || (await isMarkedAsCopy(db));
  return { db, queue, reader, clock, secretKey, migrations: migrated.applied, is_copy };
}

/**
 * Refuses a pooler that rejects or ignores our connection settings. Without them, times would be
 * read in another zone, and statements would have no time limit.
 */
export async function refusePooler(db: Database): Promise<StartProblem | null> {
  try {
    const [row] = await db.query<{ limit: string }>(
      sql`SELECT current_setting('statement_timeout') AS limit`,
    );
    if (row!.limit === STATEMENT_TIMEOUT) return null;
  } catch (error) {
    if (!REFUSED_OPTIONS.test((error as Error).message)) throw error;
  }
  return new StartProblem(BEHIND_POOLER);
}

/**
 * Refuses a read-only database: each start may begin an epoch of the feed, and most commands change
 * something.
 */
async function refuseReadOnly(db: Database): Promise<StartProblem | null> {
  const [row] = await db.query<{ read_only: boolean }>(
    sql`SELECT current_setting('transaction_read_only') = 'on' AS read_only`,
  );
  return row!.read_only ? new StartProblem(`${TAKES_NO_CHANGES} To see why, run: npx rapport doctor`) : null;
}

async function openSecretKey(
  { secret_key, data_dir }: Config,
  db: Database,
): Promise<SecretKey | StartProblem> {
  // The database is queried before the file is read. Another first start creates the file first,
  // and marks the database afterwards.
  const keyText = secret_key ?? (await readOrMakeSecretKey(data_dir, await isSecretKeyInUse(db)));
  if (keyText instanceof StartProblem) return keyText;
  const secretKey = secretKeyFrom(keyText);
  return (await checkSecretKey(db, secretKey)) ?? secretKey;
}

export async function readDatabaseTime(db: Database): Promise<Date> {
  const [row] = await db.query<{ now: string }>(sql`SELECT clock_timestamp() AS now`);
  return new Date(row!.now);
}
