import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inVain, LIMIT_MS } from './until.ts';

/** A received request, its body as raw bytes. */
type ReceivedRequest = { headers: IncomingHttpHeaders; body: Buffer };

type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export type TestReceiver = {
  url: string;
  received: ReceivedRequest[];
  /** The largest number of requests that were open at the same time. */
  readonly concurrency_max: number;
  /** Sets the status and headers of the next answers; 200 at first. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** Passes the next requests to the test, which may also leave them without an answer. */
  handle(answer: Answer): void;
  /**
   * Resolves when `count` requests have arrived since the start; rejects when they do not arrive in
   * time.
   */
  untilReceived(count: number): Promise<ReceivedRequest[]>;
  close(): Promise<void>;
};

/** A real HTTP server on loopback that keeps every request it gets. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: (requests: ReceivedRequest[]) => void }[] = [];
  let answer: Answer = answering(200);
  let open = 0;
  let concurrency_max = 0;
  const server = createServer(async (request, response) => {
    open++;
    concurrency_max = Math.max(concurrency_max, open);
    response.on('close', () => open--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const kept = { headers: request.headers, body: Buffer.concat(chunks) };
    answer(response, kept);
    received.push(kept);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve(received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get concurrency_max() {
      return concurrency_max;
    },
    answerWith: (status, headers) => {
      answer = answering(status, headers);
    },
    handle: (next) => {
      answer = next;
    },
    untilReceived: (count) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedRequest[]>();
      const giveUp = () => reject(inVain(`${count} requests at the receiver`, received.length));
      const limit = setTimeout(giveUp, LIMIT_MS);
      promise.finally(() => clearTimeout(limit)).catch(() => {});
      if (received.length >= count) resolve(received);
      else waiting.push({ count, resolve });
      return promise;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answering(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, headers).end('thanks');
  };
}
