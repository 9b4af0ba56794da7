import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { rememberAsked } from './asked.ts';
import { addHooks, type Hook } from './hooks.ts';
import { boundConnections, cutSlowBody } from './slow-strangers.ts';

const HEAD =
  'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';

async function listen(t: TestContext) {
  const app = Fastify();
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  app.decorateRequest('asker', null);
  const open = async (text: string): Promise<Socket> => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(text);
    return socket;
  };
  return { app, open };
}

test('a slow body of a stranger is cut off with 408, and one of a known caller is awaited', async (t) => {
  const { app, open } = await listen(t);
  rememberAsked(app);
  const know: Hook = ({ asked, headers }) => {
    if (headers.authorization) asked.asker = { user_uuid: 'x', credential: 'x', credential_uuid: null };
  };
  addHooks(app, { onRequest: [know, cutSlowBody(50)] });
  app.post('/', async () => 'whole');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const known = await open(`${HEAD}Authorization: me\r\n\r\n{`);
  const stranger = await open(`${HEAD}\r\n{`);
  assert.match(await text(stranger), /^HTTP\/1.1 408 /);
  known.write('}');
  assert.match(await text(known), /^HTTP\/1.1 200 .*whole$/s);
});

test('a host has a limit of connections, and may open one after closing one', async (t) => {
  const { app, open } = await listen(t);
  boundConnections(app, 'http://localhost', 2);
  app.get('/', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = async () => (await once(app.server, 'connection')) as [Socket];
  const held = [];
  for (let n = 0; n < 2; n++) {
    const [socket] = (await Promise.all([accepted(), open('G')]))[0];
    held.push(socket);
  }
  const [[third]] = await Promise.all([accepted(), open('G')]);
  assert.ok(third.destroyed, 'closed without an answer');
  held[0]!.destroy();
  await once(held[0]!, 'close');
  const [[fourth]] = await Promise.all([accepted(), open('G')]);
  assert.ok(!fourth.destroyed);
});
