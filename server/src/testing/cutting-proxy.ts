import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy in front of a database that can lose the answer to a COMMIT: PostgreSQL gets it, and the
 * connection is cut before the answer comes back.
 */
export type CuttingProxy = {
  connectionString: string;
  /** Cuts the connection that sends the next COMMIT. Resolves when PostgreSQL has answered it. */
  cutNextCommit(): Promise<void>;
  close(): void;
};

export async function startCuttingProxy(connectionString: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(connectionString);
  const sockets = new Set<Socket>();
  let cut: (() => void) | null = null;
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    sockets.add(client).add(server);
    let committed: (() => void) | null = null;
    client.on('data', (bytes) => {
      if (cut && bytes.includes(COMMIT)) {
        committed = cut;
        cut = null;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (committed === null) client.write(bytes);
      else if (bytes.includes(COMMIT)) {
        client.destroy();
        committed();
      }
    });
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(connectionString);
  through.port = `${(proxy.address() as AddressInfo).port}`;
  return {
    connectionString: through.href,
    cutNextCommit: () =>
      new Promise((resolve) => {
        cut = resolve;
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

/** The statement, and the answer to it: both texts end with a zero byte. */
const COMMIT = 'COMMIT\0';
