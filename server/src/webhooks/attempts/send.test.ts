import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { SettableClock } from '../../platform/time/clock.ts';
import { guardedConnect } from '../guard/connector.ts';
import { Connections } from './connections.ts';
import { RESPONSE_EXCERPT_MAX_BYTES } from './exchange.ts';
import { ATTEMPT_TIMEOUT_MS, post } from './send.ts';

const SECRET = 'hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl';
const OK = 'HTTP/1.1 200 OK\r\n';

const policy = { allowed: { hosts: [], networks: [] }, loopback_allowed: true };
const connections = new Connections(
  guardedConnect({ policy, dns_timeout_ms: 5000, connect_timeout_ms: 5000 }),
);
const servers: Server[] = [];
const sockets = new Set<Socket>();
after(async () => {
  await connections.destroy();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

type Expected = { error_kind: string | null; response_status?: number | null; excerpt?: string };

/**
 * Ways in which a receiver treats a connection, and how the attempt ends. All run at once, because
 * some last to the limit.
 */
const hostile: Record<
  string,
  { answer: (socket: Socket) => void; expected: Expected; lasts?: 'to the limit' }
> = {
  'that never answers': {
    answer: () => {},
    expected: { error_kind: 'timeout', response_status: null },
    lasts: 'to the limit',
  },
  'that drips a byte of its headers a second': {
    answer: (socket) => drip(socket, `${OK}x-slow: `, 'y'),
    expected: { error_kind: 'timeout', response_status: null },
    lasts: 'to the limit',
  },
  'that drips a byte of its body a second': {
    answer: (socket) => drip(socket, `${OK}content-length: 1000\r\n\r\n`, 'y'),
    expected: { error_kind: 'timeout', response_status: 200 },
    lasts: 'to the limit',
  },
  'with an endless body': {
    answer: (socket) =>
      flood(socket, `${OK}transfer-encoding: chunked\r\n\r\n`, `400\r\n${'z'.repeat(1024)}\r\n`),
    expected: { error_kind: null, response_status: 200 },
  },
  'with endless headers': {
    answer: (socket) => flood(socket, OK, `x-more: ${'h'.repeat(1024)}\r\n`),
    expected: { error_kind: 'invalid_response', response_status: null },
  },
  'that resets the connection': {
    answer: (socket) => socket.resetAndDestroy(),
    expected: { error_kind: 'connection_reset', response_status: null },
  },
  'that closes the connection without an answer': {
    answer: (socket) => socket.end(),
    expected: { error_kind: 'connection_reset', response_status: null },
  },
  'that closes in the middle of its body': {
    answer: (socket) => socket.end(`${OK}content-length: 1000\r\n\r\nhalf`),
    expected: { error_kind: 'connection_reset', response_status: 200, excerpt: 'half' },
  },
  'that speaks no HTTP': {
    answer: (socket) => socket.write('220 mail.example.com ESMTP\r\n'),
    expected: { error_kind: 'invalid_response', response_status: null },
  },
  'with two lengths that differ': {
    answer: (socket) => socket.end(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nok!`),
    expected: { error_kind: 'invalid_response', response_status: null },
  },
  'that answers with a status there is not': {
    answer: (socket) => socket.end('HTTP/1.1 000\r\ncontent-length: 0\r\n\r\n'),
    expected: { error_kind: 'invalid_response', response_status: null },
  },
  'that switches to another protocol': {
    answer: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    expected: { error_kind: 'invalid_response', response_status: null },
  },
  'that redirects to a metadata service': {
    answer: (socket) =>
      socket.end(
        'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest\r\ncontent-length: 0\r\n\r\n',
      ),
    expected: { error_kind: 'redirect', response_status: 302 },
  },
  'that says 100 Continue first': {
    answer: (socket) => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}content-length: 2\r\n\r\nok`),
    expected: { error_kind: null, response_status: 200, excerpt: 'ok' },
  },
  'that says 100 Continue and answers a moment later': {
    answer: (socket) =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\n', () =>
        setTimeout(() => socket.end(`${OK}content-length: 2\r\n\r\nok`), 20),
      ),
    expected: { error_kind: null, response_status: 200, excerpt: 'ok' },
  },
  'that says 102 and 103 first, in one packet and without a reason': {
    answer: (socket) =>
      socket.end(
        `HTTP/1.1 102\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 100 \r\n\r\n${OK}content-length: 2\r\n\r\nok`,
      ),
    expected: { error_kind: null, response_status: 200, excerpt: 'ok' },
  },
  'that says 100 Continue byte by byte': {
    answer: async (socket) => {
      socket.setNoDelay(true);
      for (const byte of `HTTP/1.1 100 Continue\r\nx: y\r\n\r\n${OK}content-length: 2\r\n\r\nok`) {
        await new Promise((resolve) => socket.write(byte, resolve));
      }
    },
    expected: { error_kind: null, response_status: 200, excerpt: 'ok' },
  },
  'whose body has a chunk that looks like an interim answer': {
    answer: (socket) =>
      socket.write(`${OK}content-length: 53\r\n\r\n`, () =>
        setTimeout(() => socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n.!.'), 20),
      ),
    expected: {
      error_kind: null,
      response_status: 200,
      excerpt: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n.!.',
    },
  },
  'that goes on answering after 100 Continue for ever': {
    answer: (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 50),
    expected: { error_kind: 'timeout', response_status: null },
    lasts: 'to the limit',
  },
};

describe('an attempt at a receiver', { concurrency: true }, () => {
  for (const [what, { answer, expected, lasts }] of Object.entries(hostile)) {
    test(`${what} ends ${lasts ? 'at its time limit' : 'at once'}, as ${expected.error_kind ?? 'a success'}`, async () => {
      const started_ms = performance.now();
      const attempt = await postTo(await startServer(answer));
      const lasted_ms = performance.now() - started_ms;
      assert.deepEqual(
        { error_kind: attempt.error_kind, response_status: attempt.response_status },
        { error_kind: expected.error_kind, response_status: expected.response_status ?? null },
      );
      if (expected.excerpt !== undefined) assert.equal(attempt.response_excerpt, expected.excerpt);
      const failsWithoutAnswer = !['http_status', 'redirect', null].includes(attempt.error_kind);
      // The log says what to do, not only a library's name for the failure.
      if (failsWithoutAnswer) assert.match(attempt.error_detail ?? '', /^[A-Z].* .*\. [A-Z].*\.$/);
      assert.ok((attempt.response_excerpt ?? '').length <= RESPONSE_EXCERPT_MAX_BYTES);
      if (lasts) assert.ok(lasted_ms >= ATTEMPT_TIMEOUT_MS - 50, `${lasted_ms}`);
      assert.ok(lasted_ms < (lasts ? 2 * ATTEMPT_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS), `${lasted_ms}`);
    });
  }

  test('that reads a request on a kept connection and closes it is in the log, and not sent again at once', async () => {
    const requests: number[] = [];
    let connection = 0;
    const url = await startServer((socket) => {
      const own = ++connection;
      requests.push(own);
      socket.write(`${OK}content-length: 0\r\n\r\n`);
      socket.on('data', () => {
        requests.push(own);
        socket.destroy();
      });
    });
    await postTo(url);
    const { error_kind, connect_ms } = await postTo(url);
    assert.deepEqual([error_kind, connect_ms, requests], ['connection_reset', null, [1, 1]]);
  });

  test('at a port where nobody listens fails at once', async () => {
    const url = await startServer(() => {});
    await new Promise((resolve) => servers.at(-1)!.close(resolve));
    const { error_kind, error_detail } = await postTo(url);
    assert.equal(error_kind, 'connect_failed');
    assert.equal(
      error_detail,
      'No receiver takes connections there (ECONNREFUSED). Check that it runs, and the host and port of the URL.',
    );
  });
});

async function postTo(url: string) {
  const uuids = { delivery_uuid: 'd', subscription_uuid: 's', event_uuid: 'e' };
  const message = { ...uuids, event: 'client.created', number: 1, body: Buffer.from('{}') };
  const result = await post({ connections, clock: new SettableClock() }, url, SECRET, message);
  assert.ok('error_kind' in result);
  return result;
}

async function startServer(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

function drip(socket: Socket, beginning: string, byte: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(byte), 1000);
  socket.on('close', () => clearInterval(timer));
}

/** Writes on as fast as the other side takes it, or at this interval. */
function flood(socket: Socket, beginning: string, more: string, interval_ms = 0): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.writableNeedDrain || socket.write(more), interval_ms);
  socket.on('close', () => clearInterval(timer));
}
