import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { assertProblemDocument } from '../../../testing/problem-documents.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { UuidParams } from '../api/api.ts';
import { buildServer } from './server.ts';

/** Requests that no library would send. */

let app: FastifyInstance;
let port: number;

before(async () => {
  app = (await buildServer(pino({ level: 'silent' }), 'http://localhost')).app;
  app.get('/api/things/:uuid', { schema: { params: UuidParams } }, async ({ params }) => params as object);
  app.post('/api/things', async ({ body }) => ({ body }));
  app.get('/api/stream', (_, reply) => {
    reply.hijack();
    reply.raw.write('begun');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

type Seen = { status: number; headers: Record<string, string>; body: Record<string, unknown> };

const HOST = ['Host: a'];

/** Sends a request line and headers. */
function ask(requestLine: string, headers: string[] = HOST): Promise<Seen> {
  return speak([requestLine, 'Connection: close', ...headers, '', ''].join('\r\n'));
}

/** Writes bytes as they are, and reads until the server closes. */
function speak(bytes: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [statusLine, ...lines] = head.split('\r\n');
      const headers = lines
        .map((line) => line.split(': '))
        .map(([name = '', value]) => [name.toLowerCase(), value]);
      const status = Number(statusLine?.split(' ')[1]);
      resolve({ status, headers: Object.fromEntries(headers), body: JSON.parse(body) });
    });
  });
}

function assertProblem(seen: Seen, code: string): void {
  const { 'content-type': content_type = null, 'x-request-id': request_id = null } = seen.headers;
  assertProblemDocument({ ...seen, content_type, request_id });
  assert.equal(seen.body.code, code);
}

const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

test('the rules of the API hold for its routes however their address is escaped', async () => {
  const found = await ask(`GET /%61pi/th%69ngs/${UUID} HTTP/1.1`);
  assert.deepEqual([found.status, found.headers['cache-control']], [200, 'no-store']);
  const html = [...HOST, 'Accept: text/html'];
  assertProblem(await ask(`GET /%61pi/things/${UUID} HTTP/1.1`, html), 'not_acceptable');
});

test('two headers Content-Type are refused, for nobody knows which is meant', async () => {
  const headers = [
    ...HOST,
    'Content-Type: application/json',
    'Content-Type: text/plain',
    'Content-Length: 2',
  ];
  const refused = await speak(
    [`POST /api/things HTTP/1.1`, 'Connection: close', ...headers, '', '{}'].join('\r\n'),
  );
  assertProblem(refused, 'header_invalid');
  assert.match(String(refused.body.detail), /more than one Content-Type/);
});

test('a method that no route has is answered with those there are', async () => {
  for (const request of ['PROPFIND /api/things', 'OPTIONS /api/things']) {
    const refused = await ask(`${request} HTTP/1.1`);
    assertProblem(refused, 'method_not_allowed');
    assert.equal(refused.headers.allow, 'POST', request);
  }
  assertProblem(await ask('PROPFIND /api/nowhere HTTP/1.1'), 'not_found');
});

test('OPTIONS * is answered with the methods of all routes (RFC 9110 §9.3.7)', async () => {
  const refused = await ask('OPTIONS * HTTP/1.1');
  assertProblem(refused, 'method_not_allowed');
  assert.equal(refused.headers.allow, 'GET, HEAD, POST');
});

test('what is not HTTP is answered with a problem document as well, and the connection closed', async () => {
  for (const bytes of [
    'hello\r\n\r\n',
    'GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nBad Header\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nx: \0\r\n\r\n',
  ]) {
    assertProblem(await speak(bytes), 'header_invalid');
  }
});

test('headers of more than 16 KiB are answered with 431', async () => {
  const seen = await speak(`GET /?${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  assertProblem(seen, 'headers_too_large');
  assert.equal(seen.status, 431);
});

test('what is not HTTP, behind a request whose answer is under way, does not get a second answer into the first', async () => {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.endsWith('begun\r\n')) socket.write('hello\r\n\r\n');
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
  assert.doesNotMatch(text, /HTTP\/1\.1 400/);
});

test('a client that breaks off its body is no fault of ours, nor of the database: no error is logged', async () => {
  const lines: { level: number }[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const service = await startTestApp({ log });
  const ends: [path: string, content_type: string][] = [
    ['/oauth/token', 'application/x-www-form-urlencoded'],
    ['/sign-in', 'application/x-www-form-urlencoded'],
    ['/api/v2/token-leaks', 'application/json'],
    ['/web/sign-in', 'application/json'],
  ];
  for (const [path, content_type] of ends) {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${content_type}\r\nContent-Length: 50\r\n\r\n`;
    const socket = connect(Number(new URL(service.base_url).port), '127.0.0.1', () => {
      socket.write(`${head}abc`, () => socket.resetAndDestroy());
    });
    await once(socket, 'close');
    // Comes after the end of the other connection, which is read first.
    await service.call('GET', '/healthz');
  }
  await service.close();
  assert.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
  );
});
