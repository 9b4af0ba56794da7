import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { buildBareServer } from '../../../testing/bare-server.ts';
import { until } from '../../../testing/until.ts';
import { connectionLost } from './connection-lost.ts';

test('a stop waits for an answer in the making, and closes its connection', async (t) => {
  const { app, port } = await listen(t, () => answer.promise);
  const answer = Promise.withResolvers<object>();
  const asked = once(app.server, 'request');
  const response = ask(t, port);
  await asked;
  const closed = app.close();
  await untilStopping(app);
  answer.resolve({ late: true });
  const { headers } = await response;
  assert.equal(headers.connection, 'close');
  assert.deepEqual(JSON.parse(await text(await response)), { late: true });
  await closed;
});

test('a stop waits for the end of a stream, and closes its connection', async (t) => {
  const stream = new PassThrough();
  const { app, port } = await listen(t, async () => stream);
  stream.write('begun, ');
  const response = await ask(t, port);
  const closed = app.close();
  await untilStopping(app);
  stream.end('ended');
  assert.equal(await text(response), 'begun, ended');
  await closed;
});

test('a stop waits until a slow reader has the whole answer, whatever else ends', async (t) => {
  const large = 'x'.repeat(20_000_000);
  const short = Promise.withResolvers<object>();
  const { app, port } = await listen(t, ({ url }) =>
    url === '/large' ? Promise.resolve(large) : short.promise,
  );
  const slow = connect(port, '127.0.0.1').pause();
  slow.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const written = once(app.server, 'request').then(([, response]) =>
    until('the whole answer to be written', async () => response.writableEnded),
  );
  await written;
  const asked = once(app.server, 'request');
  const other = ask(t, port);
  await asked;
  const closed = app.close();
  await untilStopping(app);
  short.resolve({ short: true });
  await text(await other);
  const answer = await text(slow);
  assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, large.length);
  await closed;
});

test('a connection lost before the handler looks counts as lost', async (t) => {
  const lost = Promise.withResolvers<boolean>();
  const { app, port } = await listen(t, async (_, reply) => {
    await once(reply.raw, 'close');
    lost.resolve(connectionLost(reply).aborted);
  });
  app.server.once('request', () => socket.destroy());
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.equal(await lost.promise, true);
  await app.close();
});

/** Starts a server that answers with `answer`. Only its stop ends connections. */
async function listen(
  t: TestContext,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Promise<{ app: FastifyInstance; port: number }> {
  const { app } = await buildBareServer(pino({ enabled: false }));
  app.get('/*', answer);
  await app.listen({ port: 0, host: '127.0.0.1' });
  app.server.keepAliveTimeout = 0;
  t.after(() => app.server.closeAllConnections());
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function ask(t: TestContext, port: number): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const [response] = await once(get({ host: '127.0.0.1', port, path: '/', agent }), 'response');
  return response;
}

function untilStopping({ server }: FastifyInstance): Promise<unknown> {
  return until('the server to take no more connections', async () => !server.listening);
}
