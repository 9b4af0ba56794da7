import pg from 'pg';
import { isAlive } from '../../alive.ts';
import { StartProblem } from '../../start-problem.ts';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { diskFull } from './explain.ts';

/** The role of a process in a data folder. One process at a time has a given role. */
export type Role = 'api' | 'worker';

/** A connection whose locks show that this process uses the database. */
export interface Session {
  /** Resolves when the connection has ended, for any reason. */
  ended: Promise<void>;
  /**
   * Creates the database when it is missing and takes the roles. Refused when another process has
   * one of them.
   */
  begin(roles: Role[]): Promise<StartProblem | NotYet | undefined>;
  /**
   * Gives the locks back. True when nobody else uses the database; nobody can then begin to until
   * `end()`.
   */
  leave(): Promise<boolean>;
  end(): Promise<void>;
}

/** PostgreSQL cannot be used at the moment. When it `hangs`, waiting does not help. */
export class NotYet {
  readonly reason: string;
  readonly hangs: boolean;

  constructor(reason: string, hangs = false) {
    this.reason = reason;
    this.hangs = hangs;
  }
}

/**
 * An error of PostgreSQL or of the connection. `code` is the SQLSTATE, or the error code of the
 * connection.
 */
type DatabaseFailure = Error & { code?: string };

/** The name of the database with the tables of Rapport. */
export const DATABASE_NAME = 'rapport';

/**
 * The keys of our advisory locks, which are pairs of numbers. The first number marks locks on the
 * use of this folder ("rapp" in ASCII).
 */
export const LOCK_CLASS = 0x72_61_70_70;
export const LOCK_OF = { usage: 0, api: 1, worker: 2 };
/**
 * A healthy PostgreSQL answers within milliseconds, also during recovery, and within a second when
 * overloaded.
 */
const CONNECT_LIMIT_MS = 5_000;
/** Creating the database copies files, perhaps on a slow disk. */
const QUERY_LIMIT_MS = 60_000;

/**
 * Connects, and shows that this process uses the database. NotYet while PostgreSQL is starting or
 * stopping.
 */
export async function openSession(cluster: Cluster, port: number): Promise<Session | StartProblem | NotYet> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    // Without options, node-postgres takes PGOPTIONS from the shell of the operator.
    options: '-c timezone=UTC',
    application_name: `rapport ${process.pid} embedded`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
  });
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  // Without a listener a lost connection would end the process. `ended` reports the loss.
  client.on('error', () => {});
  try {
    await client.connect();
    const shared = await tryLock(client, 'pg_try_advisory_lock_shared', LOCK_OF.usage);
    if (shared) {
      const begin = (roles: Role[]) => beginWork(client, roles, cluster);
      return { ended, begin, leave: () => leave(client), end: () => client.end() };
    }
    // The last user holds the lock alone, because it is stopping the database.
    await client.end();
    return new NotYet('it is being stopped');
  } catch (error) {
    client.end().catch(() => {});
    return explainFailure(error as DatabaseFailure, cluster);
  }
}

async function beginWork(
  client: pg.Client,
  roles: Role[],
  cluster: Cluster,
): Promise<StartProblem | NotYet | undefined> {
  try {
    for (const role of roles) {
      const alone = await tryLock(client, 'pg_try_advisory_lock', LOCK_OF[role]);
      if (!alone) return await whoServes(client, role, cluster);
    }
    await createDatabase(client);
    return undefined;
  } catch (error) {
    return explainFailure(error as DatabaseFailure, cluster);
  }
}

async function tryLock(client: pg.Client, how: string, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`SELECT ${how}($1, $2) AS granted`, [
    LOCK_CLASS,
    lock,
  ]);
  return rows[0]?.granted ?? false;
}

async function whoServes(client: pg.Client, role: Role, cluster: Cluster): Promise<StartProblem | NotYet> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT substring(application_name FROM '\\d+')::int AS pid FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    [LOCK_CLASS, LOCK_OF[role]],
  );
  const pid = rows[0]?.pid;
  // The server with the role was killed a moment ago, and PostgreSQL is about to notice.
  if (!pid || !isAlive(pid)) return new NotYet('the server that used it has just ended');
  return new StartProblem(
    `Another Rapport server (process ${pid}) is already using ${cluster.data_dir}. ` +
      'Stop it, or start this one with another RAPPORT_DATA_DIR.',
  );
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    // Another first start has just created the database: duplicate_database, or unique_violation at
    // the same moment.
    if (!['42P04', '23505'].includes((error as DatabaseFailure).code ?? '')) throw error;
  }
}

async function leave(client: pg.Client): Promise<boolean> {
  // Gives the shared lock back before asking for the exclusive one. When two processes leave at
  // once, the later one gets it.
  await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [LOCK_CLASS, LOCK_OF.usage]);
  return tryLock(client, 'pg_try_advisory_lock', LOCK_OF.usage);
}

function explainFailure(error: DatabaseFailure, cluster: Cluster): StartProblem | NotYet {
  switch (error.code) {
    // invalid_password
    case '28P01':
      return new StartProblem(
        `The password in ${cluster.data_dir}/postgres-password is not that of the database beside it. ` +
          'Bring the file back from your backup (any copy of the data folder has it).',
      );
    // disk_full
    case '53100':
      return diskFull(cluster.data_dir);
    default:
      return new NotYet(error.message, /timeout/.test(error.message));
  }
}
