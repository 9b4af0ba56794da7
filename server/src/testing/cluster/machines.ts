import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Simulated machines of a cluster on this machine. Each has its own network, which can be cut off.
 * Only root can make them.
 */
export type Machines = {
  hosts: string[];
  /** Returns the command that starts a program on machine `n`. */
  command(n: number, file: string, args: string[]): [string, string[]];
  /** Disconnects the machine from the network, or connects it again. */
  connect(n: number, connected: boolean): Promise<void>;
  remove(): Promise<void>;
};

export async function makeMachines(count: number): Promise<Machines> {
  const id = process.pid % 250;
  const bridge = `rapport${id}`;
  const net = (n: number) => `rapport${id}-${n}`;
  const cable = (n: number) => `rap${id}x${n}`;
  const hosts = Array.from({ length: count }, (_, n) => `10.177.${id}.${n + 1}`);
  const ip = (...args: string[]) => run('ip', args);
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('addr', 'add', `10.177.${id}.254/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  for (const [n, host] of hosts.entries()) {
    await ip('netns', 'add', net(n));
    await ip('link', 'add', cable(n), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', net(n));
    await ip('link', 'set', cable(n), 'master', bridge, 'up');
    await ip('-n', net(n), 'addr', 'add', `${host}/24`, 'dev', 'eth0');
    await ip('-n', net(n), 'link', 'set', 'eth0', 'up');
    await ip('-n', net(n), 'link', 'set', 'lo', 'up');
  }
  return {
    hosts,
    command: (n, file, args) => ['nsenter', [`--net=/run/netns/${net(n)}`, file, ...args]],
    connect: async (n, connected) => {
      await ip('link', 'set', cable(n), connected ? 'up' : 'down');
    },
    remove: async () => {
      for (const n of hosts.keys()) await ip('netns', 'del', net(n)).catch(() => {});
      await ip('link', 'del', bridge).catch(() => {});
    },
  };
}
