import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem } from '../../start-problem.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, prepareCluster, SUPERUSER } from './cluster.ts';
import { ensurePostmaster, type Settings, stopPostmaster } from './postmaster.ts';
import { DATABASE_NAME, openSession, type Role, type Session } from './session.ts';

export interface EmbeddedOptions {
  /** Where the database is kept; made when missing. */
  data_dir: string;
  /** What this process serves; each role is served once at a time per data folder. Empty for a command. */
  roles: Role[];
  /** Gets a line when something out of the ordinary is done. */
  log?: (line: string) => void;
  /** PostgreSQL settings on top of ours, for tests. */
  settings?: Settings;
}

/** A running PostgreSQL that this process uses, perhaps together with others. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** Gives it back; the last user stops it. Close your own connections first. */
  close(): Promise<void>;
  /** Resolves when the database is gone and could not be brought back at the same address: nothing works any more. */
  lost: Promise<void>;
}

/**
 * Opens the database in `data_dir`: creates it at the first time, takes over one that a killed Rapport left running,
 * shares one that another process uses, otherwise starts it. Refuses with a sentence when another server has a role we want,
 * the folder cannot be used, the disk is full, or PostgreSQL does not start.
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

// A PostgreSQL that is starting or stopping is asked again after this.
const AGAIN_MS = 20;
// A stop at rest takes 0.1 s; one under load has to write everything first.
const ORDERLY_STOP_MS = 30_000;
const HUNG_STOP_MS = 2_000;
const JOIN_LIMIT_MS = 60_000;

async function join(
  cluster: Cluster,
  { roles, log, settings = {} }: EmbeddedOptions,
): Promise<Joined | StartProblem> {
  for (const deadline = Date.now() + JOIN_LIMIT_MS; Date.now() < deadline; await delay(AGAIN_MS)) {
    const port = await ensurePostmaster(cluster, settings);
    if (port instanceof StartProblem) return port;
    const session = await openSession(cluster, port, roles);
    if (session instanceof StartProblem) return session;
    if (session === 'hangs') {
      log?.('The embedded PostgreSQL runs but does not answer; restarting it.');
      await stopPostmaster(cluster, HUNG_STOP_MS);
    } else if (session !== 'try-again') {
      return { session, port };
    }
  }
  return new StartProblem(
    `The embedded PostgreSQL in ${cluster.directory} runs but refuses to work with us for ${JOIN_LIMIT_MS / 1000} seconds. ` +
      `Read ${cluster.log_file}, stop every Rapport process that uses this folder, and start again.`,
  );
}

function hold(cluster: Cluster, first: Joined, options: EmbeddedOptions): EmbeddedPostgres {
  let session: Session = first.session;
  let closing = false;
  const lost = keep();
  return { connectionString: connectionString(cluster, first.port), close, lost };

  /** PostgreSQL crashed or was killed: start it again where the pools of this process will look for it. */
  async function keep(): Promise<void> {
    for (;;) {
      await session.ended;
      if (closing) return new Promise(() => {});
      options.log?.('The connection to the embedded PostgreSQL broke; bringing it back.');
      const joined = await join(cluster, options);
      if (joined instanceof StartProblem) return options.log?.(joined.message);
      session = joined.session;
      if (joined.port !== first.port)
        return options.log?.('The embedded PostgreSQL came back at another address.');
    }
  }

  async function close(): Promise<void> {
    closing = true;
    const last = await session.leave().catch(() => false);
    if (last) await stopPostmaster(cluster, ORDERLY_STOP_MS);
    await session.end();
  }
}

function connectionString(cluster: Cluster, port: number): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${DATABASE_NAME}?sslmode=disable`;
}
