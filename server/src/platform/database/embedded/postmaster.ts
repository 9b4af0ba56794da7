import { randomInt } from 'node:crypto';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem } from '../../start-problem.ts';
import type { Cluster } from './cluster.ts';
import { explainOutput } from './explain.ts';
import { isRunning, readPidFile, removeStalePidFile } from './pid-file.ts';
import { start } from './processes.ts';
import { commandAs } from './system-user.ts';

/**
 * PostgreSQL settings, passed on the command line. So a new release changes them for old data too.
 */
export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling a query takes longer than running any of our short ones.
  jit: 'off',
  // A flood of deliveries leaves hundreds of thousands of dead index entries within a minute, and
  // each read of the next delivery has to pass them.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is about the server alone. The error of a statement goes to the process that sent it;
  // in this file it would only keep personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: 'rapport',
};

/** A start writes about 1 kB, so this keeps the last thousand starts. */
const LOG_KEPT_BYTES = 1_000_000;
/** Every millisecond here delays the first answer, and reading a small file is cheap. */
const POLL_MS = 10;

/**
 * A start may fail until the processes of an earlier PostgreSQL are gone. Each try costs a process
 * and a line of the log, so the pauses grow up to this.
 */
const LAUNCH_PAUSE_MAX_MS = 1_000;

/**
 * Ports below those that a system assigns by itself (Linux: from 32768 on). It could assign ours to
 * another program while PostgreSQL is down.
 */
const PORTS = [20_000, 32_000] as const;

/** The time for which a start waits for the former port of PostgreSQL. */
const PORT_PATIENCE_MS = 2_000;
/**
 * Replaying the log after a crash takes seconds. After this time the start fails, so that somebody
 * looks.
 */
const START_LIMIT_MS = 120_000;

/** A PostgreSQL that runs. `is_new`: this call has started it. */
type Postmaster = { port: number; is_new: boolean };

/**
 * Finds the PostgreSQL on this folder. Starts one unless a killed Rapport left one running.
 */
export async function ensurePostmaster(
  cluster: Cluster,
  extra: Settings,
): Promise<Postmaster | StartProblem> {
  let launched: Launched | undefined;
  let pause_ms = POLL_MS;
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const found = await readPidFile(cluster.directory);
    const running = found !== undefined && (await isRunning(cluster.directory, found.pid));
    if (running && found.ready) return { port: found.port, is_new: launched !== undefined };
    if (launched?.exited) {
      const problem = await whyItExited(launched, cluster);
      if (problem) return problem;
      launched = undefined;
      await delay(pause_ms);
      pause_ms = Math.min(pause_ms * 2, LAUNCH_PAUSE_MAX_MS);
    } else if (!running && !launched) {
      if (found) await removeStalePidFile(cluster.directory, found);
      const next = await launch(cluster, extra, await choosePort(cluster));
      if (next instanceof StartProblem) return next;
      launched = next;
    }
  }
  return new StartProblem(
    `PostgreSQL in ${cluster.directory} is not ready after ${START_LIMIT_MS / 1000} seconds; it may still be repairing ` +
      `itself after a crash. Read ${cluster.log_file}, wait until it says "ready to accept connections", and start again.`,
  );
}

interface Launched {
  exited: boolean;
  /** True when a person or the system, short of memory, killed it during its start. */
  killed?: boolean;
  /** The reason why the program could not be started at all. */
  failure?: string;
  log_start_bytes: number;
}

/**
 * Chooses the former port, so that processes which know the address find the database there.
 * PostgreSQL's file of options has the port; postmaster.pid may be gone. Another process that
 * restarts the database, too, tests the port in the same way and holds it for a moment. So the port
 * is tried several times.
 */
async function choosePort({ directory }: Cluster): Promise<number> {
  const options = await readFile(join(directory, 'postmaster.opts'), 'utf8').catch(() => '');
  const before = Number(/"port=(\d+)"/.exec(options)?.[1]);
  for (
    const deadline = Date.now() + PORT_PATIENCE_MS;
    before && Date.now() < deadline;
    await delay(POLL_MS)
  ) {
    if (await listenBriefly(before)) return before;
  }
  for (let tries = 0; tries < 10; tries++) {
    const port = randomInt(...PORTS);
    if (await listenBriefly(port)) return port;
  }
  return (await listenBriefly(0)) as number;
}

function listenBriefly(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function launch(cluster: Cluster, extra: Settings, port: number): Promise<Launched | StartProblem> {
  const given = Object.entries({ ...SETTINGS, ...extra, port: `${port}` });
  const args = ['-D', cluster.directory, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const { postgres } = cluster.binaries;
  const command = await commandAs(cluster.user, postgres, args, [dirname(postgres), cluster.directory]);
  if (command instanceof StartProblem) return command;

  const log = await openLog(cluster);
  const launched: Launched = { exited: false, log_start_bytes: (await log.stat()).size };
  // Detached, so that it survives a kill of this process and gets no Ctrl-C meant for it.
  const child = start(command, { detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.on('exit', (_, signal) => Object.assign(launched, { exited: true, killed: signal === 'SIGKILL' }));
  child.on('error', ({ message }) => Object.assign(launched, { exited: true, failure: message }));
  child.unref();
  await log.close();
  return launched;
}

async function openLog({ log_file, user }: Cluster): Promise<FileHandle> {
  const size = await stat(log_file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_KEPT_BYTES) await rename(log_file, `${log_file}.1`);
  const log = await open(log_file, 'a', 0o600);
  // The owner of the folder may start Rapport as root today and as themself tomorrow.
  if (user) await log.chown(user.uid, user.gid);
  return log;
}

/** The reason why PostgreSQL exited; undefined when another attempt makes sense. */
async function whyItExited(launched: Launched, cluster: Cluster): Promise<StartProblem | undefined> {
  if (launched.killed) return undefined;
  const log = await readFile(cluster.log_file);
  const output = launched.failure ?? log.subarray(launched.log_start_bytes).toString();
  if (/lock file "postmaster.pid" is empty/.test(output)) {
    await removeStalePidFile(cluster.directory, undefined);
    return undefined;
  }
  const passes = [
    /lock file "postmaster.pid" already exists/, // another process started it at the same moment
    /pre-existing shared memory block .* is still in use/, // processes of a killed one still run
    /Address already in use/, // another program took the port meanwhile
  ];
  if (passes.some((reason) => reason.test(output))) return undefined;
  return explainOutput(output, dirname(cluster.directory), 'PostgreSQL did not start');
}

/**
 * Stops PostgreSQL: first in order, then, after `patience_ms`, with harder signals. Committed
 * changes survive each of them, because the next start replays the log.
 */
export async function stopPostmaster(cluster: Cluster, patience_ms: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const found = await readPidFile(cluster.directory);
    if (!found || !(await isRunning(cluster.directory, found.pid))) return;
    process.kill(found.pid, signal);
    const deadline = Date.now() + patience_ms;
    while (Date.now() < deadline && (await isRunning(cluster.directory, found.pid))) await delay(POLL_MS);
  }
}
