import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy in front of a database that can silently stop forwarding, like a network that lost its
 * state.
 */
export type SilentProxy = {
  connectionString: string;
  /** From now on swallows all data on open connections; later connections work. */
  swallow(): void;
  /** The swallowed data on its way to the database. */
  swallowed(): string;
  close(): void;
};

export async function startSilentProxy(connectionString: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(connectionString);
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let text = '';
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(client).add(server);
    client.on('data', (bytes) => {
      if (silent.has(client)) text += bytes.toString('latin1');
      else server.write(bytes);
    });
    server.on('data', (bytes) => silent.has(client) || client.write(bytes));
    client.on('end', () => silent.has(client) || server.end());
    server.on('end', () => silent.has(client) || client.end());
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => silent.has(client) || server.destroy());
    server.on('close', () => silent.has(client) || client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(connectionString);
  through.port = `${(proxy.address() as AddressInfo).port}`;
  return {
    connectionString: through.href,
    swallow: () => {
      for (const socket of sockets) silent.add(socket);
    },
    swallowed: () => text,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
