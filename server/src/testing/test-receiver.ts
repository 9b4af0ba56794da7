import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in, its body as raw bytes. */
export type ReceivedRequest = { headers: IncomingHttpHeaders; body: Buffer };

export type TestReceiver = {
  url: string;
  received: ReceivedRequest[];
  /** The status of the next answers; 200 at first. */
  answerWith(status: number): void;
  /** Resolves when `count` requests have come in since the start. */
  untilReceived(count: number): Promise<ReceivedRequest[]>;
  close(): Promise<void>;
};

/** A real HTTP server on loopback that keeps every request it gets. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: (requests: ReceivedRequest[]) => void }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(status).end('thanks');
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    for (const { count, resolve } of waiting) if (received.length >= count) resolve(received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (next) => {
      status = next;
    },
    untilReceived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve(received);
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
