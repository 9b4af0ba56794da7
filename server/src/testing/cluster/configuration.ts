/** The settings for the programs of a cluster, as in docs/operate/several-machines.md. */

/** One machine: PostgreSQL under Patroni, and a member of etcd. */
export type Node = {
  name: string;
  host: string;
  postgres_port: number;
  patroni_port: number;
  etcd_port: number;
  etcd_peer_port: number;
  /** The folder of the machine's files. */
  folder: string;
};

export const PASSWORD = 'a password for tests, known to everybody';

/**
 * The arguments of etcd, with longer time limits than by default: three members share one busy
 * machine.
 */
export function etcdArguments(node: Node, nodes: Node[]): string[] {
  const members = nodes.map(({ name, host, etcd_peer_port }) => `${name}=http://${host}:${etcd_peer_port}`);
  const client = `http://${node.host}:${node.etcd_port}`;
  const peer = `http://${node.host}:${node.etcd_peer_port}`;
  return [
    `--name=${node.name}`,
    `--data-dir=${node.folder}/etcd`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${members.join(',')}`,
    '--initial-cluster-state=new',
    '--heartbeat-interval=250',
    '--election-timeout=2500',
    // Enables the protocol that Patroni is configured for.
    '--enable-v2=true',
    '--log-level=error',
  ];
}

/** The configuration of Patroni, written as JSON, which is valid YAML. */
export function patroniConfiguration(node: Node, nodes: Node[], bin: string): string {
  return JSON.stringify({
    scope: 'rapport',
    name: node.name,
    restapi: {
      listen: `${node.host}:${node.patroni_port}`,
      connect_address: `${node.host}:${node.patroni_port}`,
    },
    // Not etcd3: with it, Patroni before 3.0.3 takes the leadership back from the new primary, and
    // loses the commits that that one has confirmed.
    etcd: { hosts: nodes.map(({ host, etcd_port }) => `${host}:${etcd_port}`).join(',') },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // Without etcd the primary continues as long as it reaches all other nodes.
        failsafe_mode: true,
        // A commit is confirmed when a standby has it, too; without a standby none is.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        synchronous_node_count: 1,
        maximum_lag_on_failover: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { wal_log_hints: 'on', max_connections: 200, autovacuum_naptime: '10s' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${node.host}:${node.postgres_port}`,
      connect_address: `${node.host}:${node.postgres_port}`,
      bin_dir: bin,
      data_dir: `${node.folder}/postgres`,
      pgpass: `${node.folder}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: node.folder, shared_buffers: '64MB' },
      pg_hba: ['host all all 0.0.0.0/0 scram-sha-256', 'host replication replicator 0.0.0.0/0 scram-sha-256'],
    },
  });
}

/**
 * The configuration of HAProxy: one address for the present primary, and one for all processes of
 * the API.
 */
export function haproxyConfiguration(
  nodes: Node[],
  database_port: number,
  http: { port: number; api_ports: number[] },
): string {
  const databases = nodes.map(
    ({ name, host, postgres_port, patroni_port }) =>
      `  server ${name} ${host}:${postgres_port} check port ${patroni_port}`,
  );
  const apis = http.api_ports.map((port) => `  server api${port} 127.0.0.1:${port} check`);
  return `
global
  maxconn 2000
defaults
  timeout connect 4s
  timeout check 2s
listen database
  bind 127.0.0.1:${database_port}
  mode tcp
  # A connection that listens for notifications says nothing for hours.
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  option httpchk OPTIONS /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}
listen api
  bind 127.0.0.1:${http.port}
  mode http
  timeout client 60s
  # Longer than any answer takes.
  timeout server 60s
  option forwardfor
  option httpchk GET /readyz
  default-server inter 1s fall 2 rise 1
${apis.join('\n')}
`;
}
