import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildBareServer } from '../../../testing/bare-server.ts';
import { assertProblemDocument } from '../../../testing/problem-documents.ts';
import { Problem } from '../../problem.ts';
import { UuidParams } from '../api/api.ts';
import { ProblemDocument } from '../api/openapi.ts';

let app: FastifyInstance;
let port: number;
/** The lines of the log. */
const log: string[] = [];

before(async () => {
  const lines = new Writable({
    write: (line, _encoding, done) => {
      log.push(String(line));
      done();
    },
  });
  app = (await buildBareServer(pino({}, lines))).app;
  app.addSchema(ProblemDocument);
  const boom = (error: object) => async () => {
    throw Object.assign(new Error('SELECT secret FROM insides'), error);
  };
  app.get('/api/things/:uuid', { schema: { params: UuidParams } }, async ({ params }) => params as object);
  app.post(
    '/api/things',
    { schema: { body: Type.Object({ name: Type.String() }) } },
    async ({ body }) => body as object,
  );
  app.delete('/api/things', async () => null);
  app.get(
    '/api/refused',
    async () => new Problem('last_owner', 'No more owners.', { headers: { 'x-more': '1' } }),
  );
  app.get('/api/broken', boom({}));
  app.get('/api/no-database', boom({ code: 'ECONNREFUSED' }));
  app.get('/api/restarting-database', boom({ code: '57P03' }));
  app.post('/api/read-only-database', boom({ code: '25006' }));
  app.post('/api/full-disk', boom({ code: '53100' }));
  app.get('/api/lost-connection', boom({ message: 'Connection terminated unexpectedly' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

type Seen = { status: number; headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> };

/** Sends a request with its path and headers unchanged. */
function send(method: string, path: string, body = '', headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      const text = (await Array.fromAsync(response)).join('');
      const parsed = text === '' ? {} : JSON.parse(text);
      resolve({ status: response.statusCode!, headers: response.headers, body: parsed });
    });
    sent.on('error', reject).end(body);
  });
}

function assertProblem(seen: Seen, code: string): void {
  const [content_type, request_id] = [seen.headers['content-type'], seen.headers['x-request-id']] as [
    string,
    string,
  ];
  assertProblemDocument({ ...seen, content_type, request_id });
  assert.equal(seen.body.code, code);
}

const json = { 'content-type': 'application/json' };

test('a Problem from a handler is answered with its status, headers and texts', async () => {
  const seen = await send('GET', '/api/refused');
  assertProblem(seen, 'last_owner');
  assert.deepEqual([seen.status, seen.headers['x-more'], seen.body.detail], [422, '1', 'No more owners.']);
});

test('an error of ours is answered with its request_id only; the log has the rest', async () => {
  const seen = await send('GET', '/api/broken', '', { 'x-request-id': 'trace-me' });
  assertProblem(seen, 'internal_error');
  assert.match(String(seen.body.detail), /request_id trace-me/);
  assert.doesNotMatch(JSON.stringify(seen), /SELECT|insides/);
  assert.ok(log.some((line) => line.includes('trace-me') && line.includes('SELECT secret FROM insides')));
});

for (const path of ['/api/no-database', '/api/restarting-database', '/api/lost-connection']) {
  test(`${path} is answered with 503 and the time to try again`, async () => {
    const seen = await send('GET', path);
    assertProblem(seen, 'unavailable');
    assert.equal(seen.headers['retry-after'], '5');
    assert.doesNotMatch(JSON.stringify(seen.body), /SELECT|insides|terminated/);
  });
}

test('a change that the database refuses is answered with 503, and says that nothing was changed', async () => {
  const seen = await send('POST', '/api/read-only-database', '{}', json);
  assertProblem(seen, 'unavailable');
  assert.equal(seen.headers['retry-after'], '5');
  assert.equal(
    seen.body.detail,
    'The database is read-only at the moment, so nothing was changed. Try again later.',
  );
});

test('a change that fills the disk is answered with 503, and says that nothing was changed', async () => {
  const seen = await send('POST', '/api/full-disk', '{}', json);
  assertProblem(seen, 'unavailable');
  assert.match(String(seen.body.detail), /^The disk of the database is full, so nothing was changed\./);
});

for (const path of [
  '/%',
  '/api/things/%zz',
  '/api/things/%E0%A4%A',
  '/api/things/%ED%A0%80',
  '/%C3',
  '/api/refused?q=%zz',
  '/api/refused?q=%ff',
]) {
  test(`${path} is refused as a broken address`, async () => {
    assertProblem(await send('GET', path), 'address_invalid');
  });
}

for (const path of ['/api/things/a%00b', '/api/refused?q=%00', '/api/refused?q=%00&x=%zz', '/nowhere%00']) {
  test(`${path} is refused because of its NUL`, async () => {
    assertProblem(await send('GET', path), 'address_invalid');
  });
}

test('the rules of the API hold for every escaped form of its addresses', async () => {
  const path = '/%61pi/th%69ngs/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';
  const found = await send('GET', path);
  assert.deepEqual([found.status, found.headers['cache-control']], [200, 'no-store']);
  assertProblem(await send('GET', path, '', { accept: 'text/html' }), 'not_acceptable');
});

test('an unknown method is answered with the methods of the path', async () => {
  for (const method of ['PROPFIND', 'OPTIONS']) {
    const refused = await send(method, '/api/things');
    assertProblem(refused, 'method_not_allowed');
    assert.equal(refused.headers.allow, 'POST, DELETE', method);
  }
  assertProblem(await send('PROPFIND', '/api/nowhere'), 'not_found');
});

test('a path segment longer than any identifier is 404', async () => {
  assertProblem(await send('GET', `/api/things/${'a'.repeat(201)}`), 'not_found');
  assertProblem(await send('GET', `/api/things/${'a'.repeat(5000)}`), 'not_found');
});

test('an empty body, one without a content type and one of another type are distinguished', async () => {
  assertProblem(await send('POST', '/api/things', '', json), 'json_invalid');
  for (const value of ['null', '1', '[]', '"{}"']) {
    const other = await send('POST', '/api/things', value, json);
    assertProblem(other, 'fields_invalid');
    assert.equal(other.body.detail, 'The body must be an object.', value);
  }
  assertProblem(await send('POST', '/api/things'), 'json_invalid');
  const untyped = await send('POST', '/api/things', '{"name":"x"}');
  assertProblem(untyped, 'content_type_unsupported');
  assert.match(String(untyped.body.detail), /Content-Type ""/);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'json',
    'text/json',
    // Refused, because RFC 7396 would merge `custom`, which a change replaces as a whole.
    'application/merge-patch+json',
  ]) {
    assertProblem(
      await send('POST', '/api/things', '{}', { 'content-type': type }),
      'content_type_unsupported',
    );
  }
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON']) {
    assert.equal(
      (await send('POST', '/api/things', '{"name":"x"}', { 'content-type': type })).status,
      200,
      type,
    );
  }
});

