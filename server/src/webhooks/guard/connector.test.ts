import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { until } from '../../testing/until.ts';
import { Connections } from '../attempts/connections.ts';
import { exchange } from '../attempts/exchange.ts';
import { parseAllowedTargets } from './allowed-targets.ts';
import { type ConnectTimings, type GuardOptions, guardedConnect, TargetError } from './connector.ts';
import { dnsLookup } from './resolve.ts';
import { targetPolicy } from './target.ts';
import { TEST_CERTIFICATE } from './testing/test-certificate.ts';
import { startDnsServer } from './testing/test-dns-server.ts';

describe('a guarded connection is made', () => {
  test('to loopback while the base URL is a loopback address', async (t) => {
    const { port } = await receiver(t);
    const connections = connectionsFor(t, { baseUrl: 'http://localhost:3000' });
    for (const host of ['127.0.0.1', 'localhost', 'rapport.localhost', '0x7f.1']) {
      assert.equal(await post(connections, `http://${host}:${port}`), 204, host);
    }
  });

  test('to an allowed host, and not to the same address under another name', async (t) => {
    const { port } = await receiver(t);
    const connections = connectionsFor(t, {
      allowed: 'hooks.example.com',
      lookup: async () => ['127.0.0.1'],
    });
    assert.equal(await post(connections, `http://hooks.example.com:${port}`), 204);
    await refusedAs('target_not_allowed', post(connections, `https://other.example.com:${port}`));
  });

  test('to an allowed host and port, and not to its other ports', async (t) => {
    const { port } = await receiver(t);
    const other = await receiver(t);
    const connections = connectionsFor(t, {
      allowed: `hooks.example.com:${port}`,
      lookup: async () => ['127.0.0.1'],
    });
    assert.equal(await post(connections, `http://hooks.example.com:${port}`), 204);
    await refusedAs('target_not_allowed', post(connections, `https://hooks.example.com:${other.port}`));
    assert.equal(other.connectionCount(), 0);
  });

  test('to the addresses of an allowed CIDR', async (t) => {
    const { port } = await receiver(t);
    const connections = connectionsFor(t, {
      allowed: '127.0.0.0/30',
      lookup: async () => ['127.0.0.4', '127.0.0.1'],
    });
    assert.equal(await post(connections, `http://127.0.0.1:${port}`), 204);
    assert.equal(await post(connections, `http://n8n.lan:${port}`), 204);
    await refusedAs('target_not_allowed', post(connections, `http://127.0.0.4:${port}`));
  });

  test('to an allowed IPv6 address and port', async (t) => {
    const found = await receiver(t, '::1').catch(() => null);
    if (!found) return t.skip('this machine has no IPv6');
    const connections = connectionsFor(t, { allowed: `[::1]:${found.port}` });
    assert.equal(await post(connections, `http://[::1]:${found.port}`), 204);
    await refusedAs('target_not_allowed', post(connections, 'http://[::1]:9'));
  });

  test('only to those addresses of a name that are allowed', async (t) => {
    const inside = await receiver(t);
    const outside = await receiver(t, '127.0.0.2', inside.port);
    const answers = ['10.0.0.5', '127.0.0.2', '::1', '169.254.169.254', '127.0.0.1'];
    const connections = connectionsFor(t, { allowed: '127.0.0.1', lookup: async () => answers });
    const addresses = await addressesOfConnects(() => post(connections, `http://n8n.lan:${inside.port}`));
    assert.deepEqual(addresses, ['127.0.0.1']);
    assert.equal(outside.connectionCount(), 0);
  });

  test('to the second address when the first is dead', async (t) => {
    const { port } = await receiver(t);
    const connections = connectionsFor(t, {
      baseUrl: 'http://localhost',
      lookup: async () => ['127.0.0.9', '127.0.0.1'],
    });
    assert.equal(await post(connections, `http://localhost:${port}`), 204);
  });

  test('to two addresses of a family at most, however many a name has', async (t) => {
    const { port, close } = await receiver(t);
    await close();
    const answers = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`);
    const connections = connectionsFor(t, { baseUrl: 'http://localhost', lookup: async () => answers });
    const addresses = await addressesOfConnects(() =>
      post(connections, `http://localhost:${port}`).catch(() => {}),
    );
    assert.deepEqual(addresses, ['127.0.1.1', '127.0.1.2']);
  });

  test('to one origin as often as requests hang there, so that none waits for another', async (t) => {
    const hanging: ServerResponse[] = [];
    const { port, connectionCount } = await receiver(t, '127.0.0.1', 0, (_request, response) => {
      hanging.push(response);
      if (hanging.length === 40) for (const held of hanging) held.writeHead(204).end();
    });
    const connections = connectionsFor(t, { baseUrl: 'http://localhost' });
    await Promise.all(Array.from({ length: 40 }, () => post(connections, `http://127.0.0.1:${port}`)));
    assert.equal(connectionCount(), 40);
  });
});

