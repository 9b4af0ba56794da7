import { access, chmod, chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  etcdArguments,
  haproxyConfiguration,
  type Node,
  PASSWORD,
  patroniConfiguration,
} from './cluster/configuration.ts';
import { type Machines, makeMachines } from './cluster/machines.ts';
import { Supervisor } from './cluster/supervisor.ts';
import { findDebianPostgres } from './replicated-postgres.ts';

/**
 * Three simulated machines with PostgreSQL under Patroni and etcd, behind an HAProxy that leads to
 * the primary.
 */
export type PatroniCluster = {
  connectionString: string;
  /** The address of HAProxy, which leads to the API processes on the given ports. */
  base_url: string;
  supervisor: Supervisor;
  nodes: Node[];
  /** Harms the cluster, and repairs what does not recover by itself. */
  hit(what: Hit): Promise<void>;
  close(): Promise<void>;
};

export const HITS = [
  'primary machine killed',
  'primary PostgreSQL killed',
  'Patroni of the primary killed',
  'standby machine killed',
  'both standbys killed',
  'one etcd killed',
  'two etcd killed',
  'HAProxy killed',
  'primary PostgreSQL frozen',
  'Patroni of the primary frozen',
  'primary cut off',
  'standby cut off',
  'clock of the primary 5 s ahead',
  'clock of the primary 5 s back',
  'switchover',
] as const;
export type Hit = (typeof HITS)[number];

/** Neither Patroni nor PostgreSQL runs as root. */
const NOBODY = 65_534;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** Longer than the ttl of Patroni: a node that is silent for this time has lost its role. */
const SILENCE_MS = 30_000;
const START_LIMIT_MS = 180_000;

/** The sentence about what this machine lacks; null when a cluster can run. */
export async function whyNoCluster(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'A cluster on one machine needs root, for a network of each node.';
  const programs = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy', '/usr/sbin/ip', FAKETIME];
  const there = await Promise.all(
    programs.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = programs.filter((_, n) => !there[n]);
  if ((await findDebianPostgres()) === null) missing.push('PostgreSQL');
  if (missing.length === 0) return null;
  return `${missing.join(', ')} are not there (apt-get install etcd-server patroni haproxy postgresql iproute2 libfaketime).`;
}

export async function startPatroniCluster(
  folder: string,
  ports: { database: number; http: number; api: number[] },
): Promise<PatroniCluster> {
  const bin = (await findDebianPostgres())!;
  const machines = await makeMachines(3);
  const supervisor = new Supervisor();
  await chmod(folder, 0o755);
  const nodes = machines.hosts.map((host, n) => ({
    name: `node${n + 1}`,
    host,
    postgres_port: 5432,
    patroni_port: 8008,
    etcd_port: 2379,
    etcd_peer_port: 2380,
    folder: join(folder, `node${n + 1}`),
  }));
  for (const [n, node] of nodes.entries()) await startNode(supervisor, machines, n, node, nodes, bin);
  await writeFile(
    join(folder, 'haproxy.cfg'),
    haproxyConfiguration(nodes, ports.database, { port: ports.http, api_ports: ports.api }),
  );
  const haproxy: [string, string[]] = ['haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]];
  supervisor.start('haproxy', { command: haproxy, log_file: join(folder, 'haproxy.log') });
  const cluster = new Cluster(nodes, machines, supervisor);
  await makeDatabase(ports.database);
  await cluster.untilHealthy();
  return {
    connectionString: `postgres://rapport:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ports.database}/rapport`,
    base_url: `http://127.0.0.1:${ports.http}`,
    supervisor,
    nodes,
    hit: (what) => cluster.hit(what),
    close: async () => {
      for (const n of nodes.keys()) await machines.connect(n, true);
      await cluster.wakeAll();
      await supervisor.stop();
      await cluster.killAll();
      await machines.remove();
    },
  };
}

async function startNode(
  supervisor: Supervisor,
  machines: Machines,
  n: number,
  node: Node,
  nodes: Node[],
  bin: string,
): Promise<void> {
  await mkdir(node.folder, { mode: 0o700 });
  const own_bin = await makeBinaries(node, bin);
  await writeFile(join(node.folder, 'patroni.yml'), patroniConfiguration(node, nodes, own_bin));
  await writeFile(join(node.folder, 'clock'), '+0');
  for (const path of [node.folder, ...['patroni.yml', 'clock'].map((name) => join(node.folder, name))])
    await chown(path, NOBODY, NOBODY);
  const as = (file: string, args: string[]) =>
    machines.command(n, 'setpriv', [
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      file,
      ...args,
    ]);
  const log = (name: string) => join(node.folder, '..', `${node.name}-${name}.log`);
  supervisor.start(`${node.name} etcd`, {
    command: as('etcd', etcdArguments(node, nodes)),
    log_file: log('etcd'),
  });
  supervisor.start(`${node.name} patroni`, {
    command: as('patroni', [join(node.folder, 'patroni.yml')]),
    env: { HOME: node.folder },
    log_file: log('patroni'),
  });
}

/**
 * Makes a folder with the programs of PostgreSQL. Only the server gets a settable clock: under
 * libfaketime the waits of Patroni, a Python program, fail.
 */
async function makeBinaries(node: Node, bin: string): Promise<string> {
  const folder = join(node.folder, 'bin');
  await mkdir(folder);
  for (const name of await readdir(bin)) {
    if (name !== 'postgres') await symlink(join(bin, name), join(folder, name));
  }
  const server = `#!/bin/sh
export LD_PRELOAD=${FAKETIME} FAKETIME_TIMESTAMP_FILE=${join(node.folder, 'clock')}
export FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1
exec ${join(bin, 'postgres')} "$@"
`;
  await writeFile(join(folder, 'postgres'), server, { mode: 0o755 });
  return folder;
}

async function makeDatabase(port: number): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(500)) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: PASSWORD,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`CREATE ROLE rapport LOGIN PASSWORD '${PASSWORD}'`);
      await client.query('CREATE DATABASE rapport OWNER rapport');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      client.end().catch(() => {});
    }
  }
}

