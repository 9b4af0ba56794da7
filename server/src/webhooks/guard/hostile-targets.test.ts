import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Connections } from '../attempts/connections.ts';
import { exchange } from '../attempts/exchange.ts';
import { guardedConnect } from './connector.ts';
import { checkUrl, targetPolicy } from './target.ts';
import { hostileTargets } from './testing/hostile-targets.ts';

const policy = targetPolicy({ hosts: [], networks: [] }, new URL('https://crm.example.com'));

/**
 * Node makes one such object for every TCP connection it begins, whoever asks and however it ends.
 */
let connectsBegun = 0;
const connectHook = createHook({ init: (_id, type) => void (type === 'TCPCONNECTWRAP' && connectsBegun++) });

const EMPTY = { headers: {}, body: Buffer.from('{}') };
const TIMEOUT_MS = 10_000;
const TIMEOUTS = { dns_timeout_ms: 5000, connect_timeout_ms: 5000 };

let arrivals = 0;
const listeners: Server[] = [];
const port = portOf(await listenOn('127.0.0.1', 0));
// A machine without IPv6 has no ::1 to protect.
await listenOn('::1', port).catch(() => {});

before(() => connectHook.enable());
after(() => {
  connectHook.disable();
  for (const listener of listeners) listener.close();
});

describe('a hostile target', () => {
  const targets = hostileTargets(port);

  test('is one of at least 80 in the corpus, each there once', () => {
    assert.ok(targets.length >= 80, `${targets.length}`);
    assert.equal(new Set(targets.map(({ url }) => url)).size, targets.length);
  });

  for (const { url, refused, answers } of targets) {
    test(`reaches no socket: ${JSON.stringify(url.slice(0, 80))} ${answers?.join(' ') ?? ''}`, async () => {
      const earlier = { connectsBegun, arrivals };
      const checked = checkUrl(url, policy);
      assert.equal('code' in checked ? checked.code : 'at_connect', refused);

      const error = await sendUnchecked(url, answers);
      // `checkUrl`, which every sender calls first, refuses URLs that are only written badly.
      if (['host_not_public', 'address_not_public', 'at_connect'].includes(refused)) {
        assert.equal(error?.code, 'target_not_allowed');
      }
      assert.deepEqual({ connectsBegun, arrivals }, earlier);
    });
  }
});

test('the listeners of this file would see a connection, and the hook would count it', async () => {
  const earlier = { connectsBegun, arrivals };
  const open = targetPolicy({ hosts: [], networks: [] }, new URL('http://localhost:3000'));
  const connections = new Connections(guardedConnect({ ...TIMEOUTS, policy: open }));
  await exchange(connections, `http://127.0.0.1:${port}`, EMPTY, TIMEOUT_MS);
  assert.equal(connectsBegun, earlier.connectsBegun + 1);
  assert.equal(arrivals, earlier.arrivals + 1);
  await connections.destroy();
});

/** Sends as if no check of the URL came first, so that the connector stands alone. */
async function sendUnchecked(url: string, answers?: string[]): Promise<{ code?: string } | null> {
  const parsed = URL.parse(url);
  if (!parsed) return null;
  const lookup = async (): Promise<string[]> => answers ?? ['127.0.0.1', '::1'];
  const connections = new Connections(guardedConnect({ ...TIMEOUTS, policy, lookup }));
  const sending = async () => exchange(connections, parsed.origin, EMPTY, TIMEOUT_MS);
  const failure = await sending().then(
    (answer) => answer.failure,
    (error: unknown) => error,
  );
  await connections.destroy();
  assert.ok(failure instanceof Error, `${url} was sent`);
  return failure as { code?: string };
}

async function listenOn(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => {
    arrivals++;
    socket.destroy();
  });
  listeners.push(server);
  await once(server.listen(port, host), 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