test('a compressed body is refused, with advice', async () => {
  const body = gzipSync('{"name":"x"}').toString('latin1');
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'x']) {
    const seen = await send('POST', '/api/things', body, { ...json, 'content-encoding': encoding });
    assertProblem(seen, 'content_type_unsupported');
    assert.match(String(seen.body.detail), /Content-Encoding.*uncompressed/s);
    assert.equal(seen.headers['accept-encoding'], 'identity');
  }
  const plain = { ...json, 'content-encoding': 'identity' };
  assert.equal((await send('POST', '/api/things', '{"name":"x"}', plain)).status, 200);
});

test('JSON in a charset other than UTF-8 is refused', async () => {
  for (const charset of ['iso-8859-1', '"utf-16"', 'x']) {
    const type = { 'content-type': `application/json; charset=${charset}` };
    const seen = await send('POST', '/api/things', '{"name":"x"}', type);
    assertProblem(seen, 'content_type_unsupported');
    assert.match(String(seen.body.detail), /UTF-8/);
  }
  for (const charset of ['UTF-8', 'utf8', '"utf-8"', 'us-ascii']) {
    const type = { 'content-type': `application/json;charset=${charset}` };
    assert.equal((await send('POST', '/api/things', '{"name":"x"}', type)).status, 200, charset);
  }
});

test('a body refused by the parser does not reach the handler', async () => {
  assertProblem(await send('POST', '/api/things', '{"name":', json), 'json_invalid');
  const unstorable = await send('POST', '/api/things', '{"name":"\\u0000"}', json);
  assertProblem(unstorable, 'fields_invalid');
  const [{ pointer, code }] = unstorable.body.errors as [{ pointer: string; code: string }];
  assert.deepEqual([unstorable.status, pointer, code], [422, '/name', 'invalid_characters']);
});

test('a DELETE may have the content type that many clients always send, without a body', async () => {
  assert.equal((await send('DELETE', '/api/things', '', { ...json, 'content-length': '0' })).status, 200);
});

test('JSON is answered to callers who accept it in any form, and to no others', async () => {
  for (const accept of [
    'application/json',
    '*/*',
    'application/*',
    'application/problem+json',
    'text/html;q=1, */*;q=0.1',
    'application/json; charset=utf-8',
    'application/json; indent=4',
    'text/html, application/json;profile="a,b;q=0";q=0.5;x=1',
  ]) {
    assertProblem(await send('GET', '/api/refused', '', { accept }), 'last_owner');
  }
  for (const accept of [
    'text/html',
    'application/xml',
    'application/json;q=0',
    'application/json; charset=utf-8; q=0',
    'text/html; application/json',
    'image/*',
  ]) {
    assertProblem(await send('GET', '/api/refused', '', { accept }), 'not_acceptable');
  }
});

test('the refusal of an Accept header quotes it unchanged', async () => {
  const accept = 'text/html;level=1;charset=latin1';
  const refused = await send('GET', '/api/refused', '', { accept });
  assert.match(String(refused.body.detail), /but Accept is "text\/html;level=1;charset=latin1"\./);
});

test('a request id is kept if it is safe for a log line, else replaced', async () => {
  for (const id of ['a', 'order-4711_x.y', 'x'.repeat(128)]) {
    assert.equal((await send('GET', '/api/refused', '', { 'x-request-id': id })).headers['x-request-id'], id);
  }
  for (const id of ['', 'a b', '{"a":1}', 'x'.repeat(129), 'ä']) {
    const seen = await send('GET', '/api/refused', '', { 'x-request-id': id });
    assert.match(String(seen.headers['x-request-id']), /^[0-9a-f]{8}-[0-9a-f-]{27}$/, id);
  }
});

test('the log has one line for each request, with the path and without the query', async () => {
  await send('GET', '/api/refused?access_token=rpt_pat_secret', '', { 'x-request-id': 'log-test' });
  const lines = log.filter((line) => line.includes('log-test')).map((line) => JSON.parse(line));
  assert.equal(lines.length, 1);
  const { method, path, status, msg, reqId, address } = lines[0];
  assert.deepEqual([method, path, status, msg, reqId], ['GET', '/api/refused', 422, 'request', 'log-test']);
  assert.equal(address, '127.0.0.1');
  assert.doesNotMatch(log.join(), /rpt_pat_secret/);
});
