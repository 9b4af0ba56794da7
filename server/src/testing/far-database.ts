import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a database that holds each answer for a while, as a long way would. */
export type FarDatabase = {
  connectionString: string;
  /** How long an answer is under way; 0 at first. */
  way_ms: number;
  close(): void;
};

export async function startFarDatabase(connectionString: string): Promise<FarDatabase> {
  const { hostname, port } = new URL(connectionString);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    sockets.add(client).add(server);
    client.on('data', (bytes) => server.write(bytes));
    // The answers to statements that were sent together may come in pieces. The way makes them one.
    let held: Buffer[] = [];
    server.on('data', (bytes: Buffer) => {
      held.push(bytes);
      if (held.length > 1) return;
      setTimeout(() => {
        client.write(Buffer.concat(held));
        held = [];
      }, far.way_ms);
    });
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(connectionString);
  through.port = `${(proxy.address() as AddressInfo).port}`;
  const far: FarDatabase = {
    connectionString: through.href,
    way_ms: 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
  return far;
}
