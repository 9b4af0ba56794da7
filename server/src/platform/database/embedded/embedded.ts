import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem } from '../../start-problem.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, prepareCluster, SUPERUSER } from './cluster.ts';
import { explainFileError } from './explain.ts';
import { ensurePostmaster, type Settings, stopPostmaster } from './postmaster.ts';
import { DATABASE_NAME, NotYet, openSession, type Role, type Session } from './session.ts';

interface EmbeddedOptions {
  /** The folder of the database, created when missing. */
  data_dir: string;
  /**
   * The roles of this process. In a data folder, one process at a time has a given role. A command
   * has none: it works beside a server, so it does not restart a database that does not answer.
   */
  roles: Role[];
  /** Gets a line about each unusual step. */
  log?: (line: string) => void;
  /** PostgreSQL settings in addition to ours, for tests. */
  settings?: Settings;
}

/** A running PostgreSQL that this process uses, perhaps together with other processes. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** Stops using the database; its last user stops it. Close your own connections first. */
  close(): Promise<void>;
  /**
   * Resolves with the reason when the database is gone and cannot be restarted at the same address.
   * The process can do nothing any more then.
   */
  lost: Promise<string>;
}

/**
 * Opens the database in `data_dir`: creates it the first time, joins one that another process or a
 * killed Rapport left running, or starts it. Refused when another server has one of the roles, the
 * folder cannot be used, the disk is full, or PostgreSQL does not start or answer.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres | StartProblem> {
  const binaries = await findBinaries();
  if (binaries instanceof StartProblem) return binaries;
  const cluster = await prepareCluster(options.data_dir, binaries);
  if (cluster instanceof StartProblem) return cluster;
  const joined = await join(cluster, options);
  return joined instanceof StartProblem ? joined : hold(cluster, joined, options);
}

interface Joined {
  session: Session;
  port: number;
}

/** The pause before a PostgreSQL that is starting or stopping is tried again. */
const AGAIN_MS = 20;
const JOIN_LIMIT_MS = 60_000;
/** A stop at rest takes 0.1 s. Under load PostgreSQL must write everything first. */
const ORDERLY_STOP_MS = 30_000;
const HUNG_STOP_MS = 1_000;

async function join(cluster: Cluster, options: EmbeddedOptions): Promise<Joined | StartProblem> {
  let reason = '';
  const started = { here: false };
  try {
    for (const deadline = Date.now() + JOIN_LIMIT_MS; Date.now() < deadline; await delay(AGAIN_MS)) {
      const joined = await tryToJoin(cluster, options, started);
      if (!(joined instanceof NotYet)) return joined;
      reason = joined.reason;
      if (joined.hangs) {
        if (options.roles.length === 0) return doesNotAnswer(cluster);
        options.log?.('The embedded PostgreSQL runs but does not answer; restarting it.');
        await stopPostmaster(cluster, HUNG_STOP_MS);
      }
    }
  } catch (error) {
    return explainFileError(error, cluster.data_dir);
  }
  // Nobody else would stop a database that this process has started in vain.
  if (started.here) await stopPostmaster(cluster, ORDERLY_STOP_MS);
  return new StartProblem(
    `The embedded PostgreSQL in ${cluster.directory} could not be used for ${JOIN_LIMIT_MS / 1000} seconds: ${reason}. ` +
      `Read ${cluster.log_file}, stop every Rapport process that uses this folder, and start again.`,
  );
}

/**
 * The refusal for a command: a server may be using the database, which may only be too busy for
 * another connection.
 */
function doesNotAnswer({ directory, log_file }: Cluster): StartProblem {
  return new StartProblem(
    `The embedded PostgreSQL in ${directory} runs but does not take a connection. Is the machine overloaded? Try again in a moment. ` +
      `If this continues, read ${log_file} and restart Rapport, which restarts the database.`,
  );
}

async function tryToJoin(
  cluster: Cluster,
  { roles, settings = {} }: EmbeddedOptions,
  started: { here: boolean },
): Promise<Joined | StartProblem | NotYet> {
  const postmaster = await ensurePostmaster(cluster, settings);
  if (postmaster instanceof StartProblem) return postmaster;
  const { port, is_new } = postmaster;
  if (is_new) started.here = true;
  const session = await openSession(cluster, port);
  if (session instanceof StartProblem || session instanceof NotYet) return session;
  const refusal = await session.begin(roles);
  if (!refusal) return { session, port };
  if (refusal instanceof StartProblem) await leave(cluster, session);
  else await session.end();
  return refusal;
}

/** Stops using the database. The last process that uses it stops it. */
async function leave(cluster: Cluster, session: Session): Promise<void> {
  // Without its connection this process cannot know who else uses the database, so it leaves it
  // running.
  const last = await session.leave().catch(() => false);
  if (last) await stopPostmaster(cluster, ORDERLY_STOP_MS);
  await session.end();
}

function hold(cluster: Cluster, first: Joined, options: EmbeddedOptions): EmbeddedPostgres {
  let current: Promise<Joined | StartProblem> = Promise.resolve(first);
  let closing = false;
  const log = options.log ?? (() => {});
  return { connectionString: connectionString(cluster, first.port), close, lost: bringBack() };

  /**
   * Restarts a PostgreSQL that crashed or was killed, at the address that the pools of this process
   * use.
   */
  async function bringBack(): Promise<string> {
    for (let { session } = first; ; ) {
      await session.ended;
      if (closing) return new Promise(() => {});
      log('The connection to the embedded PostgreSQL broke; restarting it if necessary.');
      // For example, no file descriptor is left. Nobody would catch an exception here, so it
      // becomes a value, which the program reports when it stops.
      current = join(cluster, options).catch(
        ({ message }: Error) => new StartProblem(`${message}. Start Rapport again.`),
      );
      const joined = await current;
      if (joined instanceof StartProblem) return joined.message;
      if (joined.port !== first.port)
        return 'The embedded PostgreSQL came back at another port, because another program uses its former one. Start Rapport again.';
      log('The embedded PostgreSQL is back.');
      session = joined.session;
    }
  }

  async function close(): Promise<void> {
    closing = true;
    const joined = await current;
    if (!(joined instanceof StartProblem)) await leave(cluster, joined.session);
  }
}

function connectionString(cluster: Cluster, port: number): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${DATABASE_NAME}?sslmode=disable`;
}
