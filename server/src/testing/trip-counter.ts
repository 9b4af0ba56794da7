import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a database that counts how often somebody waits for its answers. */
export type TripCounter = {
  connectionString: string;
  /** The round trips so far: times at which a client has sent something after an answer. */
  trips(): number;
  close(): void;
};

export async function startTripCounter(connectionString: string): Promise<TripCounter> {
  const { hostname, port } = new URL(connectionString);
  const sockets = new Set<Socket>();
  let trips = 0;
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    sockets.add(client).add(server);
    let isAsked = false;
    client.on('data', (bytes) => {
      if (!isAsked && !bytes.includes(BACKGROUND)) trips++;
      isAsked = true;
      server.write(bytes);
    });
    // The answers to statements that were sent together may come in pieces. A pause makes them one.
    let held: Buffer[] = [];
    server.on('data', (bytes: Buffer) => {
      held.push(bytes);
      if (held.length > 1) return;
      setTimeout(() => {
        isAsked = false;
        client.write(Buffer.concat(held));
        held = [];
      }, PAUSE_MS);
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
    trips: () => trips,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

/** The log of requests is written beside them, once a second. */
const BACKGROUND = 'insert_api_requests';

/** Longer than PostgreSQL takes for the statements of one record. */
const PAUSE_MS = 50;