describe('DNS rebinding', () => {
  test('finds that the address checked is the address connected to: a name is resolved once', async (t) => {
    const inside = await receiver(t);
    const outside = await receiver(t, '127.0.0.2', inside.port);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const server = await startDnsServer((question) =>
      question.startsWith('A ') ? (answers.shift() ?? []) : [],
    );
    t.after(() => server.close());
    const connections = connectionsFor(t, { allowed: '127.0.0.1', lookup: dnsLookup([server.address]) });

    assert.equal(await post(connections, `http://rebind.lan:${inside.port}`), 204);
    assert.deepEqual(server.questions.toSorted(), ['A rebind.lan', 'AAAA rebind.lan']);

    inside.closeConnections();
    await untilNoneOf(connections);
    await refusedAs('target_not_allowed', post(connections, `http://rebind.lan:${inside.port}`));
    assert.equal(outside.connectionCount(), 0);
  });

  test('finds that an open connection stays with the address that was checked', async (t) => {
    const { port, connectionCount } = await receiver(t);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const connections = connectionsFor(t, {
      allowed: '127.0.0.1',
      lookup: async () => answers.shift() ?? [],
    });
    assert.equal(await post(connections, `http://rebind.lan:${port}`), 204);
    assert.equal(await post(connections, `http://rebind.lan:${port}`), 204);
    assert.equal(connectionCount(), 1);
    assert.equal(answers.length, 1);
  });
});

test('a redirect to the metadata address is an answer like any other and is not followed', async (t) => {
  const { port } = await receiver(t, '127.0.0.1', 0, (_request, response) => {
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  });
  const connections = connectionsFor(t, { baseUrl: 'http://localhost' });
  const addresses = await addressesOfConnects(async () => {
    assert.equal(await post(connections, `http://127.0.0.1:${port}`), 307);
  });
  assert.deepEqual(addresses, ['127.0.0.1']);
});

describe('a connection that fails', () => {
  test('tells the operator which addresses were found, and the tenant only that none is public', async (t) => {
    const connections = connectionsFor(t, { lookup: async () => ['10.0.0.5', 'fd00::7'] });
    const error = await refusedAs('target_not_allowed', post(connections, 'https://hooks.example.com'));
    assert.equal(
      error.message,
      'hooks.example.com resolved to 10.0.0.5 (a private address), fd00::7 (a private address)',
    );
    assert.match(error.detail, /^hooks\.example\.com does not lead to a public address;/);
    assert.doesNotMatch(error.detail, /10\.0|fd00|private/);
  });

  test('is dns_timeout when the look-up takes too long', async (t) => {
    const connections = connectionsFor(t, { dns_timeout_ms: 20, lookup: () => new Promise(() => {}) });
    const error = await refusedAs('dns_timeout', post(connections, 'https://hooks.example.com'));
    assert.match(error.detail, /name servers of hooks\.example\.com did not answer in time/);
  });

  test('is dns_failed when the name does not resolve', async (t) => {
    const lookup = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const connections = connectionsFor(t, { lookup });
    const error = await refusedAs('dns_failed', post(connections, 'https://hooks.example.com'));
    assert.match(error.detail, /could not be resolved\. Check its spelling/);
    assert.equal(error.message, 'hooks.example.com: ENOTFOUND');
  });

  test('is UND_ERR_CONNECT_TIMEOUT when the receiver accepts and never shakes hands', async (t) => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.close());
    const connections = connectionsFor(t, { baseUrl: 'http://localhost', connect_timeout_ms: 50 });
    const { port } = silent.address() as AddressInfo;
    await assert.rejects(post(connections, `https://127.0.0.1:${port}`), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  });
});

