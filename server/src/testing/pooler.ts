import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Starts a pooler that refuses our connection settings, as PgBouncer does. The packet that opens a
 * connection has them as text.
 */
export async function startPooler(
  connectionString: string,
  settings: 'refuses them' | 'drops them',
): Promise<{ connectionString: string; close: () => void }> {
  const { hostname, port } = new URL(connectionString);
  const pooler = createServer((client) => {
    const behind = connect(Number(port), hostname);
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (settings === 'refuses them' && text.includes('\0options\0')) return client.end(REFUSAL);
      behind.write(text.replace('-c statement_timeout=29s', ' '.repeat(24)), 'latin1');
    });
    behind.pipe(client);
    const end = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) socket.on('error', end).on('close', end);
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(connectionString);
  url.port = String((pooler.address() as AddressInfo).port);
  return { connectionString: url.href, close: () => pooler.close() };
}

/** The fields of an ErrorResponse in PostgreSQL's protocol, as PgBouncer sends it. */
const FIELDS = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
const LENGTH = Buffer.alloc(4);
LENGTH.writeInt32BE(FIELDS.length + LENGTH.length);
const REFUSAL = Buffer.concat([Buffer.from('E'), LENGTH, Buffer.from(FIELDS)]);
