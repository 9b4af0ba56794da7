import pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { diskFull } from './explain.ts';
import { isAlive } from './processes.ts';

/** What a server does for this data folder. One process at a time has a role. */
export type Role = 'api' | 'worker';

/** One connection that says, by the locks it holds, that this process uses the database. */
export interface Session {
  /** Resolves when the connection is gone, however it went. */
  ended: Promise<void>;
  /**
   * Makes the database when it is missing and takes the roles. Refuses when another process has
   * one.
   */
  begin(roles: Role[]): Promise<StartProblem | NotYet | undefined>;
  /**
   * Gives the locks back. True: nobody else uses the database, and nobody can begin to until
   * `end()`.
   */
  leave(): Promise<boolean>;
  end(): Promise<void>;
}

/** PostgreSQL cannot be used at the moment. When it `hangs`, waiting will not help. */
export class NotYet {
  readonly reason: string;
  readonly hangs: boolean;

  constructor(reason: string, hangs = false) {
    this.reason = reason;
    this.hangs = hangs;
  }
}

/** `code` is PostgreSQL's SQLSTATE, or that of a failed connection. */
type DatabaseFailure = Error & { code?: string };

/** The database that Rapport's tables are in. */
export const DATABASE_NAME = 'rapport';

/**
 * Advisory locks come in pairs of numbers. The first says "Rapport's use of this folder" ("rapp" in
 * ASCII).
 */
export const LOCK_CLASS = 0x72_61_70_70;
export const LOCK_OF = { usage: 0, api: 1, worker: 2 };
/**
 * A healthy PostgreSQL answers in milliseconds, also during recovery, and in a second when
 * overloaded.
 */
const CONNECT_LIMIT_MS = 5_000;
/** Creating the database copies files, on a slow disk too. */
const QUERY_LIMIT_MS = 60_000;

/** Connects and says "in use". Refuses for now when PostgreSQL is just starting or stopping. */
export async function openSession(cluster: Cluster, port: number): Promise<Session | StartProblem | NotYet> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    application_name: `rapport ${process.pid} embedded`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
  });
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  // Without a listener a lost connection would end the process; `ended` tells it.
  client.on('error', () => {});
  try {
    await client.connect();
    const shared = await tryLock(client, 'pg_try_advisory_lock_shared', LOCK_OF.usage);
    if (shared) {
      const begin = (roles: Role[]) => beginWork(client, roles, cluster);
      return { ended, begin, leave: () => leave(client), end: () => client.end() };
    }
    // Another process holds the lock alone: the last user, which is stopping the database.
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
  // That server was killed a moment ago, and PostgreSQL is about to notice.
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
    // Two first users at once: the other one made it (duplicate_database, or unique_violation when
    // it just has).
    if (!['42P04', '23505'].includes((error as DatabaseFailure).code ?? '')) throw error;
  }
}

async function leave(client: pg.Client): Promise<boolean> {
  // Gives the shared lock back before it asks for the lock alone: of two processes that leave at
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
