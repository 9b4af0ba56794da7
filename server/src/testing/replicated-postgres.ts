import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createTestFolder } from '../platform/database/testing/test-database.ts';
import { freePort } from './free-port.ts';

/** The folder of PostgreSQL in Debian's packages, with a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
const USER = 'rapport';

/** PostgreSQL refuses to run as root; any other user will do for a test. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A primary and its synchronous standby behind one address, as with a proxy or a moved address. */
export type ReplicatedPostgres = {
  connectionString: string;
  /** Kills the primary, promotes the standby and moves the address to it. */
  failOver(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The program folder of Debian's newest PostgreSQL that has the replication tools; null if there is
 * none.
 */
export async function findDebianPostgres(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const bin = join(DEBIAN, version, 'bin');
    const found = await access(join(bin, 'pg_basebackup')).then(
      () => true,
      () => false,
    );
    if (found) return bin;
  }
  return null;
}

export async function startReplicatedPostgres(bin: string): Promise<ReplicatedPostgres> {
  const folder = await createTestFolder();
  const owner = process.getuid?.() === 0 ? NOBODY : {};
  if (owner === NOBODY) await chown(folder, NOBODY.uid, NOBODY.gid);
  await chmod(folder, 0o755);
  const run = (program: string, ...args: string[]) =>
    finish(spawn(join(bin, program), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }));
  const serve = (data: string, port: number) =>
    spawn(
      join(bin, 'postgres'),
      ['-D', join(folder, data), '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...owner, cwd: folder, stdio: 'ignore' },
    );
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  await run('initdb', '-D', join(folder, 'primary'), '-U', USER, '--auth=trust', '--no-sync');
  const primary = serve('primary', primaryPort);
  await untilItAnswers(run, primaryPort);
  await run('createdb', '-h', '127.0.0.1', '-p', `${primaryPort}`, '-U', USER, USER);
  const from = `host=127.0.0.1 port=${primaryPort} user=${USER} application_name=standby`;
  await run('pg_basebackup', '-d', from, '-D', join(folder, 'standby'), '-R', '-c', 'fast', '--no-sync');
  const standby = serve('standby', standbyPort);
  await untilItAnswers(run, standbyPort);
  // From here on a commit is confirmed when both have it. Otherwise a failover may lose the last
  // ones.
  const sql = ["ALTER SYSTEM SET synchronous_standby_names = 'standby'", 'SELECT pg_reload_conf()'];
  const psql = ['-h', '127.0.0.1', '-p', `${primaryPort}`, '-U', USER, '-d', USER];
  await run('psql', ...psql, ...sql.flatMap((statement) => ['-c', statement]));

  const proxy = await startProxy(primaryPort);
  return {
    connectionString: `postgres://${USER}@127.0.0.1:${proxy.port}/${USER}`,
    failOver: async () => {
      const gone = once(primary, 'exit');
      primary.kill('SIGKILL');
      await gone;
      await run('pg_ctl', 'promote', '-D', join(folder, 'standby'));
      proxy.leadTo(standbyPort);
    },
    close: async () => {
      proxy.close();
      await Promise.all([primary, standby].map(end));
    },
  };
}

async function finish(child: ChildProcess): Promise<void> {
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}: ${stderr}`);
}

async function untilItAnswers(
  run: (...args: [string, ...string[]]) => Promise<void>,
  port: number,
): Promise<void> {
  for (;;) {
    const answers = await run('pg_isready', '-h', '127.0.0.1', '-p', `${port}`).then(
      () => true,
      () => false,
    );
    if (answers) return;
  }
}

async function startProxy(
  port: number,
): Promise<{ port: number; leadTo(port: number): void; close(): void }> {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}