class Cluster {
  readonly #nodes: Node[];
  readonly #machines: Machines;
  readonly #supervisor: Supervisor;

  constructor(nodes: Node[], machines: Machines, supervisor: Supervisor) {
    this.#nodes = nodes;
    this.#machines = machines;
    this.#supervisor = supervisor;
  }

  async hit(what: Hit): Promise<void> {
    const { primary, standbys } = await this.untilHealthy();
    const standby = standbys[Math.floor(Math.random() * standbys.length)]!;
    switch (what) {
      case 'primary machine killed':
        return this.#killMachine(primary);
      case 'primary PostgreSQL killed':
        return signalAll((await postgresProcesses(primary)).slice(0, 1), 'SIGKILL');
      case 'Patroni of the primary killed':
        return this.#supervisor.signal(`${primary.name} patroni`, 'SIGKILL');
      case 'standby machine killed':
        return this.#killMachine(standby);
      case 'both standbys killed':
        await Promise.all(standbys.map((node) => this.#killMachine(node)));
        return;
      case 'one etcd killed':
        return this.#supervisor.signal(`${standby.name} etcd`, 'SIGKILL');
      case 'two etcd killed':
        for (const node of standbys) this.#supervisor.signal(`${node.name} etcd`, 'SIGKILL');
        return;
      case 'HAProxy killed':
        return this.#supervisor.signal('haproxy', 'SIGKILL');
      case 'primary PostgreSQL frozen':
        return freeze(await postgresProcesses(primary));
      case 'Patroni of the primary frozen':
        return freeze([this.#supervisor.pid(`${primary.name} patroni`)!]);
      case 'primary cut off':
        return this.#cutOff(primary);
      case 'standby cut off':
        return this.#cutOff(standby);
      case 'clock of the primary 5 s ahead':
        return writeFile(join(primary.folder, 'clock'), '+5');
      case 'clock of the primary 5 s back':
        return writeFile(join(primary.folder, 'clock'), '-5');
      case 'switchover':
        return switchOver(primary);
    }
  }

  /**
   * Resolves with the roles when there are a primary, a synchronous standby that can take over, and
   * all three machines.
   */
  async untilHealthy(): Promise<{ primary: Node; standbys: Node[] }> {
    for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(500)) {
      const states = await Promise.all(this.#nodes.map(readState));
      const primary = this.#nodes.filter(
        (_, n) => states[n]?.role === 'master' && states[n].state === 'running',
      );
      const standbys = this.#nodes.filter(
        (_, n) => states[n]?.role === 'replica' && states[n].state === 'running',
      );
      const follows = this.#nodes.some((_, n) => states[n]?.sync_standby);
      if (primary.length === 1 && standbys.length === 2 && follows) return { primary: primary[0]!, standbys };
      if (Date.now() > deadline)
        throw new Error(`The cluster does not become healthy: ${JSON.stringify(states)}`);
    }
  }

  async wakeAll(): Promise<void> {
    for (const node of this.#nodes) signalAll(await postgresProcesses(node), 'SIGCONT');
  }

  async killAll(): Promise<void> {
    for (const node of this.#nodes) signalAll(await postgresProcesses(node), 'SIGKILL');
  }

  /** Kills all programs of the machine except etcd, which has hits of its own. */
  async #killMachine(node: Node): Promise<void> {
    this.#supervisor.signal(`${node.name} patroni`, 'SIGKILL');
    signalAll(await postgresProcesses(node), 'SIGKILL');
  }

  async #cutOff(node: Node): Promise<void> {
    const n = this.#nodes.indexOf(node);
    await this.#machines.connect(n, false);
    await delay(SILENCE_MS);
    await this.#machines.connect(n, true);
  }
}

type State = { role: string; state: string; sync_standby?: boolean };

async function readState({ host, patroni_port }: Node): Promise<State | null> {
  try {
    const answer = await fetch(`http://${host}:${patroni_port}/patroni`, {
      signal: AbortSignal.timeout(2_000),
    });
    return (await answer.json()) as State;
  } catch {
    return null;
  }
}

/**
 * Requests a switch-over until another node is primary. Patroni refuses while no standby may take
 * over. It may also switch over and close the connection without an answer.
 */
async function switchOver(node: Node): Promise<void> {
  const url = `http://${node.host}:${node.patroni_port}/switchover`;
  const body = JSON.stringify({ leader: node.name });
  let answer = '';
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await delay(2_000)) {
    answer = await fetch(url, { method: 'POST', body }).then((response) => response.text(), String);
    if ((await readState(node))?.role !== 'master') return;
  }
  throw new Error(`${node.name} is still the primary after it was asked to hand over: ${answer}`);
}

/** The processes of PostgreSQL: the postmaster first, then its children. */
async function postgresProcesses({ folder }: Node): Promise<number[]> {
  const pid_file = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(pid_file.split('\n')[0]);
  if (!postmaster) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  // The format is "pid (name) state parent …", and the name may contain anything.
  const isChild = (stat: string) =>
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster;
  return [postmaster, ...stats.filter(isChild).map((stat) => Number.parseInt(stat, 10))];
}

async function freeze(pids: number[]): Promise<void> {
  signalAll(pids, 'SIGSTOP');
  await delay(SILENCE_MS);
  signalAll(pids, 'SIGCONT');
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}
