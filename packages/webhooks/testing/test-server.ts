import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from './receiver-checks.ts';

/** Starts a server on a free port of this machine. */
export async function serve(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async send(request) {
      const response = await fetch(`http://127.0.0.1:${port}/`, request);
      const content_type = response.headers.get('content-type');
      return { status: response.status, content_type, body: await response.text() };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