describe('TLS', () => {
  test('asks for the host of the URL and verifies its certificate, whatever address was connected to', async (t) => {
    const names: unknown[] = [];
    const { port } = await tlsReceiver(t, names);
    const connections = connectionsFor(t, { allowed: '127.0.0.1', lookup: async () => ['127.0.0.1'] });
    assert.equal(await post(connections, `https://hooks.example.com:${port}`), 204);
    await assert.rejects(post(connections, `https://other.example.com:${port}`), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await assert.rejects(post(connections, `https://127.0.0.1:${port}`), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    assert.deepEqual(names, ['hooks.example.com']);
  });
});

describe('nothing is kept of an origin', () => {
  const receivers: [what: string, handler: Handler][] = [
    ['that never answers', () => {}],
    ['whose answer has no end', (_request, response) => void response.write('x'.repeat(32 * 1024))],
    ['that ends the connection', (request) => void request.socket.destroy()],
  ];
  for (const [what, handler] of receivers) {
    test(`${what}, when the attempt is over`, async (t) => {
      const { port } = await receiver(t, '127.0.0.1', 0, handler);
      const connections = connectionsFor(t, { baseUrl: 'http://localhost' });
      await exchange(connections, `http://127.0.0.1:${port}`, { headers: {}, body: Buffer.from('{}') }, 100);
      await untilNoneOf(connections);
    });
  }
});

describe('the timings', () => {
  test('of a request that opens a connection are told, and of one that reuses it are not', async (t) => {
    const { port } = await receiver(t);
    const connections = connectionsFor(t, { baseUrl: 'http://localhost' });
    const timingsOf = async (): Promise<ConnectTimings> => {
      const request = { headers: {}, body: Buffer.from('{}') };
      return (await exchange(connections, `http://localhost:${port}`, request, 10_000)).timings;
    };
    const first = await timingsOf();
    const second = await timingsOf();
    assert.ok(first.dns_ms !== null && first.dns_ms >= 0);
    assert.ok(first.connect_ms !== null && first.connect_ms > 0);
    assert.deepEqual(second, { dns_ms: null, connect_ms: null });
  });
});

type ConnectionsOptions = Partial<GuardOptions> & { allowed?: string; baseUrl?: string };

function connectionsFor(
  t: TestContext,
  { allowed = '', baseUrl = 'https://crm.example.com', ...options }: ConnectionsOptions,
): Connections {
  const targets = parseAllowedTargets(allowed);
  if ('errors' in targets) assert.fail(targets.errors.join('\n'));
  const policy = targetPolicy(targets, new URL(baseUrl));
  const connect = guardedConnect({ policy, dns_timeout_ms: 5000, connect_timeout_ms: 5000, ...options });
  const connections = new Connections(connect);
  t.after(() => connections.destroy());
  return connections;
}

async function post(connections: Connections, url: string): Promise<number> {
  const body = Buffer.from('{}');
  const { response_status, failure } = await exchange(connections, url, { headers: {}, body }, 10_000);
  if (failure !== null) throw failure;
  return response_status!;
}

/** The receivers have closed them, or their attempts are over. */
async function untilNoneOf(connections: Connections): Promise<void> {
  await until(
    'no connection to be left',
    async () => connections.count,
    (count) => count === 0,
  );
}

async function refusedAs(code: TargetError['code'], sending: Promise<unknown>): Promise<TargetError> {
  const error = await sending.then(
    () => assert.fail('it was sent'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TargetError, String(error));
  assert.equal(error.code, code);
  return error;
}

type Receiver = {
  port: number;
  connectionCount: () => number;
  closeConnections: () => void;
  close: () => Promise<void>;
};
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const noContent: Handler = (_request, response) => void response.writeHead(204).end();

function receiver(t: TestContext, host = '127.0.0.1', port = 0, handler = noContent): Promise<Receiver> {
  return listen(t, createServer(handler), host, port);
}

function tlsReceiver(t: TestContext, names: unknown[]): Promise<Receiver> {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE.cert]);
  t.after(() => tls.setDefaultCACertificates(trusted));
  const handler: Handler = (request, response) => {
    names.push((request.socket as tls.TLSSocket).servername);
    noContent(request, response);
  };
  return listen(t, createTlsServer(TEST_CERTIFICATE, handler), '127.0.0.1', 0);
}

async function listen(t: TestContext, server: Server, host: string, port: number): Promise<Receiver> {
  let count = 0;
  server.on('connection', () => count++);
  await once(server.listen(port, host), 'listening');
  t.after(() => void server.close().closeAllConnections());
  return {
    port: (server.address() as AddressInfo).port,
    connectionCount: () => count,
    closeConnections: () => server.closeAllConnections(),
    close: async () => void (await once(server.close(), 'close')),
  };
}

/** Every address that a TCP connection was begun to, as Node hands it to the system. */
async function addressesOfConnects(run: () => Promise<unknown>): Promise<string[]> {
  const connects: { address?: string }[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource) => void (type === 'TCPCONNECTWRAP' && connects.push(resource)),
  });
  hook.enable();
  await run().finally(() => hook.disable());
  return connects.map(({ address }) => address ?? 'unknown');
}
